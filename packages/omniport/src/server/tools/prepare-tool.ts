import { andThen, attempt, type MaybePromise } from '../../async/maybe-promise.js'
import type { CallToolParams } from '../../protocol/methods/method-params.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import type { InputRequired } from '../../protocol/results/input-required.js'
import type { Context } from '../requests/context.js'
import { type Handler, type HandlerRequest, runHandler } from '../requests/run-handler.js'
import { throwMarked } from '../requests/thrown-by-handler.js'
import { admitCall } from './admit-call.js'
import { toToolFailure } from './to-tool-failure.js'
import type { ToolEntry } from './tool-entry.js'

/** The value that the `before` of a tool returned: JSON, or undefined. */
export class BeforeResult {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/**
 * Runs the `before` of a tool before its task is created. Gives the answer to the call where there is to be no task: the
 * questions to a modern client, or a result with `isError`.
 * @throws RpcError that `before` threw, or -32021 when it asked what a modern client cannot answer.
 */
export async function prepareTool(
  tool: ToolEntry,
  call: HandlerRequest<CallToolParams>,
): Promise<BeforeResult | CallToolResult | InputRequired> {
  return tool.definition.before === undefined ? new BeforeResult(undefined) : runHandler(tool, call, beforeHandler)
}

const beforeHandler: Handler<ToolEntry, HandlerRequest<CallToolParams>, BeforeResult | CallToolResult> = {
  async run(tool, call, scope) {
    const { args, refusal } = await admitCall(tool, call.params.arguments ?? {}, scope)
    return refusal ?? new BeforeResult(await runBefore(tool, args, scope))
  },
  fail: toToolFailure,
}

/** Runs the `before` of a tool. Gives undefined where it has none. @throws TypeError when JSON would change the value. */
export function runBefore({ definition, services }: ToolEntry, args: unknown, ctx: Context): MaybePromise<unknown> {
  const { before } = definition as Preparing
  if (before === undefined) return undefined
  const value = attempt(() => before(args, ctx), throwMarked)
  return andThen(value, (given) => {
    if (given === undefined) return undefined
    return andThen(services.input.loadJsonCheck(), ({ survivesJson }) => assertJson(given, survivesJson))
  })
}

function assertJson(value: unknown, survivesJson: (value: unknown) => boolean): unknown {
  if (!survivesJson(value)) throw new TypeError('before: JSON would change the value')
  return value
}

/** The arguments are what the tool's own schema made of them. */
interface Preparing {
  readonly before?: ((args: unknown, ctx: Context) => unknown) | undefined
}
