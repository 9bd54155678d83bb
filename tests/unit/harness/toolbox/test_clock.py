import asyncio

from harness.chat.people import Person
from harness.chat.port import Unreachable
from harness.chat.rooms import Nowhere, Rooms
from harness.toolbox.clock import local, zone_of
from harness.tools.calls import ToolCall
from harness.tools.tool import ToolContext
from harness.workspace.hours import zone_named
from tests.unit.harness.toolbox.rooms import ANA, BOB, Ops


class Away(Nowhere):
    async def zone(self, person: Person) -> str:
        raise Unreachable("nobody answers")


class Odd(Nowhere):
    async def zone(self, person: Person) -> str:
        return "Mars/Base"


def found(rooms: Rooms, by: Person | None, own: str = "", usual: str = "") -> str:
    context = ToolContext(ToolCall("1.1.0", "x", "{}"), "t", requester=by, zone=own, usual_zone=usual)
    return asyncio.run(zone_of(context, rooms))


def test_the_workspace_knows_best_then_the_platform_then_what_is_usual():
    assert found(Ops(), BOB, "Europe/Berlin", "Europe/Lisbon") == "Europe/Berlin"
    assert found(Ops(), BOB, usual="Europe/Lisbon") == "Asia/Tokyo"
    assert found(Ops(), ANA, usual="Europe/Lisbon") == "Europe/Lisbon"
    assert found(Ops(), None) == "UTC"


def test_what_cannot_be_asked_or_understood_is_not_known():
    assert found(Away(), BOB) == "UTC"
    assert found(Odd(), BOB, usual="Europe/Lisbon") == "Europe/Lisbon"


def test_a_moment_is_read_on_the_clocks_there():
    assert local(0.0, "Asia/Tokyo") == "Thursday, 1970-01-01 09:00 in Asia/Tokyo"
    assert local(0.0, "UTC") == local(0.0, "Mars/Base") == "Thursday, 1970-01-01 00:00 UTC"
    assert zone_named("Mars/Base") is None
