"""What other programs read as their configuration, and run commands from: writing it is no ordinary edit.

Rather too much than too little: what is named here is only asked about, each time.
"""

import re

_FOLDERS = frozenset({
    ".git", ".hg", ".svn", ".bzr", ".githooks", ".husky", ".ssh", ".gnupg", ".config", ".local", ".vscode", ".idea",
    ".devcontainer", ".github", ".gitlab", ".circleci", ".cargo", ".docker", ".aws", ".kube", ".claude", ".cursor",
    "git-hooks",
})  # fmt: skip
"""Folders in which everything is."""
_FILES = frozenset({
    ".gitconfig", ".gitmodules", ".gitattributes", ".hgrc", ".profile", ".bash_profile", ".bash_login", ".bash_logout",
    ".bash_aliases", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".cshrc", ".tcshrc", ".login", ".logout", ".env",
    ".pam_environment", ".inputrc", ".pypirc", ".netrc", ".gitlab-ci.yml", ".pre-commit-config.yaml", ".exrc",
    ".gdbinit", ".lldbinit", ".tmux.conf", ".wgetrc", ".curlrc", ".yarnrc.yml", ".pnpmfile.cjs", ".mise.toml",
    ".tool-versions", "sitecustomize.py", "usercustomize.py", "authorized_keys",
    "head",  # with `config` beside it, of a repository without a folder of its own (gitrepository-layout(5))
})  # fmt: skip
_HOOKS = frozenset({
    "applypatch-msg", "commit-msg", "fsmonitor-watchman", "post-applypatch", "post-checkout", "post-commit",
    "post-merge", "post-receive", "post-rewrite", "post-update", "pre-applypatch", "pre-commit", "pre-merge-commit",
    "pre-push", "pre-rebase", "pre-receive", "prepare-commit-msg", "push-to-checkout", "reference-transaction",
    "sendemail-validate", "update",
})  # fmt: skip
"""In a folder called hooks (git docs, githooks)."""
_JOINERS = re.compile("[\u200c\u200d]")
_RC = re.compile(r"\.[\w.-]*rc(\.[\w]+)?")
"""`.bashrc`, `.npmrc`, `.envrc`, `.eslintrc.js`."""


def is_configuration(path: str) -> bool:
    """Does a normal path name such a file, or one in such a folder? However it is capitalized, and whatever joiners
    are in it: some disks do not tell (CVE-2014-9390).
    """
    *folders, name = _JOINERS.sub("", path).casefold().strip("/").split("/")
    if name in _HOOKS and folders[-1:] == ["hooks"]:
        return True
    return name in _FOLDERS or name in _FILES or bool(_RC.fullmatch(name)) or not _FOLDERS.isdisjoint(folders)
