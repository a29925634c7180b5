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

/** What a connection in memory is made from. */
export interface MemoryConnectionOptions {
  readonly serve: Serve
  readonly onError: (error: unknown) => void
  readonly limits?: Limits | undefined
  readonly runtime?: Runtime | undefined
  /** Sends text instead of copies of values, as a pipe would. Default false; the messages are the same. */
  readonly wire?: boolean | undefined
  /** Sees every message, in the order sent, as the other side gets it. */
  readonly tap?: ((from: 'client' | 'server', message: unknown) => void) | undefined
}

/**
 * A client's link to a server in the same process: the protocol of a pipe, on values. Each side gets copies, so neither can
 * change what the other holds. Closing the link ends the connection; the server stays.
 */
export function createMemoryConnection(target: ServeTarget, options: MemoryConnectionOptions): DuplexConnection {
  const { serve, onError, limits = defaultLimits, runtime = defaultRuntime } = options
  const copy = options.wire === true ? copyAsText : cloneMessage
  const createSink = (from: 'client' | 'server', receive: (value: unknown) => void): MessageSink => ({
    send: (message) => {
      const value = copy(message)
      options.tap?.(from, value)
      void resolved.then(() => receive(value)) // as soon as `queueMicrotask`, at a third of its cost
    },
  })
  const served = new ServedConnection(
    target,
    createSink('server', (value) => client.receive(value)),
  )
  const client = new DuplexConnection({
    sink: createSink('client', (value) => served.receive(value)),
    serve,
    limits,
    runtime: new TurnClock(runtime),
    onError,
    close: async () => served.abort(new OmniportError('closed', 'The client closed the connection')),
  })
  return client
}

const resolved = Promise.resolve()

const decoder = new TextDecoder()

function copyAsText(message: RpcMessage | readonly RpcMessage[]): unknown {
  const text = encodeMessage(message)
  return JSON.parse(typeof text === 'string' ? text : decoder.decode(text))
}
