"""What is secret is masked in what a tool gives, and nothing else is."""

import asyncio
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.tools.calls import ToolResult
from harness.tools.masks import (
    MAX_HELD_CHARS,
    Masks,
    WrongPattern,
    by_looks,
    compiled,
    holds_mask,
    label,
    without_key_lines,
    without_mask,
)
from harness.tools.previews import FileChange, FileSent, FilesGone, Foreseen, NoteNamed, OwnChange
from tests.unit.harness.chat.test_keys import KEYS, LETTERS
from tests.unit.harness.tools.test_key_fragments import PEM, body

BODY = "\n".join([LETTERS[:64], LETTERS[5:69], LETTERS[9:40] + "="])
PRIVATE = f"-----BEGIN OPENSSH PRIVATE KEY-----\n{BODY}\n-----END OPENSSH PRIVATE KEY-----"
TOKEN = f"ghp_{LETTERS[:36]}"
LABEL = re.compile(r"\[masked: [^\[\]\n]{1,120}\]")


def masked(text: str, *patterns: str, **values: str) -> str:
    return Masks({value: name for name, value in values.items()}, tuple(map(compiled, patterns))).masked(text)


@pytest.mark.parametrize(("name", "key"), KEYS)
def test_in_place_of_a_key_stands_what_it_was(name: str, key: str) -> None:
    assert label(name) in masked(f"export KEY={key}\n")
    assert key not in masked(f"export KEY={key}\n")


@pytest.mark.parametrize("kind", ["RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA ", ""])
def test_a_private_key_is_masked_as_a_whole(kind: str) -> None:
    text = f"before\n{PRIVATE.replace('OPENSSH ', kind)}\nbehind"
    assert masked(text) == "before\n[masked: private key]\nbehind"


def test_of_a_private_key_a_part_is_masked_too() -> None:
    begins, ends = PRIVATE[:120], PRIVATE[60:]
    assert masked(f"a\n{begins}") == "a\n[masked: private key]"
    assert LETTERS[9:40] not in masked(f"words before\n{ends}\nbehind")
    assert masked(f"words before\n{ends}\nbehind").startswith("words before\n[masked: private key]\n")
    numbered = "\n".join(f"{number:6}\t{line}" for number, line in enumerate(PRIVATE.splitlines(), 1))
    assert LETTERS[:30] not in masked(numbered)


def test_a_public_key_and_a_certificate_are_not_secret() -> None:
    for kind in ("PUBLIC KEY", "CERTIFICATE"):
        text = PRIVATE.replace("OPENSSH PRIVATE KEY", kind)
        assert masked(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://bob:hunter2@db/x", "postgresql://bob:[masked: password]@db/x"),
        ("https://x:y@host", "https://x:[masked: password]@host"),
        (f"Authorization: Bearer {LETTERS[:20]}", "Authorization: Bearer [masked: token]"),
        (f'"authorization": "Basic {LETTERS[:20]}="', '"authorization": "Basic [masked: authorization]"'),
        (f"curl -H 'X: bearer {LETTERS[:20]}'", "curl -H 'X: bearer [masked: token]'"),
        (f"aws_secret_access_key = {LETTERS[:40]}", "aws_secret_access_key = [masked: AWS secret key]"),
        ("https://example.org/a:b@c", "https://example.org/a:b@c"),
        ("a bearer of good news is welcome", "a bearer of good news is welcome"),
        ("password = read_password()", "password = read_password()"),
    ],
)
def test_what_is_secret_by_what_stands_beside_it(text: str, shown: str) -> None:
    assert masked(text) == shown


def test_what_is_known_to_be_secret_is_masked_by_its_name_the_longest_first() -> None:
    assert masked("x-hunter22-y hunter22-and-more", PASSWORD="hunter22", LONG="hunter22-and-more") == (
        "x-[masked: PASSWORD]-y [masked: LONG]"
    )


def test_patterns_of_the_workspace_are_masked_by_their_number() -> None:
    assert masked("customer 4711-22 and K-123", r"\d{4}-\d\d", r"K-\d+") == (
        "customer [masked: pattern 1] and [masked: pattern 2]"
    )
    assert masked("a b", r"\b") == "a b", "what is empty is not masked"


def test_a_pattern_that_a_text_was_made_against_masks_all_of_it_and_ends() -> None:
    assert masked("a" * 100_000, "(a|aa)+$b").startswith("[masked: all of it, since pattern 1")


@pytest.mark.parametrize("wrong", ["", "x*", "(", "a" * 2_000, "[z-a]", ".", r"\w", r"[^,]", ".+"])
def test_what_is_no_pattern_says_why(wrong: str) -> None:
    with pytest.raises(WrongPattern) as error:
        compiled(wrong)
    assert str(error.value)


def test_a_pattern_that_means_what_stands_in_a_mask_leaves_that_as_it_is() -> None:
    once = masked(f"masked {TOKEN} masked", "masked")
    assert once == "[masked: pattern 1] [masked: GitHub token] [masked: pattern 1]"
    assert masked(once, "masked") == once


def test_a_private_key_whose_beginning_is_a_value_is_masked_as_a_whole() -> None:
    begins = PRIVATE.splitlines()[0]
    assert Masks({begins: "KEY"}).masked(PRIVATE) == label("private key")


def test_what_was_secret_before_is_so_still() -> None:
    assert Masks({"hunter22": "OLD"}).and_of(Masks({"hunter33": "NEW"})).masked("hunter22 hunter33") == (
        "[masked: OLD] [masked: NEW]"
    )


def test_a_part_of_a_file_shows_no_part_of_a_key_and_lines_stay_where_they_are() -> None:
    text = f"one\n{PRIVATE}\nlast"
    shown = without_key_lines(text)
    assert shown.count("\n") == text.count("\n")
    assert shown.splitlines()[-1] == "last"
    assert not any(line in shown for line in PRIVATE.splitlines()[1:-1])


@given(st.lists(st.sampled_from([key for _, key in KEYS] + [PRIVATE, " ", "\n", "words", "=", "a", "://u:p4ss@h"])))
def test_masking_twice_changes_nothing_more(parts: list[str]) -> None:
    once = masked(" ".join(parts), r"w\w+s\b", PASSWORD="correct horse")
    assert masked(once, r"w\w+s\b", PASSWORD="correct horse") == once


@given(st.lists(st.one_of(st.text(), st.sampled_from([key for _, key in KEYS] + [PRIVATE, "\n", "://u:p4ss@h"]))))
def test_what_stands_outside_of_labels_is_unchanged(parts: list[str]) -> None:
    text = " ".join(parts)
    first, *more = LABEL.split(masked(text))
    assert holds_mask(masked(text)) == bool(more)
    assert text.startswith(first)
    assert text.endswith(more[-1]) if more else text == first
    since = len(first)
    for piece in more:
        since = text.index(piece, since) + len(piece)


def test_results_and_previews_are_masked_and_what_they_are_bound_to_is_not() -> None:
    masks = Masks({"hunter22": "PASSWORD"})
    result = ToolResult("hunter22", ok=False, exit_code=1, outside="command")
    assert masks.of_result(result) == ToolResult("[masked: PASSWORD]", ok=False, exit_code=1, outside="command")
    plain = ToolResult("plain")
    assert masks.of_result(plain) is plain
    change = FileChange("hunter22", 1, 1, diff="- hunter22")
    seen = masks.of_preview(Foreseen(change, "Edit hunter22"))
    assert seen == Foreseen(FileChange("hunter22", 1, 1, diff="- [masked: PASSWORD]"), "Edit [masked: PASSWORD]")
    assert masks.of_preview(Foreseen(NoteNamed("hunter22"), "x")).preview == NoteNamed("[masked: PASSWORD]")
    gone = masks.of_preview(Foreseen(FilesGone("v", 1, 8, diff="- hunter22"), "x")).preview
    assert gone == FilesGone("v", 1, 8, diff="- [masked: PASSWORD]")
    own = masks.of_preview(Foreseen(OwnChange("hunter22", "- hunter22"), "x")).preview
    assert own == OwnChange("hunter22", "- [masked: PASSWORD]")
    sent = Foreseen(FileSent("v", 3), "x")
    assert masks.of_preview(sent) == sent


@given(st.data())
def test_what_comes_in_pieces_shows_no_more_than_the_whole(data: st.DataObject) -> None:
    text = f"one\nTOKEN={TOKEN} two\n{PRIVATE}\nhunter22\nend"
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=12)))
    shown, masks = list[str](), Masks({"hunter22": "PASSWORD"})
    stream = masks.stream(shown.append)
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        stream.add(text[start:end])
    stream.end()
    assert "".join(shown) == masks.masked(text)


def test_a_line_that_does_not_end_is_not_waited_for_for_ever_and_shows_nothing() -> None:
    shown = list[str]()
    stream = Masks().stream(shown.append)
    stream.add("x" * (MAX_HELD_CHARS - 10) + TOKEN)
    stream.add(f"{TOKEN}\nnext\n")
    stream.end()
    assert "".join(shown) == "[…]\nnext\n"


def test_a_private_key_that_is_too_long_to_wait_for_is_not_shown_after_that_either() -> None:
    begins, *_, ends = PRIVATE.splitlines()
    shown = list[str]()
    stream = Masks().stream(shown.append)
    stream.add(f"one\n{begins}\n")
    for _ in range(MAX_HELD_CHARS // 32):
        stream.add("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpBQkNERUZHSElKS0xNTk9QUVJTVFU=\n")
    stream.add(f"{ends[:9]}")
    stream.add(f"{ends[9:]}\nlast\n")
    stream.end()
    assert "".join(shown) == f"one\n{label('private key')}\n\nlast\n"


def test_a_pattern_that_takes_too_long_is_tried_once_and_no_more_is_shown() -> None:
    shown = list[str]()
    stream = Masks(patterns=[compiled("(a|aa)+$b")]).stream(shown.append)
    for _ in range(50):
        stream.add("a" * 1_000 + "\n")
    stream.end()
    assert len(shown) == 1
    assert "aaa" not in shown[0]


def test_what_holds_a_mask_is_not_to_be_written_anywhere() -> None:
    assert without_mask("plain [masked] text") == "plain [masked] text"
    with pytest.raises(ValueError, match="GitHub token"):
        without_mask(f"TOKEN={label('GitHub token')}")


def test_nothing_is_known_where_nothing_says_so() -> None:
    assert asyncio.run(by_looks()) == Masks()


# Escape sequences within a secret
@pytest.mark.parametrize(
    "colored",
    [
        f"\x1b[01;31m\x1b[Kghp_\x1b[m\x1b[K{LETTERS[:36]}",  # grep --color=always
        f"ghp_\x9b31m{LETTERS[:36]}",
        f"ghp_{LETTERS[:9]}\x1b]8;;https://a.example\x1b\\{LETTERS[9:36]}\x1b]8;;\x07",
        f"ghp_{LETTERS[:9]}\x1b(B\x0f{LETTERS[9:36]}",
        f"^[[01;31m^[[Kghp_^[[m{LETTERS[:36]}",  # cat -v
        f"ghp_\\u001b[0m{LETTERS[:36]}",  # JSON
        f"ghp_\\033[0m{LETTERS[:36]}",
        f"\x1b]ghp_\x1b[1m{LETTERS[:36]}",  # a string that never ends
    ],
)
def test_a_secret_with_escape_sequences_in_it_is_masked(colored: str) -> None:
    shown = masked(f"keys.txt:{colored} and more")
    assert LETTERS[9:30] not in shown
    assert "[masked: GitHub token]" in shown
    assert shown.endswith("and more")
    assert masked(shown) == shown


def test_values_patterns_and_addresses_are_found_beneath_colors() -> None:
    assert "[masked: PASSWORD]" in masked("hunter\x1b[31m22", PASSWORD="hunter22")
    assert "[masked: pattern 1]" in masked("customer 4711\x1b[0m-22", r"\d{4}-\d\d")
    assert "hunter2" not in masked("postgres://bob:\x1b[31mhunter2\x1b[0m@db")
    assert LETTERS[5:60] not in masked(PRIVATE.replace("PRIVATE", "\x1b[31mPRIVATE\x1b[0m"))


def test_colors_stay_where_nothing_is_secret_and_beside_a_secret_without_any() -> None:
    text = "\x1b[32mok\x1b[0m 12 passed"
    assert masked(text) == text
    assert masked(f"{text} {TOKEN}") == f"{text} [masked: GitHub token]"
    assert masked(f"\x1b[32m{TOKEN}\x1b[0m") == "\x1b[32m[masked: GitHub token]\x1b[0m"


def test_what_is_shown_live_is_masked_beneath_colors_and_by_lines() -> None:
    shown = list[str]()
    stream = Masks().stream(shown.append)
    for line in (f"ghp_\x1b[31m{LETTERS[:36]}", *(line[:40] for line in PEM[:6]), "done"):
        stream.add(f"{line}\n")
    stream.end()
    told = "".join(shown)
    assert "[masked: GitHub token]" in told
    assert not any(line[:40] in told for line in PEM[:6])
    assert told.endswith("done\n")


# Parts of a private key
def test_lines_of_a_private_key_are_masked_without_its_begin_and_end() -> None:
    assert masked("\n".join(PEM[2:8])) == "\n".join(["[masked: private key, by its looks]"] * 6)
    shown = FileChange("v", 1, 6, diff="\n".join(f"+{line}" for line in PEM[2:8]))
    assert PEM[3] not in str(Masks().of_preview(Foreseen(shown, "")).preview)


def test_a_certificate_is_shown_live_as_it_is() -> None:
    shown = list[str]()
    stream = Masks().stream(shown.append)
    lines = ["-----BEGIN CERTIFICATE-----", *PEM, "-----END CERTIFICATE-----", "done"]
    for line in lines:
        stream.add(f"{line}\n")
    stream.end()
    assert "".join(shown) == "\n".join([*lines, ""])


def test_many_lines_that_may_be_of_a_key_are_waited_for_no_longer_than_a_while() -> None:
    shown = list[str]()
    stream = Masks().stream(shown.append)
    for line in body(64, 300):
        stream.add(f"{line}\n")
    stream.end()
    assert "".join(shown).count("[masked: private key, by its looks]") >= 299
