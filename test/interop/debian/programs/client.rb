# A client of the SDK for Ruby: prints what a server over HTTP lists, and answers a call with.
require "json"
require "mcp"

client = MCP::Client.new(transport: MCP::Client::HTTP.new(url: ARGV.fetch(0)))
client.connect
tools = client.tools.map(&:name)
answer = client.call_tool(name: "add", arguments: { a: 2, b: 3 })
text = answer.fetch("result", answer).fetch("content").first.fetch("text")
puts JSON.generate(revision: client.protocol_version, tools: tools, text: text)
