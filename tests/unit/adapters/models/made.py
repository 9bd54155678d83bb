"""Pieces of answers, and addresses, in few words."""

from adapters.models.pieces import CallPiece, Piece
from harness.workspace.api_bases import ApiBases


def everywhere(url: str) -> ApiBases:
    """One address for the models of all providers, for tests that try them out."""
    return ApiBases(named={"*": url})


def text(*texts: str) -> list[Piece]:
    return [Piece(each) for each in texts]


def calling(index: int | None, id: str = "", tool: str = "", arguments: str = "") -> Piece:
    return Piece(calls=(CallPiece(index, id, tool, arguments),))
