import { cloneJson } from '../../jsonrpc/clone-json.js'
import type { RpcErrorObject } from '../../jsonrpc/messages.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import { codecOf } from '../../protocol/codec-of.js'
import { encodeResultContent } from '../../protocol/encode-result-content.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import { profileOf } from '../../protocol/profile.js'
import { callTool, type ToolRequest } from '../call-tool.js'
import { reportInternal } from '../internal-error.js'
import type { ToolEntry } from '../tool-entry.js'
import type { TaskOutcome } from './task-snapshot.js'

/** Calls a tool to its end. What comes of it is JSON: a result in newest shape, or an error as its revision has it. */
export async function runOutcome(tool: ToolEntry, call: ToolRequest): Promise<TaskOutcome> {
  try {
    const result = await callTool(tool, call.message.params ?? {}, call)
    const encoded = encodeResultContent('tools/call', result, profileOf('2026-07-28'))
    return { type: 'result', result: cloneJson(encoded) as CallToolResult } // the same as JSON has it
  } catch (reason) {
    return { type: 'error', error: toErrorObject(reason, tool, call) }
  }
}

function toErrorObject(reason: unknown, tool: ToolEntry, { exchange }: ToolRequest): RpcErrorObject {
  const { revision, signal } = exchange
  const internal = (error: unknown) =>
    RpcError.internal(reportInternal(tool.services, error, { what: `tool ${tool.name}`, signal })).toObject()
  if (!RpcError.is(reason)) return internal(reason)
  try {
    return cloneJson(codecOf(revision).encodeError(reason, profileOf(revision))) as RpcErrorObject // the same as JSON has it
  } catch (error) {
    return internal(error)
  }
}
