"""Parts of private keys are known by their looks; other text is left as it is."""

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.tools.key_fragments import trailing, without_fragments

BASE64 = string.ascii_letters + string.digits + "+/"
INSTEAD = "[key]"


def body(width: int, lines: int, last: int = 24, seed: int = 7) -> list[str]:
    """The lines of a key, or of anything else in base64."""
    source = random.Random(seed)
    widths = [width] * (lines - 1) + [last]
    return ["".join(source.choices(BASE64, k=one)) for one in widths[:-1]] + [
        "".join(source.choices(BASE64, k=last - 1)) + "="
    ]


PEM, SSH = body(64, 26), body(70, 6)


def without(text: str) -> str:
    return without_fragments(text, INSTEAD)


@pytest.mark.parametrize("lines", [PEM, SSH])
@pytest.mark.parametrize(
    "shown",
    ["{line}", "{number:6}\t{line}", "/keys/a.pem:{number}:{line}", "key.pem-{number}-{line}", "+{line}", "-{line}",
     " {number} | {line}", "{line}\r", '"{line}",', "{line}\\n", "ab12cd (Ana 2026-11-30 {number}) {line}"],
)  # fmt: skip
def test_each_line_of_a_part_is_masked_however_it_is_shown(lines: list[str], shown: str) -> None:
    text = "\n".join(shown.format(line=line, number=number) for number, line in enumerate(lines, 1))
    assert not any(line in without(text) for line in lines)
    assert without(text).count(INSTEAD) == len(lines)


def test_one_line_alone_is_masked() -> None:
    left = [line for line in [*body(64, 200)[:-1], *body(70, 200)[:-1]] if without(line) == line]
    assert len(left) < 4, "random text may lack digits"


@pytest.mark.parametrize("width", [24, 30, 40, 63, 72])
def test_a_column_cut_out_of_a_key_is_masked(width: int) -> None:
    column = body(width, 6)[:5]
    assert without("\n".join(column)) == "\n".join([INSTEAD] * 5)
    assert without("\n".join(column[:2])) == "\n".join(column[:2]), "two lines may be anything"


@pytest.mark.parametrize("kind", ["CERTIFICATE", "PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE REQUEST"])
def test_a_public_thing_stays_beside_its_begin_or_end(kind: str) -> None:
    begin, end = f"-----BEGIN {kind}-----", f"-----END {kind}-----"
    for text in ([begin, *PEM, end], [begin, *PEM[:9]], [*PEM[9:], end], [f"+{begin}", *(f"+{line}" for line in PEM)]):
        assert without("\n".join(text)) == "\n".join(text)
    mixed = "\n".join([begin, *PEM[:5], end, *PEM[5:]])
    assert without(mixed) == "\n".join([begin, *PEM[:5], end, *[INSTEAD] * 21])


def test_pictures_and_mail_in_base64_stay() -> None:
    text = "\n".join(body(76, 40))
    assert without(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"{number:064x}" for number in range(2**250, 2**250 + 9)),
        "\n".join("E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855" for _ in range(4)),
        "\n".join(["org/example/application/configuration/ApplicationConfiguration1"] * 4),
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGtQUDZWWEhpZGRlbkhpZGRlbkhpZGRlbkhpZGRl ana@host",
        "\n".join(["aVeryLongNameOfSomethingInJava"] * 9),
        "x" * 64,
        "\n".join(f"github.com/acme/api v1.2.{n} h1:{body(43, 2, seed=n)[0]}=" for n in range(9)),
        "\n".join(f'"integrity": "sha384-{body(64, 2, seed=n)[0]}",' for n in range(9)),
        "\n".join(f"pi_{body(24, 2, seed=n)[0]}" for n in range(9)),
        "\n".join(body(28, 2, seed=n)[0].replace("+", "a").replace("/", "7") for n in range(9)),
        "\n".join(["-" * 64, "=" * 64, "0" * 64]),
    ],
)
def test_digests_paths_names_and_public_keys_stay(text: str) -> None:
    assert without(text) == text


@pytest.mark.parametrize(
    "begins",
    ["b3BlbnNzaC1rZXktdjEAAAAABG5vbmU", "MIIEpAIBAAKCAQEA", "MIICXAIBAAKBgQC", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
     "MIGHAgEAMBMGByqGSM49AgEG", "MHcCAQEEIOa", "MIGkAgEBBDC", "MC4CAQAwBQYDK2VwBCIEI", "MIIFHDBOBgkqhkiG9w0BBQ0wQTAp"],
)  # fmt: skip
def test_a_key_without_line_ends_is_masked_from_its_first_bytes(begins: str) -> None:
    whole = begins + "".join(PEM)
    assert without(f"key={whole} and more") == f"key={INSTEAD} and more"


def test_a_certificate_s_first_bytes_are_not_a_key_s() -> None:
    text = "MIIC+TCCAeGgAwIBAgIUDIjYZvfr" + "".join(PEM)
    assert without(text) == text


def test_what_follows_a_part_is_masked_only_as_its_last_line() -> None:
    first = "\n".join(PEM[:4])
    for after in ("done", "exit code 0", "", "Finished1 in 3 s"):
        assert without(f"{first}\n{after}") == "\n".join([INSTEAD] * 4 + [after])


def test_lines_that_wait_for_the_next_are_counted() -> None:
    text = "\n".join(PEM[:3]) + "\n"
    assert trailing(f"before\n{text}") == len(text)
    assert trailing(f"{text}done in 3 s\n") == trailing(f"{text}-----END CERTIFICATE-----\n") == 0
    assert trailing("") == trailing("\n") == trailing("a\n") == 0


@given(st.text(alphabet="ab1+/=-\n \\x:", max_size=300))
def test_doing_it_twice_changes_nothing_more(text: str) -> None:
    once = without(text)
    assert without(once) == once
    assert once.count("\n") == text.count("\n")
    assert 0 <= trailing(text) <= len(text)
