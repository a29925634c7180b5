import type { RpcResponse } from '../../jsonrpc/messages.js'
import type { ResponseWriter } from './answer.js'
import { createPlainEventWriter } from './direct-outlet.js'

/** The way of answers that nobody can come back to. */
export function createPlainResponse(statusOf: (response: RpcResponse) => number): ResponseWriter {
  return {
    open: (context) => createPlainEventWriter(context.openEventStream()),
    sendComplete: (context, data) => context.sendEvents([{ data }]),
    statusOf,
  }
}
