"""A client of the SDK for Python: prints what a server over HTTP lists, and answers a call with."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client


async def main(url: str) -> None:
    async with streamablehttp_client(url) as (read, write, _):
        async with ClientSession(read, write) as session:
            hello = await session.initialize()
            listed = await session.list_tools()
            called = await session.call_tool("add", {"a": 2, "b": 3})
    text = called.content[0].text
    print(json.dumps({"revision": str(hello.protocolVersion), "tools": [tool.name for tool in listed.tools], "text": text}))


asyncio.run(main(sys.argv[1]))
