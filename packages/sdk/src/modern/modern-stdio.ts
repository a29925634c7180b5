import { newestRevision, type RpcMessage, ServedConnection } from '#core/modern'
import type { JSONRPCMessage, MessageExtraInfo, RequestId } from '../types.js'
import { ModernServer } from './modern-server.js'

export interface ModernStdioOptions {
  readonly deliver: (message: JSONRPCMessage, extra: MessageExtraInfo | undefined) => void
  readonly servesLegacy: () => boolean
  readonly write: (message: JSONRPCMessage) => void
  readonly onError: (error: Error) => void
}

/** The modern requests of a client on a pipe, beside those of an earlier revision. */
export class ModernStdio {
  readonly #server: ModernServer
  readonly #connection: ServedConnection

  constructor({ deliver, servesLegacy, write, onError }: ModernStdioOptions) {
    this.#server = new ModernServer({ deliver, servesLegacy, onIdle() {} })
    const serve: ModernServer['serve'] = (message, exchange) => this.#server.serve(message, exchange)
    const error = (_text: string, fields?: object): void => {
      const reason = (fields as { error?: unknown } | undefined)?.error
      onError(reason instanceof Error ? reason : new Error(String(reason)))
    }
    const logger = { debug() {}, info() {}, warn() {}, error }
    const send = (message: RpcMessage | readonly RpcMessage[]): void => write(message as JSONRPCMessage)
    this.#connection = new ServedConnection({ serve, environment: { revisions: [newestRevision], logger } }, { send })
  }

  receive(message: JSONRPCMessage): void {
    this.#connection.receive(message)
  }

  take(message: JSONRPCMessage, relatedRequestId: RequestId | undefined): boolean {
    return this.#server.take(message, relatedRequestId)
  }

  close(): void {
    this.#server.close()
    this.#connection.abort(new Error('The transport was closed'))
  }
}
