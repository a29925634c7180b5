import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { CapabilityMissing } from '../../protocol/errors/capability-missing.js'
import { isServerFull } from '../../protocol/errors/server-full.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import { InputFailure } from '../input/input-failure.js'
import { reportThrown } from '../requests/report-internal.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import { withoutMark } from '../requests/thrown-by-handler.js'
import { textResult } from './to-tool-result.js'
import type { ToolEntry } from './tool-entry.js'
import { ToolError } from './tool-error.js'

/**
 * Converts what a tool threw to a result that the model reads.
 * @throws RpcError that the tool threw, or -32021 when it asked what a modern client cannot answer.
 */
export function toToolFailure(
  thrown: unknown,
  tool: ToolEntry,
  { exchange }: HandlerRequest,
): MaybePromise<CallToolResult> {
  const reason = withoutMark(thrown)
  if (ToolError.is(reason)) return textResult(reason.message, true)
  if (reason instanceof InputFailure) return textResult(reason.message, true)
  if (CapabilityMissing.is(reason) && isLegacy(exchange.revision)) return textResult(reason.message, true)
  if (RpcError.is(reason)) throw thrown === reason ? reason : toErrorOfRun(reason)
  return andThen(reportThrown(tool.services, thrown, { what: `tool ${tool.name}`, exchange }), textResult, true)
}

/** A store that failed while the tool ran: the effects of the run may have happened, so that the error asks for no retry. */
function toErrorOfRun(reason: RpcError): RpcError {
  if (!(reason instanceof RpcError)) return reason // of a copy of this library, or what only says that it is one
  const { code, message, data } = reason
  if (!isServerFull({ code, message, data }) || !isObject(data)) return reason
  const { retryAfterSeconds: _seconds, ...rest } = data
  return new RpcError(code, message, rest, { cause: reason })
}
