# A server of the SDK for Ruby, with one tool.
require "mcp"

class Add < MCP::Tool
  tool_name "add"
  description "Adds two numbers"
  input_schema(properties: { a: { type: "integer" }, b: { type: "integer" } }, required: ["a", "b"])

  def self.call(a:, b:)
    MCP::Tool::Response.new([{ type: "text", text: (a + b).to_s }])
  end
end

server = MCP::Server.new(name: "ruby", tools: [Add])
MCP::Server::Transports::StdioTransport.new(server).open
