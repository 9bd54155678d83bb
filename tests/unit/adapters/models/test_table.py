from adapters.models.table import entry, table


def test_it_is_found_and_read_once() -> None:
    assert len(table()) > 100
    assert table() is table()


def test_a_model_is_found_by_its_name_with_its_provider_or_without() -> None:
    assert entry("gpt-4o") == entry("openai/gpt-4o") != {}
    assert entry("other/gpt-4o") == entry("") == {}
