import type { RpcNotification } from '../../jsonrpc/messages.js'
import { MessageExchange, type MessageExchangeOptions } from '../message-exchange.js'
import type { Answer } from './answer.js'
import type { HttpRequest } from './http-request.js'

/** What an exchange over HTTP is made from; `answer` is absent for notifications, to which nothing can belong. */
export interface HttpExchangeOptions extends Omit<MessageExchangeOptions, 'headers' | 'send'> {
  readonly request: HttpRequest
  readonly answer?: Answer | undefined
}

/** The surroundings of one message over HTTP. */
export class HttpExchange extends MessageExchange {
  constructor({ request, answer, revision, client, principal, call, session, ask, closeStream }: HttpExchangeOptions) {
    const headers = () => request.headers
    const send = (message: RpcNotification) => answer?.notify(message)
    super({ revision, client, principal, call, session, ask, closeStream, headers, send })
  }
}
