"""What other programs run commands from is told by its path."""

import pytest

from harness.files.configuration import is_configuration


@pytest.mark.parametrize(
    "path",
    [
        "/.git/config",
        "/.git",
        "/.GIT/config",
        "/.g\u200cit/config",
        "/a/b/.git/hooks/pre-commit",
        "/repo/hooks/post-checkout",
        "/.bashrc",
        "/a/.npmrc",
        "/.eslintrc.js",
        "/.envrc",
        "/.gitattributes",
        "/.config/git/config",
        "/.ssh/authorized_keys",
        "/.github/workflows/ci.yml",
        "/.vscode/tasks.json",
        "/lib/sitecustomize.py",
        "/docs/HEAD",
        *("/rakefile.rb", "/lib/tasks/x.rake", "/build.ninja", "/main.tf", "/Taskfile.dist.yml", "/.pnp.cjs"),
        *("/x.gemspec", "/build.sbt", "/mix.exs", "/SConstruct", "/app/BUILD", "/defs.bzl", "/karma.conf.js"),
        *("/gulpfile.mjs", "/mypy.ini", "/rust-toolchain.toml", "/gradlew", "/.venv/bin/python"),
        "/node_modules/.bin/eslint",
    ],
)
def test_configuration_is_recognised(path: str) -> None:
    assert is_configuration(path)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/note.md",
        "/git/config.md",
        "/.gitignore",
        "/src/march.py",
        "/a.gitx",
        "/docs/bashrc.md",
        "/hooks.md",
        "/build/x.txt",
    ],
)
def test_other_files_are_not(path: str) -> None:
    assert not is_configuration(path)
