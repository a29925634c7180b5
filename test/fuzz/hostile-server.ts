import type { MessageStreams } from '../../packages/omniport/src/client/connect/targets/streams-connector.js'
import { isId } from '../../packages/omniport/src/jsonrpc/messages/is-id.js'
import { isObject } from '../../packages/omniport/src/values/json/is-object.js'

/** What a server does when it is asked something: sends values as they are, after it answered or not. */
export interface HostileAnswer {
  readonly how: 'result' | 'error' | 'nothing' | 'other id' | 'twice' | 'number as text' | 'exit'
  readonly value: unknown
  /** Sent before. */
  readonly noise: readonly unknown[]
}

/** A server at the other end of two streams of messages, which answers its handshake well and everything else as it is told. */
export class HostileServer {
  readonly target: MessageStreams
  /** All that the client sent. */
  readonly received: unknown[] = []
  /** All that was sent to it, but for the handshake. */
  readonly sent: unknown[] = []
  hasLeft = false
  readonly #writer: WritableStreamDefaultWriter<unknown>
  readonly #handshake: (method: string, params: unknown) => object | undefined
  readonly #answers: HostileAnswer[]

  constructor(handshake: (method: string, params: unknown) => object | undefined, answers: readonly HostileAnswer[]) {
    const toServer = new TransformStream<unknown, unknown>(undefined, { highWaterMark: 100 }, { highWaterMark: 100 })
    const toClient = new TransformStream<unknown, unknown>(undefined, { highWaterMark: 100 }, { highWaterMark: 100 })
    this.target = { readable: toClient.readable, writable: toServer.writable }
    this.#writer = toClient.writable.getWriter()
    this.#handshake = handshake
    this.#answers = [...answers]
    void this.#read(toServer.readable)
  }

  async #read(readable: ReadableStream<unknown>): Promise<void> {
    for await (const value of readable) {
      this.received.push(value)
      for (const part of Array.isArray(value) ? value : [value]) this.#take(part)
    }
    this.#writer.close().catch(() => {})
  }

  #take(message: unknown): void {
    if (!isObject(message) || typeof message['method'] !== 'string' || !isId(message['id'])) return
    const { id, method, params } = message
    const result = this.#handshake(method, params)
    if (result === undefined) this.#answer(id, this.#answers.shift() ?? refusal)
    else this.#write({ jsonrpc: '2.0', id, result })
  }

  #answer(id: unknown, { how, value, noise }: HostileAnswer): void {
    for (const each of noise) this.#send(each)
    const result = { jsonrpc: '2.0', id, result: value }
    if (how === 'result' || how === 'twice') this.#send(result)
    if (how === 'twice') this.#send(result)
    if (how === 'error') this.#send({ jsonrpc: '2.0', id, error: value })
    if (how === 'other id') this.#send({ ...result, id: `${String(id)}x` })
    if (how === 'number as text') this.#send({ ...result, id: typeof id === 'number' ? String(id) : id })
    if (how !== 'exit') return
    this.hasLeft = true
    this.#writer.close().catch(() => {})
  }

  #send(value: unknown): void {
    this.sent.push(value)
    this.#write(value)
  }

  #write(value: unknown): void {
    this.#writer.write(structuredClone(value)).catch(() => {})
  }
}

/** What is said when there is nothing more to say. */
const refusal: HostileAnswer = { how: 'error', value: { code: -32601, message: 'No' }, noise: [] }
