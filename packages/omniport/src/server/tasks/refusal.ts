import { cloneJson } from '../../jsonrpc/clone-json.js'
import type { RpcErrorObject } from '../../jsonrpc/messages.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import { clipStatus } from './task-status-line.js'

/** The error that a client answered a question with, as a task keeps it: whole, unless it says too much. */
export function toRefusal(error: RpcError): RpcErrorObject {
  const whole = cloneJson(error.toObject()) as RpcErrorObject // the same as JSON has it
  return JSON.stringify(whole).length <= maxLength ? whole : { code: whole.code, message: clipStatus(whole.message) }
}

/** The same as the handler gets it. */
export function fromRefusal({ code, message, data }: RpcErrorObject): RpcError {
  return new RpcError(code, message, data)
}

/** Characters of JSON. */
const maxLength = 4_000
