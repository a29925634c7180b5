import { RpcError } from '../jsonrpc/rpc-error.js'
import { CapabilityMissing } from '../protocol/capability-missing.js'
import type { CallToolResult } from '../protocol/model/results.js'
import { isLegacy } from '../protocol/profile.js'
import { InputFailure } from './asking/question-failure.js'
import { ToolError } from './definitions/tool-error.js'
import { reportInternal } from './internal-error.js'
import type { HandlerRequest } from './run-handler.js'
import { textResult } from './to-tool-result.js'
import type { ToolEntry } from './tool-entry.js'

/**
 * What a tool threw as a result, for the model to read.
 *
 * @throws RpcError that the tool threw, or -32021 when it asked what a modern client cannot answer.
 */
export function toToolFailure(reason: unknown, tool: ToolEntry, { exchange }: HandlerRequest): CallToolResult {
  if (ToolError.is(reason)) return textResult(reason.message, true)
  if (reason instanceof InputFailure) return textResult(reason.message, true)
  if (reason instanceof CapabilityMissing && isLegacy(exchange.revision)) return textResult(reason.message, true)
  if (RpcError.is(reason)) throw reason
  return textResult(reportInternal(tool.services, reason, { what: `tool ${tool.name}`, signal: exchange.signal }), true)
}
