import { randomId } from '../../../../async/runtime/random-id.js'
import type { Runtime } from '../../../../async/runtime/runtime.js'
import type { RpcNotification } from '../../../../jsonrpc/messages/messages.js'
import type { LogLevel } from '../../../../protocol/exchange/log-level.js'
import type { Bus } from '../../../../store/bus.js'
import type { JsonValue } from '../../../../values/json/json-value.js'

/** A change of a session, beside which everything stays as it is. */
export interface SessionChange {
  /** Present once the client has sent `notifications/initialized`. */
  readonly initialized?: true | undefined
  readonly logLevel?: LogLevel | undefined
  readonly subscribed?: readonly string[] | undefined
  readonly unsubscribed?: readonly string[] | undefined
}

/** What one node tells the others about a session. */
export type SessionMessage =
  | { readonly type: 'ended' }
  | { readonly type: 'changed'; readonly change: SessionChange }
  /** The GET stream is read on that node from now on. */
  | { readonly type: 'stream'; readonly key: string }
  /**
   * Notifications that waited for a GET stream, for the node that has it. `isHolder`: they come from the node that had the stream
   * until then, or that kept what was to be sent, so that nothing else was missed.
   */
  | { readonly type: 'waiting'; readonly notifications: readonly RpcNotification[]; readonly isHolder?: boolean }
  /** `asked`: who serves the request of that stream? `served`: the node that says so. */
  | { readonly type: 'asked' | 'served'; readonly key: string }
  /** A notification of the client about a request of another node. */
  | { readonly type: 'received'; readonly notification: RpcNotification }

const topic = 'sessions'

/**
 * Messages about sessions among the nodes that share them. They go over the bus, so that one may be lost: what has to last is
 * in the record of the session too.
 */
export class SessionMessages {
  readonly #bus: Bus
  readonly #node: string

  constructor(bus: Bus, runtime: Runtime) {
    this.#bus = bus
    this.#node = randomId(runtime, 16)
  }

  /** Resolves when it was sent. */
  async publish(id: string, message: SessionMessage): Promise<void> {
    await this.#bus.publish(topic, { node: this.#node, id, message } as object as JsonValue) // undefined members are left out
  }

  /** Calls `listener` for the messages of other nodes. Returns a function that ends it. */
  listen(listener: (id: string, message: SessionMessage) => void): () => void {
    return this.#bus.subscribe(topic, (value) => {
      const { node, id, message } = value as object as Envelope // written by `publish`
      if (node !== this.#node) listener(id, message)
    })
  }
}

interface Envelope {
  readonly node: string
  readonly id: string
  readonly message: SessionMessage
}
