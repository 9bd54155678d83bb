"""What other programs read as their configuration, and run commands from: writing it is no ordinary edit.

Rather too much than too little: what is named here is only asked about, each time.
"""

import re

_FOLDERS = frozenset({
    ".git", ".hg", ".svn", ".bzr", ".githooks", ".husky", ".ssh", ".gnupg", ".config", ".local", ".vscode", ".idea",
    ".devcontainer", ".github", ".gitlab", ".circleci", ".cargo", ".docker", ".aws", ".kube", ".claude", ".cursor",
    "git-hooks", ".venv", ".bin", ".yarn", ".mvn",
})  # fmt: skip
"""Folders in which everything is."""
_FILES = frozenset({
    ".gitconfig", ".gitmodules", ".gitattributes", ".hgrc", ".profile", ".bash_profile", ".bash_login", ".bash_logout",
    ".bash_aliases", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".cshrc", ".tcshrc", ".login", ".logout", ".env",
    ".pam_environment", ".inputrc", ".pypirc", ".netrc", ".gitlab-ci.yml", ".pre-commit-config.yaml", ".exrc",
    ".gdbinit", ".lldbinit", ".tmux.conf", ".wgetrc", ".curlrc", ".yarnrc.yml", ".pnpmfile.cjs", ".mise.toml",
    ".tool-versions", "sitecustomize.py", "usercustomize.py", "authorized_keys",
    # Files that make, npm, pytest and others run code from (their manuals' chapters on files)
    "makefile", "gnumakefile", "justfile", "taskfile.yml", "taskfile.yaml", "gemfile", "package.json",
    "conftest.py", "noxfile.py", "tox.ini", "setup.py", "setup.cfg", "pyproject.toml", "pytest.ini", "dodo.py",
    "tasks.py", "fabfile.py", "build.rs", "cargo.toml", "build.gradle", "build.gradle.kts",
    "settings.gradle", "pom.xml", "meson.build", "cmakelists.txt", "configure", "dockerfile", "containerfile",
    "docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml", "vagrantfile", "procfile",
    "jenkinsfile", "azure-pipelines.yml", "bitbucket-pipelines.yml", ".travis.yml", "appveyor.yml", ".drone.yml",
    "manage.py", "binding.gyp", "crontab", ".justfile", "lefthook.yml", "turbo.json",
    "deno.json", "composer.json", "taskfile.dist.yml", "taskfile.dist.yaml", ".pnp.cjs", ".pnp.loader.mjs", "build.xml",
    "mix.exs", "sconstruct", "sconscript", "build", "build.bazel", "workspace.bazel", "module.bazel", "mypy.ini",
    "rust-toolchain", "rust-toolchain.toml", "gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", "dune", "rebar.config",
    "head",  # with `config` beside it, of a repository without a folder of its own (gitrepository-layout(5))
})  # fmt: skip
_HOOKS = frozenset({
    "applypatch-msg", "commit-msg", "fsmonitor-watchman", "post-applypatch", "post-checkout", "post-commit",
    "post-merge", "post-receive", "post-rewrite", "post-update", "pre-applypatch", "pre-commit", "pre-merge-commit",
    "pre-push", "pre-rebase", "pre-receive", "prepare-commit-msg", "push-to-checkout", "reference-transaction",
    "sendemail-validate", "update",
})  # fmt: skip
"""In a folder called hooks (git docs, githooks)."""
_SUFFIXES = (
    ".mk", ".mak", ".cmake", ".gradle", ".pth", ".service", ".timer", ".desktop", ".rake", ".just", ".ninja", ".tf",
    ".tf.json", ".gemspec", ".sbt", ".bzl", ".nix",
)  # fmt: skip
"""Endings of files that programs include, import or start: make, cmake, gradle, Python's site, systemd, desktops, rake,
just, ninja, Terraform (data source `external`), RubyGems, sbt, Bazel, Nix.
"""
_CONFIGS = re.compile(r"[\w.-]+\.conf(?:ig)?\.[cm]?[jt]s|(?:gulp|grunt)file\.[\w.]+|rakefile(?:\.rb)?")
"""`vite.config.js`, `karma.conf.js`, `gulpfile.mjs`: code that tools run. rake reads `Rakefile` and `rakefile.rb`."""
_MAKEFILES = re.compile(r"(?:s\.)?(?:gnu)?makefile(?:[.,].*)?|makefiles=.*")
"""Also what make makes a makefile of by itself: `Makefile.sh`, `s.Makefile`, `Makefile,v` (GNU make, "Catalogue of
Built-In Rules").
"""
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
    named = name in _FOLDERS or name in _FILES or name.endswith(_SUFFIXES)
    return (
        named
        or bool(_RC.fullmatch(name) or _CONFIGS.fullmatch(name) or _MAKEFILES.fullmatch(name))
        or not _FOLDERS.isdisjoint(folders)
    )
