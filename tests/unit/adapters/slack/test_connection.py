"""What one team has of its own."""

import asyncio

from adapters.slack.connection import TeamConnection
from harness.chat.people import Place


def test_links_lead_to_where_its_messages_are_looked_at():
    async def main() -> None:
        here = TeamConnection("", "", lambda: 0.0)
        place = Place("slack", "T1", "C1", "1.2")
        assert here.link(place, "") == "", "it is not known yet where"
        here.url = "https://acme.slack.com/"
        assert here.link(place, "") == "https://acme.slack.com/archives/C1/p12"
        assert here.link(place, "1.3") == "https://acme.slack.com/archives/C1/p13?thread_ts=1.2&cid=C1"
        assert here.link(Place("slack", "T1", "@U1"), "") == ""
        await here.close()

    asyncio.run(main())
