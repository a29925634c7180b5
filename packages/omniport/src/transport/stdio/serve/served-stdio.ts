import process from 'node:process'
import type { Readable, Writable } from 'node:stream'
import { consoleLogger, type Logger } from '../../../async/runtime/logger.js'
import { defaultRuntime, type Runtime } from '../../../async/runtime/runtime.js'
import { waitAtMost } from '../../../async/waiting/wait-at-most.js'
import { defaultLimits, type Limits } from '../../../protocol/limits/limits.js'
import { ServedConnection } from '../../connection/served-connection.js'
import type { ServeTarget } from '../../environment.js'
import type { Served } from '../../served.js'
import { MessageReader } from '../read/message-reader.js'
import { MessageWriter } from '../write/message-writer.js'
import { SpacedResponses } from '../write/spaced-responses.js'
import { ProcessEnd } from './process-end.js'

export interface ServedStdioOptions {
  readonly input: Readable
  readonly output: Writable
  readonly exit: boolean
}

/**
 * Serves one client over a pair of streams until the input ends, the output breaks, a signal comes or `close` is called. All
 * of these end in `#finish`, which restores everything.
 */
export class ServedStdio implements Served {
  readonly closed: Promise<void>
  readonly #limits: Limits
  readonly #runtime: Runtime
  readonly #logger: Logger
  readonly #writer: MessageWriter
  readonly #responses: SpacedResponses
  readonly #connection: ServedConnection
  readonly #reader: MessageReader
  readonly #processEnd: ProcessEnd | undefined
  readonly #restoreStdout: (() => void) | undefined
  #resolveClosed: () => void = () => {}
  #ending: Promise<void> | undefined
  #broken = false

  constructor(target: ServeTarget, { input, output, exit }: ServedStdioOptions) {
    this.#limits = target.environment?.limits ?? defaultLimits
    this.#runtime = target.environment?.runtime ?? defaultRuntime
    this.#logger = target.environment?.logger ?? consoleLogger
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
    this.#writer = new MessageWriter(output, {
      outboxBytes: this.#limits.outboxBytes,
      onError: (problem) => this.#breakOff(problem),
      onProgress: () => {
        this.#connection.flush()
        this.#reader.pump()
      },
    })
    if (output === process.stdout) this.#restoreStdout = redirectStdout()
    this.#responses = new SpacedResponses(this.#writer, this.#runtime)
    this.#connection = new ServedConnection(target, this.#responses)
    this.#reader = new MessageReader(input, {
      limits: this.#limits,
      receiver: this.#connection,
      blocked: () => this.#writer.full || this.#connection.busy,
      onEnd: (problem) => this.#onInputEnd(problem),
    })
    if (exit) this.#processEnd = new ProcessEnd(() => void this.#end(this.#limits.drainTermMs))
  }

  close(): Promise<void> {
    return this.#end(this.#limits.drainMs)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #onInputEnd(problem: Error | undefined): void {
    if (problem !== undefined) this.#logger.error('The input failed', { error: problem })
    void this.#end(this.#limits.drainMs)
  }

  /** The client reads no more, so requests being served are aborted. */
  #breakOff(problem: Error): void {
    this.#broken = true
    this.#connection.abort(problem)
    this.#reader.release() // to the aborted connection, which ignores it
    void this.#end(this.#limits.drainMs)
  }

  /** A second call can only shorten the time to drain. */
  #end(drainMs: number): Promise<void> {
    if (this.#ending === undefined) this.#ending = this.#finish(drainMs)
    else if (!this.#broken) void this.#connection.end(drainMs, this.#reader)
    return this.#ending
  }

  async #finish(drainMs: number): Promise<void> {
    this.#reader.stop()
    await this.#connection.end(drainMs, this.#reader)
    await waitAtMost(this.#writer.flush(), this.#runtime, drainMs) // a client may stop reading and stay connected
    await untilErrorsAreEmitted()
    this.#responses.close()
    this.#writer.detach()
    this.#restoreStdout?.()
    this.#processEnd?.release()
    this.#resolveClosed()
  }
}

/** A stream calls back for a failed write first and emits the error later in the same turn, which needs a listener. */
function untilErrorsAreEmitted(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/**
 * Redirects what this program writes to stdout, with `console.log` or otherwise, to stderr until the returned function is
 * called. A reference to `process.stdout.write` from before still writes to stdout.
 * spec: basic/transports/stdio — stdout carries nothing but messages
 */
function redirectStdout(): () => void {
  const { stdout, stderr } = process
  const original = Object.getOwnPropertyDescriptor(stdout, 'write')
  const before = stdout.write
  let restored = false
  // Two overloads, one implementation: the arguments are passed on as they are.
  const write = ((...args: Parameters<typeof before>) => {
    if (restored) return before.apply(stdout, args)
    stderr.write(...args)
    return true // false would promise a "drain" that stdout never emits
  }) as typeof before
  stdout.write = write
  stderr.on('error', ignore)
  return () => {
    restored = true
    stderr.off('error', ignore)
    if (stdout.write !== write) return // it was wrapped since then, and passes writes through now
    if (original === undefined) Reflect.deleteProperty(stdout, 'write')
    else Object.defineProperty(stdout, 'write', original)
  }
}

/** A client may close stderr. The error of a later log line must not end this program. */
function ignore(): void {}
