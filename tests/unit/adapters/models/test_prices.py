from adapters.models.prices import unpriced


def test_what_the_table_has_no_price_for_is_named() -> None:
    models = ["openai/gpt-4o", "openai/no-such-model", "anthropic/claude-sonnet-4-5", "other/gpt-4o", "ollama/llama2"]
    assert unpriced(models) == ["openai/no-such-model", "other/gpt-4o"]
