"""A host of files that sends who asks elsewhere, and the place where it sends them, which notes who came."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web


@dataclass
class Elsewhere:
    """`url` is where a file is asked for; `came` are the paths that were asked for where it sends people."""

    url: str = ""
    came: list[str] = field(default_factory=list)


@asynccontextmanager
async def elsewhere(status: int = 302) -> AsyncIterator[Elsewhere]:
    made = Elsewhere()

    async def inside(request: web.Request) -> web.Response:
        made.came.append(request.path)
        return web.Response(text="for nobody outside")

    async def sends(request: web.Request) -> web.Response:
        return web.Response(status=status, headers={"Location": "/inside"})

    site = web.Application()
    site.router.add_get("/inside", inside)
    site.router.add_get("/file", sends)
    runner = web.AppRunner(site, access_log=None)
    await runner.setup()
    try:
        place = web.TCPSite(runner, "127.0.0.1", 0)
        await place.start()
        made.url = f"http://127.0.0.1:{runner.addresses[0][1]}/file"
        yield made
    finally:
        await runner.cleanup()
