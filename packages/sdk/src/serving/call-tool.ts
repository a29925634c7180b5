import { hasMoreElements } from '../definitions/count-elements.js'
import { parseValue } from '../definitions/parses-at-once.js'
import type { RegisteredTool, Registry } from '../definitions/registered.js'
import { textOf } from '../protocol/error-response.js'
import type { AnySchema } from '../server/zod-compat.js'
import { getParseErrorMessage, normalizeObjectSchema } from '../server/zod-compat.js'
import type { RequestHandlerExtra, RequestTaskStore } from '../shared/protocol.js'
import {
  type CallToolRequest,
  type CallToolResult,
  type CreateTaskResult,
  ErrorCode,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from '../types.js'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>
type ToolResult = CallToolResult | CreateTaskResult
type ToolCallParams = CallToolRequest['params']

export interface CallToolOptions {
  readonly tools: Registry<RegisteredTool>
  readonly maxElements: number | undefined
  /** What a program has put in the place of `validateToolInput`. */
  readonly validate: ValidateInput | undefined
}

/** Gives the arguments that a tool gets. */
export type ValidateInput = (
  tool: RegisteredTool,
  args: ToolCallParams['arguments'],
  toolName: string,
) => Promise<unknown>

/** Calls a tool. What goes wrong is a result for the model, but for a page that the user has to open. */
export async function callTool(options: CallToolOptions, call: ToolCallParams, extra: Extra): Promise<ToolResult> {
  try {
    const tool = findTool(options.tools, call)
    const polls = !call.task && tool.execution?.taskSupport === 'optional'
    if (polls && !extra.taskStore) throw new Error('No task store provided for task-capable tool.')
    const checked =
      options.validate?.(tool, call.arguments, call.name) ?? validateInput(tool, call, options.maxElements)
    const args = checked instanceof Promise ? await checked : checked
    const result = await runHandler(tool, args, extra)
    if (polls) return await pollTask(result as CreateTaskResult, extra.taskStore as RequestTaskStore)
    if (!call.task && tool.outputSchema) await checkOutput(tool, result, call.name)
    return result
  } catch (error) {
    if (error instanceof McpError && error.code === ErrorCode.UrlElicitationRequired) throw error
    return toolError(error)
  }
}

function toolError(error: unknown): CallToolResult {
  return { content: [{ type: 'text', text: textOf(error) }], isError: true }
}

/** Finds the tool of a call. @throws McpError unless it is there and can serve the call. */
function findTool(tools: Registry<RegisteredTool>, { name, task }: ToolCallParams): RegisteredTool {
  const tool = tools[name]
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `Tool ${name} not found`)
  if (!tool.enabled) throw new McpError(ErrorCode.InvalidParams, `Tool ${name} disabled`)
  const taskSupport = tool.execution?.taskSupport
  if ((taskSupport === 'required' || taskSupport === 'optional') && !('createTask' in tool.handler)) {
    const text = `Tool ${name} has taskSupport '${taskSupport}' but was not registered with registerToolTask`
    throw new McpError(ErrorCode.InternalError, text)
  }
  if (taskSupport === 'required' && !task) {
    const text = `Tool ${name} requires task augmentation (taskSupport: 'required')`
    throw new McpError(ErrorCode.MethodNotFound, text)
  }
  return tool
}

/** The arguments that a tool gets, at once where its schema answers at once: waiting would take a turn. */
export function validateInput(tool: RegisteredTool, call: ToolCallParams, maxElements: number | undefined): unknown {
  const parsed = parseArguments(tool, call, maxElements)
  if (parsed instanceof Promise) return parsed.then((each) => argumentsOf(each, call.name))
  return argumentsOf(parsed, call.name)
}

/** Checks the arguments of a call against the schema of its tool. */
function parseArguments(
  tool: RegisteredTool,
  call: ToolCallParams,
  maxElements: number | undefined,
): ReturnType<typeof parseValue> {
  const { name, arguments: args } = call
  if (maxElements !== undefined && hasMoreElements(args, maxElements)) {
    const text = `arguments contain more than the maximum of ${maxElements} elements`
    throw new McpError(ErrorCode.InvalidParams, `Invalid arguments for tool ${name}: ${text}`)
  }
  if (!tool.inputSchema) return { success: true, data: undefined }
  return parseValue(schemaOf(tool.inputSchema), args ?? {})
}

/** The arguments that were parsed. @throws McpError that names what is wrong with them. */
function argumentsOf(parsed: Awaited<ReturnType<typeof parseValue>>, name: string): unknown {
  if (parsed.success) return parsed.data
  const text = getParseErrorMessage(parsed.error)
  throw new McpError(ErrorCode.InvalidParams, `Input validation error: Invalid arguments for tool ${name}: ${text}`)
}

/** Runs the function of a tool, or the one that makes its task. */
function runHandler(tool: RegisteredTool, args: unknown, extra: Extra): ToolResult | Promise<ToolResult> {
  const { handler } = tool
  if (!('createTask' in handler)) return run(handler, tool, args, extra)
  if (!extra.taskStore) throw new Error('No task store provided.')
  const create = handler.createTask.bind(handler)
  return run(create, tool, args, { ...extra, taskStore: extra.taskStore })
}

/** A tool without a schema gets no arguments. */
function run(fn: unknown, tool: RegisteredTool, args: unknown, extra: Extra): ToolResult | Promise<ToolResult> {
  // The types of the callbacks of all tools differ; their schemas have checked what they get.
  const callback = fn as (...args: unknown[]) => ToolResult | Promise<ToolResult>
  return tool.inputSchema ? callback(args, extra) : callback(extra)
}

/** Waits for the task of a call that did not ask for one. */
async function pollTask({ task: created }: CreateTaskResult, store: RequestTaskStore): Promise<CallToolResult> {
  const { taskId, pollInterval = 5000 } = created
  let { status } = created
  while (status !== 'completed' && status !== 'failed' && status !== 'cancelled') {
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
    const task = await store.getTask(taskId)
    if (!task) throw new McpError(ErrorCode.InternalError, `Task ${taskId} not found during polling`)
    status = task.status
  }
  return (await store.getTaskResult(taskId)) as CallToolResult
}

/** Checks the structured content of a result. @throws McpError that names what is wrong with it. */
async function checkOutput(tool: RegisteredTool, result: ToolResult, name: string): Promise<void> {
  if (!tool.outputSchema || !('content' in result) || result['isError']) return
  if (!result['structuredContent']) {
    const text = `Tool ${name} has an output schema but no structured content was provided`
    throw new McpError(ErrorCode.InvalidParams, `Output validation error: ${text}`)
  }
  const parsed = await parseValue(schemaOf(tool.outputSchema), result['structuredContent'])
  if (parsed.success) return
  const text = `Invalid structured content for tool ${name}: ${getParseErrorMessage(parsed.error)}`
  throw new McpError(ErrorCode.InvalidParams, `Output validation error: ${text}`)
}

function schemaOf(schema: AnySchema): AnySchema {
  return normalizeObjectSchema(schema) ?? schema
}
