from dataclasses import replace

from harness.tools.skills import AllowedTool, Skill

PDF = Skill("pdf", "Fills forms.", "# PDF", "/srv/skills/pdf")


def test_its_files_are_where_its_name_says_and_not_where_they_really_lie() -> None:
    assert PDF.path == "/skills/pdf"


def test_of_another_text_or_leaving_other_tools_it_is_another_one_wherever_it_lies() -> None:
    others = (replace(PDF, text="# Forms"), replace(PDF, allowed=()), replace(PDF, description="Merges."))
    assert PDF.digest not in [other.digest for other in others]
    assert replace(PDF, home="/elsewhere").digest == PDF.digest


def test_what_it_leaves_reads_as_a_rule_does() -> None:
    assert str(AllowedTool("read_file")) == "read_file"
    assert str(AllowedTool("execute", "git*")) == "execute git*"
