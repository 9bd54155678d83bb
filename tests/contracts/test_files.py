from pathlib import Path

import pytest

from adapters.files.disk import Disk, OthersDisk
from adapters.files.folder import Folder
from adapters.files.read_only import ReadOnlyFiles
from adapters.files.routed import Routed
from adapters.files.scratch_files import ScratchDisk
from harness.files.port import Files
from tests.contracts.files import ReadingContract, WritingContract, filled, ripgrep


class TestFolder(WritingContract):
    @pytest.fixture
    def files(self, tmp_path: Path) -> Files:
        filled(tmp_path)
        return Folder(tmp_path / "tree")


class TestFolderWithRipgrep(WritingContract):
    @pytest.fixture
    def files(self, tmp_path: Path) -> Files:
        filled(tmp_path)
        return Folder(tmp_path / "tree", ripgrep=ripgrep())


class TestReadOnly(ReadingContract):
    @pytest.fixture
    def files(self, tmp_path: Path) -> Files:
        filled(tmp_path)
        return ReadOnlyFiles(Folder(tmp_path / "tree"))


class TestAsItsBase(WritingContract):
    @pytest.fixture
    def files(self, tmp_path: Path) -> Files:
        filled(tmp_path)
        return Routed(Folder(Disk(tmp_path / "tree", without=("/other",))), kept=("/other",))


class TestAsARoute(WritingContract):
    @pytest.fixture
    def files(self, tmp_path: Path) -> Files:
        docs = Folder(Disk(filled(tmp_path), "/docs"))
        return Routed(Folder(Disk(tmp_path / "base", without=("/docs",))), {"/docs": docs})


class TestAsAThreadsOwn(WritingContract):
    @pytest.fixture
    def files(self, tmp_path: Path) -> Files:
        docs = Folder(ScratchDisk(filled(tmp_path), 1_000_000, "/docs"))
        return Routed(Folder(tmp_path / "base"), more=lambda context: {"/docs": docs}, kept=("/docs",))


class TestAsARouteThatOthersKeep(ReadingContract):
    @pytest.fixture
    def files(self, tmp_path: Path) -> Files:
        docs = ReadOnlyFiles(Folder(OthersDisk(filled(tmp_path), "/docs")))
        return Routed(Folder(tmp_path / "base"), more=lambda context: {"/docs": docs}, kept=("/docs",))
