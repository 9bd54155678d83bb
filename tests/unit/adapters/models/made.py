"""Pieces of answers, in few words."""

from adapters.models.pieces import CallPiece, Piece


def text(*texts: str) -> list[Piece]:
    return [Piece(each) for each in texts]


def calling(index: int | None, id: str = "", tool: str = "", arguments: str = "") -> Piece:
    return Piece(calls=(CallPiece(index, id, tool, arguments),))
