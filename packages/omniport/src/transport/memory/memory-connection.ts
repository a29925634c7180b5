import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import { cloneMessage } from '../../jsonrpc/messages/clone-message.js'
import { encodeMessage } from '../../jsonrpc/messages/encode-message.js'
import type { RpcMessage } from '../../jsonrpc/messages/messages.js'
import type { Serve } from '../../protocol/exchange/exchange.js'
import { defaultLimits, type Limits } from '../../protocol/limits/limits.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { DuplexConnection } from '../connection/duplex-connection.js'
import type { MessageSink } from '../connection/message-sink.js'
import { ServedConnection } from '../connection/served-connection.js'
import type { ServeTarget } from '../environment.js'
import { TurnClock } from './turn-clock.js'

export interface MemoryConnectionOptions {
  readonly serve: Serve
  readonly onError: (error: unknown) => void
  readonly limits?: Limits | undefined
  readonly runtime?: Runtime | undefined
  /** Sends text instead of copies of values, as stdio does. Default false; the messages are the same. */
  readonly wire?: boolean | undefined
  /** Receives every message in the order sent, as the other side gets it. */
  readonly tap?: ((from: 'client' | 'server', message: unknown) => void) | undefined
}

/**
 * Connects a client to a server in the same process, with the protocol of stdio on values. Each side gets copies, so that
 * neither can change what the other holds. Closing the connection leaves the server open.
 */
export function createMemoryConnection(target: ServeTarget, options: MemoryConnectionOptions): DuplexConnection {
  const { serve, onError, limits = defaultLimits, runtime = defaultRuntime } = options
  const toClient = new MemorySink('server', options)
  const toServer = new MemorySink('client', options)
  const served = new ServedConnection(target, toClient)
  const client = new DuplexConnection({
    sink: toServer,
    serve,
    limits,
    runtime: new TurnClock(runtime),
    onError,
    close: async () => served.abort(new OmniportError('closed', 'The client closed the connection')),
  })
  toClient.receiver = client
  toServer.receiver = served
  return client
}

class MemorySink implements MessageSink {
  receiver: { receive(value: unknown): void } | undefined
  readonly #from: 'client' | 'server'
  readonly #copy: (message: RpcMessage | readonly RpcMessage[]) => unknown
  readonly #tap: MemoryConnectionOptions['tap']

  constructor(from: 'client' | 'server', { wire, tap }: MemoryConnectionOptions) {
    this.#from = from
    this.#copy = wire === true ? copyAsText : cloneMessage
    this.#tap = tap
  }

  send(message: RpcMessage | readonly RpcMessage[]): void {
    const value = this.#copy(message)
    this.#tap?.(this.#from, value)
    void resolved.then(() => this.receiver?.receive(value)) // like `queueMicrotask`, at a third of its cost
  }
}

const resolved = Promise.resolve()

const decoder = new TextDecoder()

function copyAsText(message: RpcMessage | readonly RpcMessage[]): unknown {
  const text = encodeMessage(message)
  return JSON.parse(typeof text === 'string' ? text : decoder.decode(text))
}
