import type { HttpHeaders, HttpReply } from '#core/serve'
import type { JSONRPCMessage, RequestId } from '../types.js'
import { refuse } from './refuse.js'

/** The JSON reply to the requests of one POST, which is sent when all have a response. */
export class JsonResponses {
  readonly ids: readonly RequestId[]
  /** What has come, where more is to come. */
  #responses: Map<RequestId, JSONRPCMessage> | undefined
  readonly #reply: HttpReply
  readonly #headers: () => HttpHeaders

  constructor(ids: readonly RequestId[], reply: HttpReply, headers: () => HttpHeaders) {
    this.ids = ids
    this.#reply = reply
    this.#headers = headers
  }

  /** Takes a response. Returns true if it was the last one. */
  add(id: RequestId, response: JSONRPCMessage): boolean {
    if (this.ids.length === 1) return this.#send(response)
    this.#responses ??= new Map()
    this.#responses.set(id, response)
    const responses: JSONRPCMessage[] = []
    for (const each of this.ids) {
      const present = this.#responses.get(each)
      if (present === undefined) return false
      responses.push(present)
    }
    return this.#send(responses)
  }

  /** Answers that there will be no responses. */
  abandon(): void {
    refuse(this.#reply, 404, { code: -32001, message: 'Session not found' })
  }

  #send(body: JSONRPCMessage | readonly JSONRPCMessage[]): true {
    this.#reply.send(200, { 'content-type': 'application/json', ...this.#headers() }, JSON.stringify(body))
    return true
  }
}
