"""Switches off git settings that run programs. Pure. Git docs, git-config."""

import re
from collections.abc import Mapping

ALL = frozenset({"*"})
PROGRAMS: Mapping[str, frozenset[str]] = {
    "alias": ALL,
    "browser": frozenset({"cmd", "path"}),
    "core": frozenset(
        {"alternaterefscommand", "askpass", "editor", "fsmonitor", "gitproxy", "hookspath", "pager", "sshcommand"}
    ),
    "credential": frozenset({"helper"}),
    "diff": frozenset({"command", "external", "textconv"}),
    "difftool": frozenset({"cmd", "path"}),
    "filter": frozenset({"clean", "process", "smudge"}),
    "gc": frozenset({"recentobjectshook"}),
    "gpg": frozenset({"defaultkeycommand", "program"}),
    "guitool": frozenset({"cmd"}),
    "hook": frozenset({"command"}),
    "imap": frozenset({"tunnel"}),
    "include": frozenset({"path"}),
    "includeif": frozenset({"path"}),
    "init": frozenset({"templatedir"}),
    "instaweb": frozenset({"browser", "httpd"}),
    "interactive": frozenset({"difffilter"}),
    "man": frozenset({"cmd", "path"}),
    "merge": frozenset({"driver"}),
    "mergetool": frozenset({"cmd", "path"}),
    "pager": ALL,
    "protocol": frozenset({"allow"}),
    "remote": frozenset({"receivepack", "uploadpack", "vcs"}),
    "sendemail": frozenset({"cccmd", "headercmd", "sendmailcmd", "smtpserver", "tocmd"}),
    "sequence": frozenset({"editor"}),
    "submodule": frozenset({"update"}),
    "tar": frozenset({"command"}),
    "trailer": frozenset({"cmd", "command"}),
    "uploadpack": frozenset({"packobjectshook"}),
    "web": frozenset({"browser"}),
}
"""Keys by section, in lower case. `include` brings settings from elsewhere; `protocol.allow` lets an address run
programs.
"""
_SECTION = re.compile(r"\s*\[\s*([\w.-]+)[^\]\"]*(?:\"(?:[^\"\\]|\\.)*\")?\s*\]")
_KEY = re.compile(r"\s*([A-Za-z][A-Za-z0-9-]*)")
_UNUSUAL = re.compile(
    r"""(?mx)
    [\r\f\v\0]
    | \\[ \t]*$                                                                     # continues in the next line
    | ^[ \t]*\[[^\]"\n]*(?:"(?:[^"\\\n]|\\.)*")?[ \t]*\][ \t]*\[                    # a second section in the line
    | ^(?:[^"\n\\]|\\.)*"(?:(?:[^"\n\\]|\\.)*"(?:[^"\n\\]|\\.)*")*(?:[^"\n\\]|\\.)*$  # a quote that is left open
    """
)
"""Forms in which git reads other settings than a reader of lines does: control characters, a continued line, two
sections in one line, a quote that the line doesn't close.
"""
UNUSUAL = "everything, since it is written in an unusual way"
_OFF = "# switched off: "


def without_programs(text: str, known: frozenset[str] = frozenset()) -> tuple[str, tuple[str, ...]]:
    """The text of a config file without the settings that run programs, but for `known` lines; and their names."""
    if _UNUSUAL.search(text):
        every = [line for line in re.split(r"[\r\n\f\v\0]+", text) if line]
        if known.issuperset(every):
            return text, ()
        return "".join(f"{_OFF}{line}\n" for line in every), (UNUSUAL,)
    lines, names, section = list[str](), list[str](), ""
    for line in text.removeprefix("\ufeff").splitlines():
        rest = line
        if found := _SECTION.match(line):
            section, rest = found[1].lower().partition(".")[0], line[found.end() :]
        key = _KEY.match(rest)
        name = key[1].lower() if key else ""
        if name and _runs(section, name) and line not in known:
            if found:
                lines.append(line[: found.end()])
            lines.append(f"{_OFF}{rest.strip()}")
            names.append(f"{section}.{name}")
        else:
            lines.append(line)
    return "".join(f"{line}\n" for line in lines), tuple(dict.fromkeys(names))


def _runs(section: str, key: str) -> bool:
    keys = PROGRAMS.get(section, frozenset[str]())
    return key in keys or keys == ALL
