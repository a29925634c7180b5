import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import type { InputRequired } from '../../protocol/results/input-required.js'
import { survivesJson } from '../input/survives-json.js'
import type { Context } from '../requests/context.js'
import { type HandlerRequest, runHandler } from '../requests/run-handler.js'
import { admitCall } from './admit-call.js'
import { toToolFailure } from './to-tool-failure.js'
import type { ToolEntry } from './tool-entry.js'

/** What `before` of a tool gave: JSON, or undefined. */
export class BeforeResult {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/**
 * Does what a tool wants done before there is a task. Gives the answer to the call where it goes no further: the questions
 * to a modern client, or a result with `isError`.
 *
 * @throws RpcError that `before` threw, or -32021 when it asked what a modern client cannot answer.
 */
export async function prepareTool(
  tool: ToolEntry,
  params: RpcParams,
  call: HandlerRequest,
): Promise<BeforeResult | CallToolResult | InputRequired> {
  if (tool.definition.before === undefined) return new BeforeResult(undefined)
  try {
    return await runHandler(tool, call, async (scope) => {
      const admitted = await admitCall(tool, params['arguments'] ?? {}, scope)
      return admitted.refusal ?? new BeforeResult(await runBefore(tool, admitted.args, scope))
    })
  } catch (reason) {
    return toToolFailure(reason, tool, call)
  }
}

/**
 * What `before` of a tool gives, or undefined where it has none.
 *
 * @throws TypeError when JSON would change the value.
 */
export function runBefore({ definition }: ToolEntry, args: unknown, ctx: Context): MaybePromise<unknown> {
  const { before } = definition as Preparing
  return before === undefined ? undefined : andThen(before(args, ctx), assertJson)
}

function assertJson(value: unknown): unknown {
  if (value !== undefined && !survivesJson(value)) throw new TypeError('before: JSON would change the value')
  return value
}

/** The arguments are what the tool's own schema made of them. */
interface Preparing {
  readonly before?: ((args: unknown, ctx: Context) => unknown) | undefined
}
