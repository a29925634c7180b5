import type { Logger } from '../../../async/runtime/logger.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import type { EventLog } from '../../../store/event-log.js'
import type { Sessions } from '../../../store/sessions.js'
import type { JsonValue } from '../../../values/json/json-value.js'

export interface SseRelayOptions {
  readonly sessions: Sessions
  readonly eventLog: EventLog
  readonly runtime: Runtime
  readonly logger: Logger
}

/** What was posted to another node than the one that has the stream. */
export interface RelayedMessage {
  readonly value: JsonValue
  readonly principal?: Principal | undefined
}

export interface RelayTarget {
  /** The id of the principal that opened the stream. */
  readonly principalId: string | undefined
  readonly onMessage: (message: RelayedMessage) => void
  /** Messages may have been missed, so that the stream cannot go on. */
  readonly onLoss: () => void
}

/** The time that a record outlives the node that wrote it, and the time after which it is written again. */
const recordMs = 60_000
const refreshMs = 20_000

/**
 * Passes what is posted to any node to the node that has the stream of its session, by way of the event log, so that nothing is lost
 * and the order stays.
 */
export class SseRelay {
  readonly #options: SseRelayOptions

  constructor(options: SseRelayOptions) {
    this.#options = options
  }

  /** Takes what is posted for a stream of this node. Resolves, once posts are accepted, with a function that ends it. */
  async open(id: string, { principalId, onMessage, onLoss }: RelayTarget): Promise<() => void> {
    const { sessions, runtime, logger } = this.#options
    const value = principalId === undefined ? {} : { principalId }
    await sessions.create(nameOf(id), value, recordMs)
    const ending = new AbortController()
    void this.#read(id, ending.signal, onMessage).catch((error: unknown) => {
      logger.error('Messages of an HTTP+SSE stream could not be read', { error })
      onLoss()
    })
    let stopTimer = () => {}
    const refreshLater = () => {
      stopTimer = runtime.after(refreshMs, () => {
        this.#refresh(id, value).catch((error: unknown) => logger.error('A stream could not be renewed', { error }))
        refreshLater()
      })
    }
    refreshLater()
    return () => {
      stopTimer()
      ending.abort()
      this.#forget(id).catch((error: unknown) => logger.error('A stream could not be forgotten', { error }))
    }
  }

  /** True if a node has the stream, and this principal opened it. */
  async find(id: string, principal: Principal | undefined): Promise<boolean> {
    if (!/^[0-9a-f]{32}$/.test(id)) return false
    const stored = await this.#options.sessions.get(nameOf(id))
    return stored !== undefined && (stored.value as { principalId?: string }).principalId === principal?.id
  }

  /** Resolves once the message cannot be lost any more. */
  async send(id: string, message: RelayedMessage): Promise<void> {
    await this.#options.eventLog.append(nameOf(id), message as object as JsonValue) // undefined members are left out
  }

  async #read(id: string, signal: AbortSignal, onMessage: RelayTarget['onMessage']): Promise<void> {
    for await (const { event } of this.#options.eventLog.read(nameOf(id), undefined, signal)) {
      onMessage(event as object as RelayedMessage) // written by `send`
    }
  }

  async #refresh(id: string, value: JsonValue): Promise<void> {
    const { sessions } = this.#options
    const stored = await sessions.get(nameOf(id))
    if (stored === undefined) await sessions.create(nameOf(id), value, recordMs)
    else await sessions.replace(nameOf(id), stored.version, value, recordMs)
  }

  async #forget(id: string): Promise<void> {
    const { sessions, eventLog } = this.#options
    await Promise.all([sessions.delete(nameOf(id)), eventLog.delete(nameOf(id))])
  }
}

function nameOf(id: string): string {
  return `sse ${id}`
}
