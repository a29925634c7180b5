import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { findSecrets } from '../../../sealing/find-secrets.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { redact } from '../../../values/text/redact.js'
import type { ParsedLine } from '../read/inbound-queue.js'
import { MessageReader } from '../read/message-reader.js'
import { MessageWriter } from '../write/message-writer.js'
import { ProcessGroup } from './process-group.js'
import type { SpawnServerOptions, StdioCommand } from './spawn-server.js'
import { SpawnedConnection } from './spawned-connection.js'
import { StderrTail } from './stderr-tail.js'

/**
 * A running server and the pipes to it, until both are gone. Whichever of exit, stdin and stdout goes first, the rest is
 * made to follow.
 */
export class ServerProcess {
  readonly connection: SpawnedConnection
  readonly #child: ChildProcessWithoutNullStreams
  readonly #command: StdioCommand
  readonly #secrets: readonly string[]
  readonly #options: SpawnServerOptions
  readonly #group: ProcessGroup
  readonly #stderr: StderrTail
  readonly #writer: MessageWriter
  readonly #reader: MessageReader
  readonly #gone: Promise<void>
  #exited = false
  #terminating: Promise<void> | undefined
  #stopTimers: (() => void)[] = []

  /** `child` runs `command`, and nobody reads from it yet. */
  constructor(child: ChildProcessWithoutNullStreams, command: StdioCommand, options: SpawnServerOptions) {
    const { serve, limits, runtime, onError, onStderr } = options
    const { pid } = child
    if (pid === undefined) throw new TypeError('The process was not started')
    this.#child = child
    this.#command = command
    this.#secrets = findSecrets(command)
    this.#options = options
    this.#group = new ProcessGroup(pid)
    this.#gone = new Promise((resolve) => child.once('close', () => resolve()))
    child.once('exit', () => this.#onExit())
    child.once('close', (code, signal) => this.#onClose(code, signal))
    child.on('error', onError)
    this.#stderr = new StderrTail(child.stderr, { onLine: onStderr, secrets: this.#secrets })
    this.#writer = new MessageWriter(child.stdin, {
      outboxBytes: limits.outboxBytes,
      onError: () => this.#onPipeLost('stdin'),
      onProgress: () => this.#reader.pump(),
    })
    const close = () => this.#terminate()
    this.connection = new SpawnedConnection(
      { sink: this.#writer, serve, limits, runtime, onError, close, pid },
      this.#stderr,
    )
    this.#reader = new MessageReader(child.stdout, {
      limits,
      receive: (parsedLine) => this.#receive(parsedLine),
      blocked: () => this.#writer.full,
      onEnd: () => this.#onPipeLost('stdout'),
    })
  }

  #receive(parsedLine: ParsedLine): void {
    if ('value' in parsedLine) this.connection.receive(parsedLine.value)
    else if (parsedLine.broken.code !== -32700) this.connection.receiveBroken(parsedLine.broken)
    else this.connection.receiveBroken(RpcError.parseError(this.#describeOutput(parsedLine.start)))
  }

  /** A pipe ended. Mostly the process is about to exit, and then that is the better reason to give. */
  #onPipeLost(pipe: 'stdin' | 'stdout'): void {
    if (this.#exited) return
    const lost = new OmniportError('closed', this.#describe(`closed its ${pipe}`))
    this.#after(exitNoticeMs, () => this.connection.end(lost))
    void this.#terminate()
  }

  #terminate(): Promise<void> {
    this.#terminating ??= this.#escalate()
    return this.#terminating
  }

  /** spec: basic/transports/stdio#shutdown */
  async #escalate(): Promise<void> {
    const { closeMs = defaultCloseMs } = this.#options
    void this.#writer.flush().then(() => this.#child.stdin.end())
    await this.#exitWithin(closeMs)
    if (!this.#exited) this.#group.signal('SIGTERM')
    await this.#exitWithin(closeMs)
    if (!this.#exited) this.#group.signal('SIGKILL')
    await this.#gone
  }

  #exitWithin(ms: number): Promise<void> {
    if (this.#exited) return Promise.resolve()
    return new Promise((resolve) => {
      this.#after(ms, resolve)
      this.#child.once('exit', () => resolve())
    })
  }

  /** What the server wrote last is still read, unless a stranger keeps its pipes open. */
  #onExit(): void {
    this.#exited = true
    this.#group.release()
    this.#clearTimers()
    this.#reader.pump()
    this.#after(drainPipesMs, () => {
      this.#child.stdout.destroy()
      this.#child.stderr.destroy()
    })
  }

  #onClose(code: number | null, signal: NodeJS.Signals | null): void {
    this.#clearTimers()
    this.#reader.stop()
    this.#reader.release()
    this.#writer.detach()
    const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`
    this.connection.end(new OmniportError('closed', this.#describe(how)))
  }

  #describeOutput(start: string): string {
    return `"${this.#command.command}" wrote to stdout what is no message: ${redact(start, this.#secrets)}`
  }

  #describe(what: string): string {
    const { summary } = this.#stderr
    return `The server "${this.#command.command}" ${what}${summary === '' ? '' : `; its stderr ends:\n${summary}`}`
  }

  #after(ms: number, fn: () => void): void {
    this.#stopTimers.push(this.#options.runtime.after(ms, fn))
  }

  #clearTimers(): void {
    for (const stop of this.#stopTimers) stop()
    this.#stopTimers = []
  }
}

/** How long a server may take to exit, each time that it is asked to. */
const defaultCloseMs = 2_000

/** How long a lost pipe waits for the exit that explains it. */
const exitNoticeMs = 250

/** How long pipes may stay open after the process that had them exited. */
const drainPipesMs = 500
