import { cloneJson } from '../../jsonrpc/clone-json.js'
import type { RpcErrorObject } from '../../jsonrpc/messages.js'
import type { RpcError } from '../../jsonrpc/rpc-error.js'
import { truncateStatus } from './task-status-line.js'

/** The error that a client answered a question with, as a task keeps it: whole, unless it says too much. */
export function toRefusal(error: RpcError): RpcErrorObject {
  const whole = cloneJson(error.toObject()) as RpcErrorObject // the same as JSON has it
  return JSON.stringify(whole).length <= maxLength
    ? whole
    : { code: whole.code, message: truncateStatus(whole.message) }
}

/** Characters of JSON. */
const maxLength = 4_000
