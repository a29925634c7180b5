/** The names of the attributes, as `model/mcp` of the OpenTelemetry conventions for generative AI has them. */
export const attributes = Object.freeze({
  method: 'mcp.method.name',
  revision: 'mcp.protocol.version',
  session: 'mcp.session.id',
  resource: 'mcp.resource.uri',
  requestId: 'jsonrpc.request.id',
  statusCode: 'rpc.response.status_code',
  errorType: 'error.type',
  tool: 'gen_ai.tool.name',
  operation: 'gen_ai.operation.name',
  prompt: 'gen_ai.prompt.name',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  transport: 'network.transport',
  protocol: 'network.protocol.name',
  serverAddress: 'server.address',
  serverPort: 'server.port',
})

/** The value of `gen_ai.operation.name` for a call of a tool. */
export const executeTool = 'execute_tool'

/** The value of `error.type` for a result with `isError`. */
export const toolError = 'tool_error'

/** What stands for a name that a peer made up, so that it makes no time series of its own. */
export const otherName = '_OTHER'

/** The requests of the protocol, in any revision and direction, and of the tasks extension. */
export const requests: ReadonlySet<string> = new Set([
  'completion/complete',
  'elicitation/create',
  'initialize',
  'logging/setLevel',
  'ping',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'roots/list',
  'sampling/createMessage',
  'server/discover',
  'subscriptions/listen',
  'tasks/cancel',
  'tasks/get',
  'tasks/list',
  'tasks/result',
  'tasks/update',
  'tools/call',
  'tools/list',
])

/** The notifications of the protocol, in any revision and direction, and of the tasks extension. */
export const notifications: ReadonlySet<string> = new Set([
  'notifications/cancelled',
  'notifications/elicitation/complete',
  'notifications/initialized',
  'notifications/message',
  'notifications/progress',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/roots/list_changed',
  'notifications/subscriptions/acknowledged',
  'notifications/tasks',
  'notifications/tasks/status',
  'notifications/tools/list_changed',
])

/** The names of the metrics by the side that measures. */
export const metrics = Object.freeze({
  sender: { operation: 'mcp.client.operation.duration', session: 'mcp.client.session.duration' },
  receiver: { operation: 'mcp.server.operation.duration', session: 'mcp.server.session.duration' },
})

/** The boundaries of all four histograms, in seconds. */
export const boundaries: readonly number[] = Object.freeze([
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
])
