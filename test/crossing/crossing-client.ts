import { connectRaw, type Message, type RawConnection } from '#test/support/connect-raw.js'
import type { Revision } from '../wire/revisions.js'

type Json = Readonly<Record<string, unknown>>

/** What came of one request: its result or error, what the server asked meanwhile, and its notifications. */
export interface RequestResult {
  readonly result?: Json | undefined
  readonly error?: Message['error']
  readonly asked: readonly AskedInput[]
  readonly notifications: readonly Message[]
}

/** A question of a server, sent as a request or as an input request. */
export interface AskedInput {
  readonly method: string
  readonly params: Json
}

/** What is served: a server, or a gateway. */
export type Target = Parameters<typeof connectRaw>[0]

/** What a client takes of a connection. */
export type CrossingConnection = Pick<RawConnection, 'request' | 'notify' | 'send' | 'close'>

type Connect = (options: ConnectionOptions) => Promise<CrossingConnection>

/** What a client says of itself, and where it hears of what was not requested. */
export interface ConnectionOptions {
  readonly revision: Revision
  readonly capabilities: Json
  readonly onMessage: (message: Message) => void
}

/** Answers a question. */
export type Respond = (question: AskedInput) => Json

const capabilities = {
  roots: {},
  sampling: { tools: {} },
  elicitation: { form: {}, url: {} },
  extensions: { 'io.modelcontextprotocol/tasks': {} },
}

/** A client of one revision that shows what is on its wire, and answers what it is asked. Its creator closes it. */
export class CrossingClient {
  readonly revision: Revision
  readonly #connection: CrossingConnection
  readonly #messages: Message[]
  readonly #waiting: Set<() => void>
  #respond: Respond = refuse
  #asked: AskedInput[] = []

  private constructor(revision: Revision, connection: CrossingConnection, state: ClientState) {
    this.revision = revision
    this.#connection = connection
    this.#messages = state.messages
    this.#waiting = state.waiting
    state.onQuestion = (message) => this.#answer(message)
  }

  static connect(target: Target, revision: Revision): Promise<CrossingClient> {
    return CrossingClient.open((options) => connectRaw(target, options), revision)
  }

  /** Connects in any way. */
  static async open(connect: Connect, revision: Revision): Promise<CrossingClient> {
    const state: ClientState = { messages: [], waiting: new Set(), onQuestion: () => {} }
    const onMessage = (message: Message) => {
      if (message.id !== undefined && message.method !== undefined) return state.onQuestion(message)
      state.messages.push(message)
      for (const look of [...state.waiting]) look()
    }
    const declared = revision === '2026-07-28' ? capabilities : { ...capabilities, roots: { listChanged: true } }
    const connection = await connect({ revision, capabilities: declared, onMessage })
    return new CrossingClient(revision, connection, state)
  }

  get isModern(): boolean {
    return this.revision === '2026-07-28'
  }

  /** Sends a request, answers what it asks, and resolves with what came of it in the end. */
  async request(method: string, params: Json = {}, respond: Respond = refuse): Promise<RequestResult> {
    const start = this.#messages.length
    this.#respond = respond
    this.#asked = []
    let { result, error } = await this.#connection.request(method, params)
    while (result?.['resultType'] === 'input_required') {
      const inputs = Object.entries((result['inputRequests'] ?? {}) as Readonly<Record<string, AskedInput>>)
      this.#asked.push(...inputs.map(([, question]) => question))
      const inputResponses = Object.fromEntries(inputs.map(([key, question]) => [key, respond(question)]))
      const { requestState } = result
      const retry = { ...params, inputResponses, ...(requestState !== undefined && { requestState }) }
      ;({ result, error } = await this.#connection.request(method, retry))
    }
    const notifications = this.since(start).map(withoutVersion)
    return { result, error, asked: this.#asked, notifications }
  }

  callTool(name: string, args: Json = {}, respond?: Respond): Promise<RequestResult> {
    return this.request('tools/call', { name, arguments: args }, respond)
  }

  /** Sends a request with an id of the caller's; resolves when it is answered, if ever. */
  send(method: string, params: Json, id: string): Promise<Message> {
    return this.#connection.request(method, params, id)
  }

  notify(method: string, params?: Json): void {
    this.#connection.notify(method, params)
  }

  /** Resolves with the first notifications of a kind that came or come, as many as `count`. */
  received(method: string, count: number, from = 0): Promise<readonly Message[]> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.#messages.slice(from).filter((message) => message.method === method)
        if (found.length < count) return
        this.#waiting.delete(look)
        resolve(found)
      }
      this.#waiting.add(look)
      look()
    })
  }

  /** Resolves with the first notification of a kind that `isMeant` is true for. */
  notified(method: string, from: number, isMeant: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.#messages.slice(from).find((message) => message.method === method && isMeant(message))
        if (found === undefined) return
        this.#waiting.delete(look)
        resolve(found)
      }
      this.#waiting.add(look)
      look()
    })
  }

  /** How many messages came so far. */
  get messageCount(): number {
    return this.#messages.length
  }

  /** What came since then. */
  since(start: number): readonly Message[] {
    return this.#messages.slice(start)
  }

  close(): void {
    this.#connection.close()
  }

  #answer({ id, method = '', params = {} }: Message): void {
    const question = { method, params }
    this.#asked.push(question)
    try {
      this.#connection.send({ jsonrpc: '2.0', id, result: this.#respond(question) })
    } catch (error) {
      this.#connection.send({ jsonrpc: '2.0', id, error: { code: -32_603, message: String(error) } })
    }
  }
}

interface ClientState {
  readonly messages: Message[]
  readonly waiting: Set<() => void>
  onQuestion: (message: Message) => void
}

/** It is on no message of a pipe of values, and on all others. */
function withoutVersion({ method, params }: Message): Message {
  return { ...(method !== undefined && { method }), ...(params !== undefined && { params }) }
}

function refuse({ method }: AskedInput): never {
  throw new Error(`Nobody answers ${method}`)
}
