import type { Client } from '../client/client.js'
import type { ToolResult } from '../client/tools/tool-result.js'
import type { HostTool } from '../host/catalogue/host-tool.js'
import type { Host, ToolsOptions } from '../host/host.js'
import { ToolNames } from '../host/sampling/open-ai/tool-names.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { Tool } from '../protocol/model/tool.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { truncate } from '../values/text/truncate.js'
import { type ModelSchema, splitSchema } from './model-schema.js'

/** Options of the functions that give tools to a model. `servers` and `waitMs` have no effect on a client. */
export interface ModelToolsOptions extends ToolsOptions {
  /** The tools to give, such as the best of `host.searchTools`. Default: all that the host or the client lists. */
  readonly tools?: readonly Tool[] | undefined
}

/** A tool as a model is told of it, and what runs it. */
export interface ModelTool {
  /** 1 to 64 characters of `A-Z a-z 0-9 _ -`, unique among the tools of one list. */
  readonly name: string
  /** Begins with the names of the server and of the tool there, since the rest is the server's own text. */
  readonly description: string
  readonly inputSchema: ModelSchema
  /**
   * Calls the tool. A call that fails, or that the person denies, is a result with `isError`, which the model reads. Rejects
   * only with the reason of an aborted signal.
   */
  run(args: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<ToolResult<unknown>>
}

/** Lists the tools of a host or of a client for a model. Later changes of the list have no effect on the result. */
export async function listModelTools(
  source: Host | Client,
  { tools: given, ...options }: ModelToolsOptions = {},
): Promise<readonly ModelTool[]> {
  const tools = given ?? (await (isClient(source) ? source.listTools(options) : source.tools(options)))
  const names = new ToolNames(tools.map(({ name }) => name))
  return tools.map((tool) => {
    const { schema, rest } = splitSchema(tool.inputSchema)
    return {
      name: names.toSent(tool.name),
      description: `${describe(tool, source)}${rest}`,
      inputSchema: schema,
      run: (args, signal) => run(source, { name: tool.name, args, signal }),
    }
  })
}

/** The result of a call that did not reach its tool. */
export function toErrorResult(text: string): ToolResult<unknown> {
  return { content: [{ type: 'text', text }], isError: true }
}

function isClient(source: Host | Client): source is Client {
  return 'revision' in source
}

/** The names are JSON strings, so that none of them can end the mark. */
function describe(tool: Tool | HostTool, source: Host | Client): string {
  const server = 'server' in tool ? tool.server : isClient(source) ? source.server.name : ''
  const name = 'tool' in tool ? tool.tool : tool.name
  const [shownServer, shownName] = [server, name].map((text) => JSON.stringify(truncate(text)))
  return `[MCP server ${shownServer}, tool ${shownName}] ${tool.description ?? tool.title ?? ''}`.trimEnd()
}

interface ToolCallRequest {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal | undefined
}

async function run(source: Host | Client, { name, args, signal }: ToolCallRequest): Promise<ToolResult<unknown>> {
  try {
    return await source.callTool(name, args, { signal })
  } catch (reason) {
    signal?.throwIfAborted()
    if (!(reason instanceof OmniportError || RpcError.is(reason))) throw reason
    return toErrorResult(reason.message)
  }
}
