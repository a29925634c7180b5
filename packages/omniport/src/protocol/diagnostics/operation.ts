import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Revision } from '../revisions/revision.js'

/** A connection whose length can be measured: that of a client, or a session of a legacy revision. */
export interface ObservedConnection {
  /** The same object for all messages of one connection. */
  readonly key: object
  /** The id of a session over HTTP. */
  readonly sessionId?: string | undefined
  /** Calls `fn` once when it ends, with the error if it was not asked for. */
  onEnd(fn: (error?: unknown) => void): void
}

/**
 * A message that is about to be sent, or that has arrived and is about to be served. It is published on the
 * `diagnostics_channel` of Node with the name `operationChannel`, if somebody listens; a listener calls `observe` at once.
 */
export interface Operation {
  /** `sender`: this side sends it. `receiver`: this side serves it. */
  readonly role: 'sender' | 'receiver'
  readonly message: RpcRequest | RpcNotification
  readonly revision: Revision | undefined
  readonly transport: 'http' | 'stdio' | 'memory'
  /** The address of the server, for a client over HTTP. */
  readonly url?: URL | undefined
  readonly connection?: ObservedConnection | undefined
  /** Of a message that is served. */
  readonly exchange?: Exchange | undefined
  observe(observer: OperationObserver): void
}

/** The functions of an observer are called while the operation runs; they must not throw. */
export interface OperationObserver {
  /** Members for `_meta` of a message that is sent, such as `traceparent`. */
  readonly meta?: Readonly<Record<string, string>> | undefined
  /** Runs the operation, so that the observer can give it a context. */
  run?<T>(fn: () => T): T
  /** Called once when the operation has ended. */
  end(outcome: OperationOutcome): void
}

/** The response; or the reason why there is none. A notification has neither. */
export interface OperationOutcome {
  readonly response?: RpcResponse | undefined
  readonly reason?: unknown
}

/** The name of the channel on which every `Operation` is published. */
export const operationChannel = 'omniport:operation'
