import type { RpcNotification } from '../../jsonrpc/messages.js'
import type { Principal } from '../../protocol/peer.js'
import { MessageExchange, type MessageExchangeOptions } from '../message-exchange.js'
import type { Answer } from './answer.js'
import type { HttpRequest } from './http-request.js'

/** What an exchange over HTTP is made from; `answer` is absent for notifications, to which nothing can belong. */
export interface HttpExchangeOptions extends Omit<MessageExchangeOptions, 'caller' | 'send'> {
  readonly request: HttpRequest
  readonly principal: Principal | undefined
  readonly answer?: Answer | undefined
}

/** The surroundings of one message over HTTP. */
export class HttpExchange extends MessageExchange {
  constructor({ request, answer, revision, client, principal, call, session, ask, closeStream }: HttpExchangeOptions) {
    const caller = { principal, headers: () => request.headers }
    const send = (message: RpcNotification) => answer?.notify(message)
    super({ revision, client, caller, call, session, ask, closeStream, send })
  }
}
