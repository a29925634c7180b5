import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import { announceSent, isObserved, type SentOperation } from '../../protocol/diagnostics/announce.js'
import type { ObservedConnection } from '../../protocol/diagnostics/operation.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import type { ConnectorNetwork } from './targets/connector.js'

/** A transport that announces what it sends. */
export class AnnouncedTransport implements ClientTransport {
  readonly #transport: ClientTransport
  readonly #network: ConnectorNetwork
  readonly #connection: ObservedConnection

  constructor(transport: ClientTransport, network: ConnectorNetwork) {
    this.#transport = transport
    this.#network = network
    const onEnd: ObservedConnection['onEnd'] = (fn) => void transport.closed.then(fn)
    this.#connection = { key: transport, onEnd }
  }

  get revision(): Revision | undefined {
    return this.#transport.revision
  }

  set revision(revision: Revision | undefined) {
    this.#transport.revision = revision
  }

  get closed(): Promise<Error | undefined> {
    return this.#transport.closed
  }

  get mirrorsArguments(): boolean | undefined {
    return this.#transport.mirrorsArguments
  }

  get pid(): number | undefined {
    return this.#transport.pid
  }

  get output(): string | undefined {
    return this.#transport.output
  }

  request(message: RpcRequest, options?: PendingOptions): Promise<RpcResponse> {
    if (!isObserved()) return this.#transport.request(message, options)
    return announceSent(this.#operation(message), (announced) => this.#transport.request(announced, options))
  }

  notify(message: RpcNotification): void {
    if (!isObserved()) this.#transport.notify(message)
    else void announceSent(this.#operation(message), (announced) => void this.#transport.notify(announced))
  }

  close(): Promise<void> {
    return this.#transport.close()
  }

  #operation<M extends RpcRequest | RpcNotification>(message: M): SentOperation<M> {
    return { ...this.#network, message, revision: this.revision, connection: this.#connection }
  }
}
