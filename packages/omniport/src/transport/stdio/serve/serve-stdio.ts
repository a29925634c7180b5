import process from 'node:process'
import type { Readable, Writable } from 'node:stream'
import { assertKnown } from '../../../values/options/check-options.js'
import { assertServeTarget } from '../../assert-serve-target.js'
import type { ServeTarget } from '../../environment.js'
import type { Served } from '../../served.js'
import type { InputStream, OutputStream } from './node-streams.js'
import { ServedStdio } from './served-stdio.js'

/** Options of `serveStdio`. */
export interface ServeStdioOptions {
  /** Default: `process.stdin`. */
  readonly input?: InputStream | undefined
  /** Default: `process.stdout`. */
  readonly output?: OutputStream | undefined
  /**
   * Ends the process with the connection: SIGTERM and SIGINT close the connection, a second signal ends the process at once,
   * and after the connection the process ends by itself or is ended two seconds later, with exit code 143 or 130 after a
   * signal. `false` leaves signals and the process alone, for a program that does something else too. Default: true if both
   * streams are those of this process.
   */
  readonly exit?: boolean | undefined
}

/**
 * Serves one client over newline-delimited JSON, by default over this process's stdin and stdout. Resolves once serving.
 *
 * From the call on stdout carries only the protocol: output of the program to `process.stdout` or with `console.log` goes to
 * stderr until serving is over. When the input ends, requests in flight may finish within `limits.drainMs` (after a signal
 * `limits.drainTermMs`); the others are answered with -32603. When the output breaks, they are aborted. The streams and the
 * target are left open: their creator closes them.
 *
 * Limits, clock and logger are those of `target.environment`.
 *
 * spec: basic/transports/stdio
 *
 * Rejects with TypeError when the target cannot serve, an option is wrong, or a stream is being served already.
 */
export async function serveStdio(target: ServeTarget, options: ServeStdioOptions = {}): Promise<Served> {
  assertKnown('serveStdio', Object.keys(options), ['input', 'output', 'exit'])
  const { input = process.stdin, output = process.stdout } = options
  assertServeTarget('serveStdio', target)
  if (typeof input.on !== 'function') throw new TypeError('serveStdio: input must be a readable stream')
  if (typeof output.write !== 'function') throw new TypeError('serveStdio: output must be a writable stream')
  const streams = [input, output]
  for (const stream of streams) {
    if (inUse.has(stream)) throw new TypeError(`serveStdio: ${nameOf(stream)} is being served already`)
  }
  const { exit = input === process.stdin && output === process.stdout } = options
  const served = new ServedStdio(target, { input: input as Readable, output: output as Writable, exit }) // the interfaces describe Node's streams
  for (const stream of streams) inUse.add(stream)
  void served.closed.then(() => {
    for (const stream of streams) inUse.delete(stream)
  })
  return served
}

const inUse = new WeakSet<object>()

function nameOf(stream: InputStream | OutputStream): string {
  if (stream === process.stdin) return 'process.stdin'
  return stream === process.stdout ? 'process.stdout' : 'the stream'
}
