import { waitFor } from '../../../async/waiting/wait-for.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { hasCode } from '../../../values/errors/has-code.js'
import type { ConnectionRequestOptions, RevisionConnection } from '../../connect/revision-connection.js'

/** The number of subscriptions to a resource, and the last request about it. */
interface Entry {
  count: number
  last: Promise<boolean>
}

/** The resources that a legacy server watches, each subscribed to once. spec: server/resources#subscriptions */
export class UriSubscriptions {
  readonly #connection: RevisionConnection
  readonly #entries = new Map<string, Entry>()

  constructor(connection: RevisionConnection) {
    this.#connection = connection
  }

  /** Settles with the URIs that the server accepted. Rejects, and unsubscribes, when it cannot be asked. */
  async add(uris: readonly string[], { signal, timeoutMs }: ConnectionRequestOptions): Promise<readonly string[]> {
    const adding = this.#addAll(uris, { timeoutMs })
    try {
      return await waitFor(adding, { clock: this.#connection.services.runtime, signal })
    } catch (reason) {
      void adding.then(
        (honoured) => this.delete(honoured),
        () => {},
      )
      throw reason
    }
  }

  /** Unsubscribes where these were the last subscriptions. Settles when the server knows; never rejects. */
  async delete(uris: readonly string[]): Promise<void> {
    await Promise.all(uris.map((uri) => this.#leave(uri)))
  }

  /** Takes no signal of a caller, since others may wait for the same request. */
  async #addAll(uris: readonly string[], options: ConnectionRequestOptions): Promise<readonly string[]> {
    const outcomes = await Promise.allSettled(uris.map((uri) => this.#add(uri, options)))
    const honoured = uris.filter((_, index) => {
      const outcome = outcomes[index]
      return outcome?.status === 'fulfilled' && outcome.value
    })
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed === undefined) return honoured
    void this.delete(honoured)
    throw failed.reason
  }

  async #add(uri: string, options: ConnectionRequestOptions): Promise<boolean> {
    const entry = this.#entries.get(uri) ?? { count: 0, last: Promise.resolve(false) }
    this.#entries.set(uri, entry)
    entry.count += 1
    const subscribe = () => this.#subscribe(uri, options)
    if (entry.count === 1) entry.last = entry.last.then(subscribe, subscribe)
    try {
      const agreed = await entry.last
      if (!agreed) this.#drop(uri, entry)
      return agreed
    } catch (reason) {
      this.#drop(uri, entry)
      throw reason
    }
  }

  /** False: the server refuses this URI. */
  async #subscribe(uri: string, options: ConnectionRequestOptions): Promise<boolean> {
    try {
      await this.#connection.request('resources/subscribe', { uri }, options)
      return true
    } catch (reason) {
      if (RpcError.is(reason)) return false
      throw reason
    }
  }

  async #leave(uri: string): Promise<void> {
    const entry = this.#entries.get(uri)
    if (entry === undefined) return
    if (entry.count > 1) {
      entry.count -= 1
      return
    }
    entry.count = 0
    const unsubscribe = () => this.#unsubscribe(uri)
    entry.last = entry.last.then(unsubscribe, unsubscribe)
    await entry.last
    if (entry.count === 0) this.#entries.delete(uri)
  }

  async #unsubscribe(uri: string): Promise<boolean> {
    const { services } = this.#connection
    try {
      await this.#connection.request('resources/unsubscribe', { uri }, { timeoutMs: services.timeoutMs })
    } catch (reason) {
      if (!hasCode(reason, 'closed')) services.report(reason)
    }
    return false
  }

  #drop(uri: string, entry: Entry): void {
    entry.count -= 1
    if (entry.count === 0) this.#entries.delete(uri)
  }
}
