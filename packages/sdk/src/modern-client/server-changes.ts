import type { Change, Client, Listening } from '#core/client'
import { isRecord } from '../protocol/message-kind.js'
import type { JSONRPCMessage } from '../types.js'

export interface ServerChangesOptions {
  readonly deliver: (message: JSONRPCMessage) => void
  readonly onError: (error: Error) => void
}

/** The changes of a modern server, which its client gets as the notifications of an earlier revision. */
export class ServerChanges {
  readonly #client: Client
  readonly #options: ServerChangesOptions
  readonly #resources = new Map<string, Promise<Listening>>()

  constructor(client: Client, options: ServerChangesOptions) {
    this.#client = client
    this.#options = options
  }

  /** Subscribes to changes of the lists that the server announces. Resolves when it has acknowledged. */
  async listen(): Promise<void> {
    const { capabilities } = this.#client
    const announces = (kind: string) => isRecord(capabilities[kind]) && capabilities[kind]['listChanged'] === true
    const [tools, prompts, resources] = ['tools', 'prompts', 'resources'].map(announces)
    if (tools || prompts || resources) void this.#follow(await this.#client.listen({ tools, prompts, resources }))
  }

  /** Subscribes to changes of a resource. */
  async subscribe(uri: string, signal: AbortSignal): Promise<void> {
    if (this.#resources.has(uri)) return
    const listening = this.#client.listen({ uris: [uri] }, { signal })
    this.#resources.set(uri, listening)
    try {
      void this.#follow(await listening)
    } catch (error) {
      this.#resources.delete(uri)
      throw error
    }
  }

  async unsubscribe(uri: string): Promise<void> {
    const listening = this.#resources.get(uri)
    this.#resources.delete(uri)
    await (await listening)?.close()
  }

  /** Delivers changes until the subscription ends. */
  async #follow(listening: Listening): Promise<void> {
    try {
      for await (const change of listening) this.#options.deliver(notificationOf(change))
    } catch (error) {
      this.#options.onError(error as Error)
    }
  }
}

function notificationOf(change: Change): JSONRPCMessage {
  if (change.type !== 'resource') return { jsonrpc: '2.0', method: `notifications/${change.type}/list_changed` }
  return { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: change.uri } }
}
