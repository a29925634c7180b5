import type { RecordedMessage, Revision } from '../../entries/protocol.js'
import { newestLegacyRevision } from './known-revisions.js'

/** The messages of a raw connection, of both sides and in order. */
export class MessageLog {
  readonly recorded: RecordedMessage[] = []
  /** That later messages are recorded with. */
  revision: Revision = newestLegacyRevision
  readonly #isHttp: boolean

  constructor(isHttp = false) {
    this.#isHttp = isHttp
  }

  send(message: unknown): void {
    this.#record('client', message)
  }

  /**
   * Records what a server sent and returns its parts: several of a batch. Returns undefined for text that is no object; objects
   * in HTTP bodies that do not say that they are JSON-RPC are not recorded.
   */
  receive(text: string): readonly RawMessage[] | undefined {
    const value = parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    if (this.recorded.length >= mostMessages) return []
    const isMessage = !this.#isHttp || Array.isArray(value) || 'jsonrpc' in value
    if (isMessage) this.#record('server', value)
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value]
    return parts.filter((each) => typeof each === 'object' && each !== null) as readonly RawMessage[]
  }

  #record(from: 'client' | 'server', message: unknown): void {
    this.recorded.push({ revision: this.revision, from, message, ...(this.#isHttp && { http: true }) })
  }
}

/** An object that a server sent; nothing else of it is checked. */
export type RawMessage = Readonly<Record<string, unknown>>

/** Later messages are dropped. */
const mostMessages = 10_000

/** Characters of one message. */
export const mostCharacters = 64 * 1024 * 1024

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
