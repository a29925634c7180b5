import { checkMessage, type Sender } from '../wire/check-message.js'
import { isRecord } from '../wire/is-record.js'
import { createRecorder } from '../wire/recorder.js'
import type { Revision } from '../wire/revisions.js'

/**
 * Holds what crosses the wire of a case against the official schemas: each message against that of its revision, which is
 * the newest for requests that say so and what belongs to them, and else the one of the transcript.
 */
export class WireCheck {
  readonly #revision: Revision
  readonly #http: boolean
  readonly #recorder = createRecorder()
  readonly #revisions = new Map<unknown, Revision>()
  readonly #wrong: Wrong[] = []
  readonly #problems: string[] = []

  /** `http`: messages are bodies, where an error may come without an id. */
  constructor(revision: Revision, { http = false } = {}) {
    this.#revision = revision
    this.#http = http
  }

  /** A message of the client. */
  sent(message: unknown): void {
    for (const part of partsOf(message)) if (part.id !== undefined) this.#revisions.set(part.id, this.#revisionOf(part))
    this.#record('client', message)
  }

  /** A deliberately wrong message of the client: it is not checked, and its answer answers nothing but itself. */
  sentWrong(message: unknown): void {
    for (const part of partsOf(message)) {
      if (part.id === undefined) continue
      const method = typeof part.method === 'string' ? part.method : undefined
      this.#wrong.push({ id: part.id, method })
      if (!this.#revisions.has(part.id)) this.#revisions.set(part.id, this.#revisionOf(part))
    }
  }

  /** A message of the server. */
  received(message: unknown): void {
    const wrong = partsOf(message).map((part) => this.#takeWrong(part))
    if (wrong.every((answered) => answered === undefined)) {
      this.#record('server', message)
      return
    }
    const methods = new Map(wrong.map((answered) => [answered?.id, answered?.method]))
    const context = { methodOf: (id: unknown) => methods.get(id), http: this.#http }
    this.#problems.push(...checkMessage(this.#revisionOf(partsOf(message)[0] ?? {}), 'server', message, context))
  }

  /** Throws one `Error` that names every problem. */
  assertValid(): void {
    this.#recorder.assertValid()
    if (this.#problems.length > 0) throw new Error(`answers to wrong messages are wrong:\n${this.#problems.join('\n')}`)
  }

  #record(from: Sender, message: unknown): void {
    this.#recorder.record({ revision: this.#revisionOf(partsOf(message)[0] ?? {}), from, message, http: this.#http })
  }

  #takeWrong({ id, method }: Part): Wrong | undefined {
    const index = method === undefined ? this.#wrong.findIndex((wrong) => wrong.id === id) : -1
    return index === -1 ? undefined : this.#wrong.splice(index, 1)[0]
  }

  #revisionOf({ id, method, params }: Part): Revision {
    if (method === undefined) return this.#revisions.get(id) ?? this.#revision
    const meta = isRecord(params) ? params['_meta'] : undefined
    if (!isRecord(meta)) return this.#revision
    const isModern = ['protocolVersion', 'subscriptionId'].some((key) => `io.modelcontextprotocol/${key}` in meta)
    return isModern ? '2026-07-28' : this.#revision
  }
}

interface Wrong {
  readonly id: unknown
  readonly method: string | undefined
}

interface Part {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

function partsOf(message: unknown): Part[] {
  return (Array.isArray(message) ? message : [message]).filter(isRecord)
}
