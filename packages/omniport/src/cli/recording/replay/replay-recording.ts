import type { RecordedLine } from '../../../entries/protocol.js'
import { messageText } from '../file/message-text.js'
import type { RecordingFile, TextLine } from '../file/open-recording.js'
import { type AnyMessage, idKey, partsOf, toMembers } from '../turns/messages.js'
import type { ReplayConnection } from './connection.js'
import { Inbox } from './inbox.js'
import { ValueMap } from './value-map.js'

export interface ReplayOptions {
  /** Opens a connection, and passes on what comes. */
  readonly open: (inbox: Inbox) => Promise<ReplayConnection>
  /** True: over HTTP, where each recorded connection is one again. */
  readonly isHttp: boolean
  /** The recorded connections with a session. Over a pipe, requests without one share a connection. */
  readonly sessions: ReadonlySet<number>
  /** How long an answer is awaited that was recorded. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/**
 * Sends what the client said in a recording to a server: in its order, each message when what the server had said before it has
 * come. The ids, states, tasks and cursors of the server are those of now. Resolves with the number of messages sent.
 */
export async function replayRecording(file: RecordingFile, options: ReplayOptions): Promise<number> {
  const connections = new Map<number, LiveConnection>()
  let sent = 0
  try {
    for await (const { line, text } of file.lines()) {
      options.signal.throwIfAborted()
      const isOwn = options.isHttp || line.transport === 'stdio' || options.sessions.has(line.connection)
      const key = isOwn ? line.connection : 0
      let connection = connections.get(key)
      if (connection === undefined) {
        if (line.from === 'server') continue
        connection = await LiveConnection.open(options)
        connections.set(key, connection)
      }
      if (line.from === 'server') await connection.await(line)
      else if (line.cut !== true && (await connection.send({ line, text }))) sent += 1
    }
    await Promise.all([...connections.values()].map((connection) => connection.settle()))
  } finally {
    await Promise.all([...connections.values()].map((connection) => connection.close()))
  }
  return sent
}

class LiveConnection {
  readonly #options: ReplayOptions
  readonly #inbox = new Inbox()
  readonly #values = new ValueMap()
  /** By recorded id of a request of the server, the one it has now. */
  readonly #ids = new Map<string, unknown>()
  /** Requests whose answer has not come. */
  readonly #open = new Set<string>()
  /** By method, how many notifications were awaited in vain. */
  readonly #missing = new Map<string, number>()
  #connection: ReplayConnection | undefined

  private constructor(options: ReplayOptions) {
    this.#options = options
  }

  static async open(options: ReplayOptions): Promise<LiveConnection> {
    const live = new LiveConnection(options)
    live.#connection = await options.open(live.#inbox)
    return live
  }

  /** Resolves with true if something was sent. */
  async send(recorded: TextLine): Promise<boolean> {
    const { line } = recorded
    if (line.message === undefined) {
      const isContent = line.text !== undefined && line.text.trim() !== ''
      if (line.request === undefined && !isContent) return false
      await this.#connection?.send(line.text ?? '', line)
      return true
    }
    const live = this.#toLive(line.message)
    for (const { id, method } of partsOf(live)) {
      if (id !== undefined && method !== undefined && method !== 'subscriptions/listen') this.#open.add(idKey(id))
    }
    const text = live === line.message ? messageText(recorded) : undefined
    await this.#connection?.send(text ?? JSON.stringify(live), line)
    return true
  }

  /** Waits for what the server said at this point of the recording. */
  async await(line: RecordedLine): Promise<void> {
    if (line.message === undefined || line.stream !== undefined) return
    for (const part of partsOf(line.message)) {
      if (part.method === undefined) await this.#awaitAnswer(part)
      else if (part.id !== undefined) await this.#awaitRequest(part)
      else if (part.method !== 'notifications/progress') await this.#awaitNotification(String(part.method))
    }
  }

  /** Waits for answers that were not recorded, but may come. */
  async settle(): Promise<void> {
    for (const id of this.#open) await this.#inbox.answer(JSON.parse(id), Math.min(settleMs, this.#options.timeoutMs))
  }

  async close(): Promise<void> {
    await this.#connection?.close()
  }

  async #awaitAnswer(recorded: AnyMessage): Promise<void> {
    const answer = await this.#inbox.answer(recorded.id, this.#options.timeoutMs)
    this.#open.delete(idKey(recorded.id))
    if (answer !== undefined) this.#values.learn(recorded, answer)
  }

  async #awaitRequest(recorded: AnyMessage): Promise<void> {
    const request = await this.#inbox.request(String(recorded.method), this.#options.timeoutMs)
    if (request === undefined) return
    this.#ids.set(idKey(recorded.id), request.id)
    this.#values.learn(recorded.params, request.params)
  }

  /** What a server announces may come late, or not at all. */
  async #awaitNotification(method: string): Promise<void> {
    const missing = this.#missing.get(method) ?? 0
    if (missing >= mostMissing) return
    const found = await this.#inbox.notification(method, settleMs)
    if (!found) this.#missing.set(method, missing + 1)
  }

  #toLive(message: unknown): unknown {
    const live = this.#values.toLive(message)
    if (Array.isArray(live)) {
      const parts = live.map((part) => this.#withLiveId(part))
      return parts.every((part, at) => part === live[at]) ? live : parts
    }
    return this.#withLiveId(live)
  }

  /** An answer of the client has the id of the request as it came now. */
  #withLiveId(part: unknown): unknown {
    const { id, method } = toMembers(part) as AnyMessage
    if (method !== undefined || !this.#ids.has(idKey(id))) return part
    return { ...toMembers(part), id: this.#ids.get(idKey(id)) }
  }
}

/** Time for notifications, and for answers that were not recorded. */
const settleMs = 500

/** Notifications of one method that are awaited in vain. */
const mostMissing = 3
