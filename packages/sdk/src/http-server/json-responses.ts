import type { HttpHeaders, HttpReply } from '#core/serve'
import type { JSONRPCMessage, RequestId } from '../types.js'
import { refuse } from './refuse.js'

/** The JSON reply to the requests of one POST, which is sent when all have a response. */
export class JsonResponses {
  readonly ids: readonly RequestId[]
  readonly #responses = new Map<RequestId, JSONRPCMessage>()
  readonly #reply: HttpReply
  readonly #headers: () => HttpHeaders

  constructor(ids: readonly RequestId[], reply: HttpReply, headers: () => HttpHeaders) {
    this.ids = ids
    this.#reply = reply
    this.#headers = headers
  }

  /** Takes a response. Returns true if it was the last one. */
  add(id: RequestId, response: JSONRPCMessage): boolean {
    this.#responses.set(id, response)
    const responses = this.ids.flatMap((each) => this.#responses.get(each) ?? [])
    if (responses.length < this.ids.length) return false
    const body = JSON.stringify(responses.length === 1 ? responses[0] : responses)
    this.#reply.send(200, { 'content-type': 'application/json', ...this.#headers() }, body)
    return true
  }

  /** Answers that there will be no responses. */
  abandon(): void {
    refuse(this.#reply, 404, { code: -32001, message: 'Session not found' })
  }
}
