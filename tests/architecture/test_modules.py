"""Every module has its test, every package its map."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import ROOT, files, modules, parse

MAP_LINES = 20


def test_every_module_has_its_test():
    missing = [f"{module} -> {test}" for module, test in expected_tests() if not (ROOT / test).is_file()]

    assert not missing, "modules without a test file:\n" + "\n".join(missing)


def test_every_test_file_has_a_test_in_it():
    hollow = [str(test) for test in collected() if not any(map(is_test, ast.walk(parse(test))))]

    assert not hollow, "test files without a test:\n" + "\n".join(hollow)


def test_every_package_names_each_of_its_modules_in_at_most_twenty_lines_and_exports_nothing():
    wrong = []
    for package in {module.parent for module in modules()}:
        init = package / "__init__.py"
        if is_migrations(package):
            continue
        if not (ROOT / init).is_file():
            wrong.append(f"{init} is missing")
            continue
        tree = parse(init)
        doc = ast.get_docstring(tree) or ""
        if not doc.strip():
            wrong.append(f"{init} has no docstring")
        if unnamed := [name for name in names(package) if not re.search(rf"\b{name}\b", doc)]:
            wrong.append(f"{init} does not say what is in {', '.join(unnamed)}")
        if len(tree.body) > 1:
            wrong.append(f"{init} holds more than its docstring")
        if len((ROOT / init).read_text(encoding="utf-8").splitlines()) > MAP_LINES:
            wrong.append(f"{init} is longer than {MAP_LINES} lines")

    assert not wrong, "\n".join(sorted(wrong))


def test_every_folder_with_tests_is_a_package():
    folders = {ROOT / test.parent for test in collected()}

    assert not [str(folder) for folder in folders if not (folder / "__init__.py").is_file()]


def test_our_own_code_is_faked_and_never_mocked():
    offenders = [str(test) for test in collected() if "unittest.mock" in imported(parse(test))]

    assert not offenders, f"write a fake that keeps the promises of the real thing: {offenders}"


def expected_tests() -> Iterator[tuple[Path, Path]]:
    """Every module that needs a test file, with that file; both relative to the checkout."""
    for module in modules():
        if module.name == "__init__.py":
            continue  # a map, which the test above sees to
        if is_migrations(module.parent):
            # alembic runs these as one chain, so they are tested as one.
            folder = next(parent for parent in module.parents if parent.name == "migrations")
            yield module, Path("tests/unit") / folder.parent / "test_migrations.py"
        else:
            yield module, Path("tests/unit") / module.parent / f"test_{module.stem.strip('_')}.py"


def is_migrations(package: Path) -> bool:
    return "migrations" in package.parts


def names(package: Path) -> Iterator[str]:
    """The modules and packages in it, without its map."""
    for entry in sorted((ROOT / package).iterdir()):
        if entry.suffix == ".py" and entry.stem != "__init__":
            yield entry.stem
        elif (entry / "__init__.py").is_file():
            yield entry.name


def collected() -> Iterator[Path]:
    """Every file that pytest collects, relative to the checkout."""
    return (file.relative_to(ROOT) for file in files(ROOT / "tests") if file.match("test_*.py"))


def is_test(node: ast.AST) -> bool:
    """Whether `node` is a test function, or a class whose tests are inherited or made (a Hypothesis state machine)."""
    match node:
        case ast.FunctionDef(name=name):
            return name.startswith("test_")
        case ast.AsyncFunctionDef(name=name, decorator_list=[_, *_]):  # a story: what decorates it plays it
            return name.startswith("test_")
        case ast.ClassDef(name=name):
            return name.startswith("Test")
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name.startswith("Test")
        case _:
            return False


def imported(tree: ast.Module) -> set[str]:
    """The dotted names that a module imports, from-imports with their members."""
    names = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                names |= {alias.name for alias in aliases}
            case ast.ImportFrom(module=str(module), names=aliases):
                names |= {module} | {f"{module}.{alias.name}" for alias in aliases}
            case _:
                pass
    return names
