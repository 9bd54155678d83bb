"""Thinking that a model writes into its text, within tags, becomes thinking. Pure.

Servers take it out where they know the model; where they do not (vLLM without a reasoning parser, llama.cpp, LM Studio
and Ollama with a model that they have no template for) it comes as text, cut into deltas anywhere.
"""

import re

TAGS = {
    "<think>": "</think>",  # DeepSeek R1, Qwen3, GLM, MiniMax M2, Nemotron: their model cards
    "<thinking>": "</thinking>",  # models tuned on Anthropic's prompts
    "<thought>": "</thought>",  # Gemini: ai.google.dev/gemini-api/docs/openai, include_thoughts
    "<reasoning>": "</reasoning>",  # tunes after github.com/open-thought
    "<seed:think>": "</seed:think>",  # Seed-OSS: huggingface.co/ByteDance-Seed/Seed-OSS-36B-Instruct
    "[THINK]": "[/THINK]",  # Magistral: github.com/mistralai/mistral-common, SpecialTokens.begin_think
    "◁think▷": "◁/think▷",  # Kimi-VL: huggingface.co/moonshotai/Kimi-VL-A3B-Thinking
    "<|START_THINKING|>": "<|END_THINKING|>",  # Cohere: docs.cohere.com/docs/reasoning
    "<|channel|>analysis<|message|>": "<|channel|>final<|message|>",  # gpt-oss: github.com/openai/harmony
}
_CLOSED = re.compile(rf"^[ \t]*({'|'.join(map(re.escape, TAGS.values()))})[ \t]*$", re.MULTILINE)
_OPENED = re.compile("|".join(map(re.escape, TAGS)))


class Thinking:
    """Takes a text in pieces, and tells it apart. A tag counts where a reply begins, or where thinking has ended: what
    stands in the middle of a text is quoted.
    """

    def __init__(self) -> None:
        self._held = ""
        """What may yet become a tag."""
        self._blank: list[str] = []
        """Blanks that stand before what may become one."""
        self._closing = ""
        """The tag that ends the thinking which goes on."""
        self._thought = False
        """Has there been any? Blanks after it are no part of the text."""
        self._told = False
        """Has text begun? From then on all is text."""

    def add(self, piece: str) -> tuple[str, str]:
        """What of it, and of what was held back, is text, and what is thinking."""
        if self._told:
            return piece, ""
        text, thinking = "", list[str]()
        while piece and not self._told:
            if self._closing:
                piece = self._think(piece, thinking)
            else:
                text, piece = self._begin(piece)
        return text, "".join(thinking)

    def end(self) -> tuple[str, str]:
        """What is still held back."""
        held = "".join([*self._blank, self._held])
        self._held, self._blank = "", []
        return ("", held) if self._closing else (held, "")

    def _think(self, piece: str, thinking: list[str]) -> str:
        """The rest of it, after the thinking has ended."""
        written = self._held + piece
        end = written.find(self._closing)
        if end >= 0:
            thinking.append(written[:end])
            rest = written[end + len(self._closing) :]
            self._held, self._closing = "", ""
            return rest
        keep = _begins(written, self._closing)
        thinking.append(written[: len(written) - keep])
        self._held = written[len(written) - keep :]
        return ""

    def _begin(self, piece: str) -> tuple[str, str]:
        """Text that has begun, and the rest after a tag that opens."""
        if not self._held:
            stripped = piece.lstrip()
            if not self._thought:
                self._blank.append(piece[: len(piece) - len(stripped)])
            piece = stripped
        written = self._held + piece
        for opening, closing in TAGS.items():
            if written.startswith(opening):
                self._held, self._closing, self._thought = "", closing, True
                self._blank = []
                return "", written[len(opening) :]
        if any(opening.startswith(written) for opening in TAGS):  # it may become one
            self._held = written
            return "", ""
        text, self._told = "".join([*self._blank, written]), True
        self._held, self._blank = "", []
        return text, ""


def without_thinking(text: str) -> tuple[str, str]:
    """A whole text and its thinking, where that was opened before the reply began, by the model's template: then only
    the tag that ends it is there, alone on its line.
    """
    if not any(closing in text for closing in TAGS.values()):
        return text, ""
    closed = _CLOSED.search(text)
    if closed is None or _OPENED.search(text, 0, closed.start()):
        return text, ""
    return text[closed.end() :].lstrip(), text[: closed.start()].strip()


def _begins(text: str, tag: str) -> int:
    """How many characters at the end of `text` may be the beginning of `tag`."""
    return next((size for size in range(min(len(tag) - 1, len(text)), 0, -1) if text.endswith(tag[:size])), 0)
