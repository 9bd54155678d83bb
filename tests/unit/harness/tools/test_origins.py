from harness.tools.origins import CHANNEL, OURS, app_in, app_of


def test_an_app_is_an_origin_by_its_name():
    assert app_in(app_of("mail")) == "mail"
    assert app_in(CHANNEL) == app_in(OURS) == ""
