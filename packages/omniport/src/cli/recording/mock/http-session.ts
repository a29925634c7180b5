import type { ServerResponse } from 'node:http'
import type { TextLine } from '../file/open-recording.js'
import type { AnyMessage } from '../turns/messages.js'
import type { Step, Turn } from '../turns/turn.js'
import { toLiveRequest } from './live-message.js'
import { MockConnection } from './mock-connection.js'
import type { MockResponse } from './mock-response.js'
import { playTurn } from './play-turn.js'
import type { PooledTurn, TurnPool } from './turn-pool.js'
import { answerUnanswered, answerUnrecorded } from './unrecorded.js'
import { Waiters } from './waiters.js'

export interface HttpSessionOptions {
  readonly pool: TurnPool
  readonly speed: number | undefined
  readonly isSession: boolean
}

/** An HTTP request of the client, and how it is answered. */
export interface LiveExchange {
  readonly response: MockResponse
  readonly socket: ServerResponse
  /** The revision that a header names. */
  readonly header?: string | undefined
}

/** A session over HTTP, or all requests without one. */
export class HttpSession {
  readonly connection: MockConnection
  readonly #options: HttpSessionOptions
  /** By the number of the recorded exchange; 0 is the stream of what was recorded over pipes. */
  readonly #streams = new Map<number, MockResponse>()
  readonly #opened = new Waiters<number>()

  constructor(options: HttpSessionOptions) {
    this.#options = options
    this.connection = new MockConnection(options.pool, options.isSession)
  }

  close(): void {
    this.connection.close()
  }

  /** True: a session was recorded, or pipes were, whose clients have a session over HTTP. */
  async hadId({ turn, file }: PooledTurn): Promise<boolean> {
    if (turn.transport === 'stdio') return true
    const head = turn.steps.find(({ type }) => type === 'head')
    return head !== undefined && (await file.lineAt(head)).line.headers?.['mcp-session-id'] !== undefined
  }

  async receive(parts: readonly AnyMessage[], exchange: LiveExchange): Promise<void> {
    this.connection.receive(parts)
    const asked = parts.filter(({ method }) => method !== undefined)
    if (asked.length === 0) {
      exchange.response.end()
      return
    }
    await this.play(this.connection.choose(asked, exchange.header), asked, exchange)
  }

  /** Answers messages with a recorded turn. */
  async play(
    chosen: PooledTurn | undefined,
    asked: readonly AnyMessage[],
    { response, socket }: LiveExchange,
  ): Promise<void> {
    const requests = asked.filter(({ id }) => id !== undefined)
    if (chosen === undefined) {
      const answers = requests.map((request) => answerUnrecorded(request, this.#options.pool))
      if (answers.length === 0) response.end()
      else response.sendJson(200, answers.length === 1 ? answers[0] : answers)
      return
    }
    const isAnswered = await this.#playTurn(chosen, asked, { response, socket })
    const { turn } = chosen
    if (!response.hasBegun && !isAnswered && requests.length > 0 && !turn.isCancelled)
      response.sendJson(200, answerUnanswered(requests[0]?.id, chosen))
    if (turn.method !== 'subscriptions/listen') response.end()
  }

  /** Opens a stream, or ends the session, as it was recorded. */
  async serveStream(key: string, exchange: LiveExchange): Promise<void> {
    const chosen = this.connection.chooseByKey(key)
    if (chosen?.turn.exchange !== undefined) {
      this.#open(chosen.turn.exchange, exchange.response)
      await this.#playTurn(chosen, [], exchange)
      return
    }
    const isStream = key.startsWith('HTTP GET')
    if (!isStream || !this.#options.pool.hasPipes) {
      exchange.response.end(isStream ? 405 : 200)
      return
    }
    exchange.response.openStream()
    this.#open(0, exchange.response)
  }

  #open(exchange: number, response: MockResponse): void {
    this.#streams.set(exchange, response)
    this.#opened.add(exchange)
  }

  async #playTurn(chosen: PooledTurn, asked: readonly AnyMessage[], exchange: LiveExchange): Promise<boolean> {
    const left = new AbortController()
    // What follows from a message may go on in another stream when its response is complete.
    exchange.socket.once('close', () => {
      if (!exchange.socket.writableFinished) left.abort()
    })
    const signal = AbortSignal.any([left.signal, this.connection.signal])
    const { turn } = chosen
    const own = exchange.response
    const send = async (step: Step, recorded: TextLine, json: string | undefined) => {
      const target = this.#isOwn(step, turn, asked) ? own : await this.#streamFor(step, signal)
      if (target === own && turn.transport === 'stdio' && json !== undefined && isOnlyStep(turn))
        own.sendJson(200, json)
      else await target.send(step, recorded, json)
    }
    const options = { connection: this.connection, output: { send }, live: toLiveRequest(asked), signal }
    return playTurn(chosen, { ...options, speed: this.#options.speed }).catch(() => {
      // The client left, which may have been recorded so: what it asked for goes on in another stream.
      return true
    })
  }

  /** What follows a notification cannot stand in its response. */
  #isOwn(step: Step, turn: Turn, asked: readonly AnyMessage[]): boolean {
    if (step.exchange !== undefined) return step.exchange === turn.exchange
    return asked.some(({ id }) => id !== undefined)
  }

  async #streamFor({ exchange = 0 }: Step, signal: AbortSignal): Promise<MockResponse> {
    await this.#opened.wait(exchange, signal)
    const stream = this.#streams.get(exchange)
    if (stream === undefined) throw new Error('The stream is not open') // it was opened
    return stream
  }
}

function isOnlyStep({ steps }: Turn): boolean {
  return steps.length === 1
}
