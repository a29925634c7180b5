"""A server of the SDK for Python, with one tool."""

from mcp.server.fastmcp import FastMCP

server = FastMCP("python")


@server.tool(structured_output=False)
def add(a: int, b: int) -> str:
    """Adds two numbers"""
    return str(a + b)


server.run()
