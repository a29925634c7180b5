import type { ToolResult } from '../client/tools/tool-result.js'
import { parseJson } from '../host/sampling/open-ai/parse-json.js'
import { isObject } from '../values/json/is-object.js'
import { type ModelTool, toErrorResult } from './model-tools.js'

/** Options of `run`. */
export interface RunOptions {
  /** Calls of the tools that the program runs itself: they are left out. Default: none. */
  readonly skip?: ((name: string) => boolean) | undefined
  /** Cancels the calls: `run` rejects with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** A call that a model asks for. `args` is an object, or the JSON text of one. */
export interface ModelCall {
  readonly id: string
  readonly name: string
  readonly args: unknown
}

/** Runs calls at the same time, and returns their results in the order of the calls. */
export async function runCalls<R>(
  tools: readonly ModelTool[],
  { calls, skip = () => false, signal }: RunOptions & { readonly calls: readonly ModelCall[] },
  toResult: (call: ModelCall, result: ToolResult<unknown>) => R,
): Promise<R[]> {
  const wanted = calls.filter(({ name }) => !skip(name))
  return Promise.all(wanted.map(async (call) => toResult(call, await runCall(tools, call, signal))))
}

async function runCall(
  tools: readonly ModelTool[],
  { name, args: given }: ModelCall,
  signal: AbortSignal | undefined,
): Promise<ToolResult<unknown>> {
  const tool = tools.find((other) => other.name === name)
  if (tool === undefined) return toErrorResult(`There is no tool ${JSON.stringify(name)}`)
  const args = typeof given === 'string' ? parseJson(given === '' ? '{}' : given) : given
  if (!isObject(args)) return toErrorResult(`The arguments of ${name} must be a JSON object`)
  return tool.run(args, signal)
}
