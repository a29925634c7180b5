import type { Principal } from '../../protocol/exchange/peer.js'
import { assertKnown } from '../../values/options/check-options.js'
import { assertServeTarget } from '../assert-serve-target.js'
import type { ServeTarget } from '../environment.js'
import type { Served } from '../served.js'
import { ServedStream } from './served-stream.js'

/** A channel whose other end is one client, and what is known of it. */
export interface ServeStreamOptions {
  /** The client's messages, one value per chunk: an object, or in revision 2025-03-26 an array of them. */
  readonly readable: ReadableStream<unknown>
  /** Takes the server's messages, one value per chunk. */
  readonly writable: WritableStream<unknown>
  /** Who the client is: `ctx.principal` of every handler. Whoever opened the channel has authenticated it. The
   * connection ends at its `expiresAt`. Default: unknown. */
  readonly principal?: Principal | undefined
  /** Aborts what is being served and ends the connection, without further responses. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Serves one client over a pair of web streams of messages, in every revision: the server's end of a transport of your own, such as
 * a WebSocket, in Node, browsers and workers. `connect({ readable, writable })` is the client's end. Resolves once serving.
 *
 * When `readable` ends, requests in flight may finish within `limits.drainMs`; the others are answered with -32603. When a stream
 * fails, they are aborted. In the end `readable` is cancelled and `writable` is closed. The server is left open: its creator closes it.
 *
 * Messages are checked for depth (`limits.jsonDepth`); your code limits the size of a message before it parses it. While
 * `limits.pipeInFlight` requests are being served, or `limits.outboxBytes` wait to be written, further requests wait, and `readable`
 * is not read beyond 1 MiB of them.
 *
 * Rejects with TypeError when the target cannot serve, an option is wrong, or a stream is locked.
 *
 * spec: basic/transports/index#custom-transports
 */
export async function serveStream(target: ServeTarget, options: ServeStreamOptions): Promise<Served> {
  assertServeTarget('serveStream', target)
  if (typeof options !== 'object' || options === null) throw new TypeError(`serveStream: ${needed}`)
  assertKnown('serveStream', Object.keys(options), ['readable', 'writable', 'principal', 'signal'])
  const { readable, writable, signal } = options
  if (typeof readable?.getReader !== 'function' || typeof writable?.getWriter !== 'function') {
    throw new TypeError(`serveStream: ${needed}`)
  }
  if (readable.locked || writable.locked) {
    throw new TypeError(`serveStream: ${readable.locked ? 'readable' : 'writable'} is locked: something else uses it`)
  }
  signal?.throwIfAborted()
  return new ServedStream(target, options)
}

const needed = 'give it { readable, writable }, web streams with one message per chunk'
