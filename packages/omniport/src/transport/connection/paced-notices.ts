import type { RpcId, RpcNotification } from '../../jsonrpc/messages.js'
import { metaKeys } from '../../protocol/meta-keys.js'

/** Where notices go. */
export interface PacedNoticesOptions {
  readonly send: (message: RpcNotification) => void
  /** Whether as much waits for the client as may. */
  readonly isFull: () => boolean
  /** Called when the first of a row of messages is left out. */
  readonly onLeftOut: () => void
}

/**
 * What a server tells a client that does not read: of equal notices of changes one waits, log messages and progress are left
 * out. Everything else belongs to something that is bounded itself.
 *
 * spec: server/utilities/logging#implementation-considerations
 */
export class PacedNotices {
  readonly #options: PacedNoticesOptions
  readonly #held = new Map<string, RpcNotification>()
  #isLeavingOut = false

  constructor(options: PacedNoticesOptions) {
    this.#options = options
  }

  send(message: RpcNotification): void {
    const { send, isFull } = this.#options
    if (!isFull()) {
      this.flush()
      this.#isLeavingOut = false
      send(message)
    } else if (passing.has(message.method)) this.#leaveOut()
    else if (changes.has(message.method)) this.#held.set(JSON.stringify(message), message)
    else send(message)
  }

  /** Less waits than before. */
  flush(): void {
    for (const [key, message] of this.#held) {
      if (this.#options.isFull()) return
      this.#held.delete(key)
      this.#options.send(message)
    }
  }

  /** What waits for a subscription that is over is not sent any more. */
  forget(subscription: RpcId): void {
    for (const [key, { params }] of this.#held) {
      const meta = params?.['_meta'] as { readonly [name: string]: unknown } | undefined // made by a subscription
      if (meta?.[metaKeys.subscriptionId] === subscription) this.#held.delete(key)
    }
  }

  #leaveOut(): void {
    if (this.#isLeavingOut) return
    this.#isLeavingOut = true
    this.#options.onLeftOut()
  }
}

const passing: ReadonlySet<string> = new Set(['notifications/message', 'notifications/progress'])

const changes: ReadonlySet<string> = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
])
