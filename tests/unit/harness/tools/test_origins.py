from harness.tools.origins import CHANNEL, OURS, app_in, app_of, tool_in, tool_of


def test_an_app_is_an_origin_by_its_name():
    assert app_in(app_of("mail")) == "mail"
    assert app_in(CHANNEL) == app_in(OURS) == ""


def test_so_is_a_tool_of_a_teams_own():
    assert tool_in(tool_of("refund")) == "refund"
    assert tool_in(app_of("refund")) == app_in(tool_of("refund")) == ""
