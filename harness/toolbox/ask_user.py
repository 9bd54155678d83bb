"""The tool by which the model asks people something."""

import re
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from harness.chat.platforms import LABEL, OPTIONS
from harness.chat.visible import visible
from harness.chat.wording import units
from harness.tools.acts import Act
from harness.tools.tool import Tool

_Label = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LABEL)]

_DURATION = re.compile(r"([1-9][0-9]{0,3})([mhd])")
_SECONDS = {"m": 60.0, "h": 3_600.0, "d": 86_400.0}


class OptionOffered(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    label: _Label = Field(description="A few words; what is picked is told to you by its label.")
    description: str = Field("", description="What choosing it means, if the label does not say.")

    @field_validator("label")
    @classmethod
    def _is_shown_whole(cls, label: str) -> str:
        """An answer is known by its label, so none may be cut where it is shown."""
        if len(label.splitlines()) > 1:
            raise ValueError("a label is one line")
        if visible(label) != label:
            raise ValueError("a label has no characters that nobody sees")
        if units(label) > LABEL:
            raise ValueError(f"a label has at most {LABEL} characters, and most emoji count as two")
        return label


class AskUser(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    question: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)] = Field(
        description="The question, complete in itself: people may read it hours later, on a phone."
    )
    options: tuple[OptionOffered, ...] = Field(
        (), max_length=OPTIONS, description="Answers to pick from, as buttons. Labels must differ."
    )
    multiple: bool = Field(False, description="Several options may be picked.")
    free_text: bool = Field(True, description="An answer in people's own words is welcome too.")
    ask: tuple[str, ...] = Field(
        (), max_length=10, description="Whom to ask, by name, if not whoever you work for; any of them may answer."
    )
    deadline: str = Field("", description="How long to wait, like 30m, 4h or 2d, if that is not left to the usual.")
    default: str = Field("", description="What holds if nobody answers by then. It needs a deadline.")

    @model_validator(mode="after")
    def _can_be_answered(self) -> Self:
        labels = [option.label.casefold() for option in self.options]
        if len(set(labels)) < len(labels):
            raise ValueError("two options have the same label; give each its own")
        if self.multiple and not self.options:
            raise ValueError("multiple needs options to pick from")
        if self.deadline and not _DURATION.fullmatch(self.deadline):
            raise ValueError("the deadline must be a duration, like 30m, 4h or 2d")
        if self.default and not self.deadline:
            raise ValueError("a default needs a deadline")
        if self.default and not self.free_text and self.default.casefold() not in labels:
            raise ValueError("the default must be one of the options")
        if not self.options and not self.free_text:
            raise ValueError("without options there must be free_text, or nobody could answer")
        return self


def seconds(deadline: str) -> float:
    """Of a deadline that is right."""
    match = _DURATION.fullmatch(deadline)
    assert match
    return int(match[1]) * _SECONDS[match[2]]


def ask_user() -> Tool[AskUser]:
    return Tool(
        name="ask_user",
        description=(
            "Ask the people you work for a question, and wait for their answer, however long that takes. Use it "
            "when the work depends on something that only they know or may decide; do not use it for what you "
            "can find out yourself, nor for permission to use a tool, which is asked for you. Ask one thing at "
            "a time; offer options where there are only a few sensible answers."
        ),
        category="question",
        arguments=AskUser,
        kind="question",
        act=lambda arguments, _: Act("Ask:", "Asked:", (arguments.question,)),
    )
