import type { RpcResponse } from '../../jsonrpc/messages.js'
import type { AnswerRoad } from './answer.js'
import { createDirectOutlet } from './direct-outlet.js'

/** The way of answers that nobody can come back to. */
export function createDirectRoad(statusOf: (response: RpcResponse) => number): AnswerRoad {
  return {
    open: (post) => createDirectOutlet(post.openEventStream()),
    sendWhole: (post, data) => post.sendEvents([{ data }]),
    statusOf,
  }
}
