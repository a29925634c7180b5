import type { TextLine } from '../file/open-recording.js'
import { type AnyMessage, partsOf } from '../turns/messages.js'
import type { Step } from '../turns/turn.js'
import type { LiveRequest } from './live-ids.js'
import { parseMessage, toLiveRequest } from './live-message.js'
import { MockConnection } from './mock-connection.js'
import { playTurn } from './play-turn.js'
import type { PooledTurn, TurnPool } from './turn-pool.js'
import { answerUnanswered, answerUnrecorded } from './unrecorded.js'

export interface ServePipesOptions {
  readonly pool: TurnPool
  readonly speed: number | undefined
  /** Bytes of the client. */
  readonly input: AsyncIterable<Uint8Array>
  readonly write: (bytes: Uint8Array) => Promise<void>
  readonly signal: AbortSignal
}

/** Serves one client over pipes. Resolves at the end of the input, when what runs has ended. */
export async function servePipes(options: ServePipesOptions): Promise<void> {
  const served = new ServedPipes(options)
  const onAbort = () => served.close()
  options.signal.addEventListener('abort', onAbort, { once: true })
  try {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of options.input) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > maxLineLength)
        throw new Error(`A line of the client is longer than ${maxLineLength} characters`)
      for (const line of lines) served.receive(line)
    }
    if (rest.trim() !== '') served.receive(rest)
    await served.drained()
  } finally {
    options.signal.removeEventListener('abort', onAbort)
    served.close()
  }
}

/** The longest message of a client. */
const maxLineLength = 67_108_864

class ServedPipes {
  readonly #options: ServePipesOptions
  readonly #connection: MockConnection
  /** The requests that are being answered: at the end of the input they are awaited. */
  readonly #running = new Set<Promise<void>>()

  constructor(options: ServePipesOptions) {
    this.#options = options
    this.#connection = new MockConnection(options.pool, true)
  }

  receive(line: string): void {
    if (line.trim() === '') return
    const message = parseMessage(line)
    if (message === undefined) {
      void this.#write({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } })
      return
    }
    const parts = partsOf(message)
    this.#connection.receive(parts)
    const asked = parts.filter(({ method }) => method !== undefined)
    if (asked.length > 0) this.#begin(asked)
  }

  /** Resolves when no request is being answered any more. Streams and questions that stay open are left. */
  async drained(): Promise<void> {
    await Promise.race([Promise.all(this.#running), new Promise((resolve) => setTimeout(resolve, drainMs).unref())])
  }

  close(): void {
    this.#connection.close()
  }

  #begin(asked: readonly AnyMessage[]): void {
    const chosen = this.#connection.choose(asked)
    if (chosen === undefined) {
      for (const request of asked)
        if (request.id !== undefined) void this.#write(answerUnrecorded(request, this.#options.pool))
      return
    }
    this.#play(chosen, toLiveRequest(asked))
    if (asked.some(({ method }) => method === 'notifications/initialized'))
      for (const stream of this.#connection.streams()) this.#play(stream, { ids: [], progressTokens: [] })
  }

  #play(chosen: PooledTurn, live: LiveRequest): void {
    const running = this.#playTurn(chosen, live).catch(() => {
      // The connection has ended: there is nobody to answer.
    })
    if (live.ids.length === 0 || chosen.turn.method === 'subscriptions/listen') return
    this.#running.add(running)
    void running.then(() => this.#running.delete(running))
  }

  async #playTurn(chosen: PooledTurn, live: LiveRequest): Promise<void> {
    const connection = this.#connection
    const { speed } = this.#options
    const output = { send: (_step: Step, recorded: TextLine, json: string | undefined) => this.#send(recorded, json) }
    const isAnswered = await playTurn(chosen, { connection, output, live, signal: connection.signal, speed })
    if (isAnswered || chosen.turn.isCancelled || chosen.turn.method === 'subscriptions/listen') return
    for (const id of live.ids) await this.#write(answerUnanswered(id, chosen))
  }

  async #send({ line }: TextLine, json: string | undefined): Promise<void> {
    if (json === undefined) return
    const [before, after] = (line.transport === 'stdio' ? line.frame : undefined) ?? ['', '\n']
    await this.#options.write(Buffer.from(`${before}${json}${after === '' ? '\n' : after}`))
  }

  async #write(message: object): Promise<void> {
    await this.#options.write(Buffer.from(`${JSON.stringify(message)}\n`)).catch(() => {
      // Nobody reads any more.
    })
  }
}

/** Time for answers after the end of the input. */
const drainMs = 5_000
