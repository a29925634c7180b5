import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { CapabilityMissing } from '../../protocol/errors/capability-missing.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
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
  if (RpcError.is(reason)) throw reason
  return andThen(reportThrown(tool.services, thrown, { what: `tool ${tool.name}`, exchange }), textResult, true)
}
