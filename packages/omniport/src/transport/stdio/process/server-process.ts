import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { pause } from '../../../async/waiting/pause.js'
import { waitAtMost } from '../../../async/waiting/wait-at-most.js'
import { InvalidMessage } from '../../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { findSecrets } from '../../../sealing/find-secrets.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { redact } from '../../../values/text/redact.js'
import { cut } from '../../../values/text/truncate.js'
import { MessageReader } from '../read/message-reader.js'
import { MessageWriter } from '../write/message-writer.js'
import { interceptPipes, type ProgramPipes } from './intercepted-pipes.js'
import { ProcessGroup } from './process-group.js'
import type { SpawnServerOptions, StdioCommand } from './spawn-server.js'
import { SpawnedConnection } from './spawned-connection.js'
import { StderrTail } from './stderr-tail.js'

/** A running server process and the pipes to it. When the process exits or a pipe closes, the rest is closed too. */
export class ServerProcess {
  readonly connection: SpawnedConnection
  readonly #pipes: ProgramPipes
  readonly #command: StdioCommand
  readonly #secrets: readonly string[]
  readonly #options: SpawnServerOptions
  readonly #group: ProcessGroup
  readonly #stderr: StderrTail
  readonly #writer: MessageWriter
  readonly #reader: MessageReader
  readonly #exit: Promise<void>
  readonly #gone: Promise<void>
  /** The sentence about the first line of stdout that was no message. */
  #stray: string | undefined
  #receivedInvalid = false
  #exited = false
  #isClosed = false
  #terminating: Promise<void> | undefined
  /** When stdin was closed, in the milliseconds of the runtime; undefined if this side did not close it. */
  #stdinClosedAt: number | undefined
  #hasSigterm = false
  #groupEnded: Promise<void> | undefined
  #stopTimers: (() => void)[] = []

  /** `child` runs `command`; its pipes have no listeners yet. */
  constructor(child: ChildProcessWithoutNullStreams, command: StdioCommand, options: SpawnServerOptions) {
    const { serve, limits, runtime, readRaw, onError, onStderr, interceptPipes: intercept } = options
    const { pid } = child
    if (pid === undefined) throw new TypeError('The process was not started')
    const pipes = intercept === undefined ? child : interceptPipes(child, intercept)
    this.#pipes = pipes
    this.#command = command
    this.#secrets = findSecrets(command)
    this.#options = options
    this.#group = new ProcessGroup(pid)
    this.#exit = new Promise((resolve) => child.once('exit', () => resolve()))
    this.#gone = new Promise((resolve) => onceClosed(child, pipes, () => resolve()))
    child.once('exit', () => this.#onExit())
    onceClosed(child, pipes, (code, signal) => this.#onClose(code, signal))
    child.on('error', onError)
    this.#stderr = new StderrTail(pipes.stderr, { onLine: onStderr, secrets: this.#secrets })
    this.#writer = new MessageWriter(pipes.stdin, {
      outboxBytes: limits.outboxBytes,
      onError: () => this.#onPipeLost('stdin'),
      onProgress: () => this.#reader.pump(),
    })
    const close = () => this.#terminate()
    this.connection = new SpawnedConnection(
      { sink: this.#writer, serve, limits, runtime, onError: (error) => this.#onProblem(error), close, pid },
      this.#stderr,
      () => this.#output(),
    )
    this.#reader = new MessageReader(pipes.stdout, {
      limits,
      receiver: {
        receive: (value) => {
          this.connection.receive(value)
          if (this.#receivedInvalid) this.#keepStray(value)
        },
        receiveBroken: (error, start) => this.connection.receiveBroken(this.#withOutput(error, start)),
      },
      blocked: () => this.#writer.full,
      // A line may be kept: Node does not use the memory of a chunk again.
      readRaw: readRaw && ((line) => readRaw(line, this.connection.acceptsRaw)),
      onEnd: () => this.#onPipeLost('stdout'),
    })
  }

  /** Adds the output itself to the error for output that is not JSON. */
  #withOutput(error: RpcError, start: string): RpcError {
    if (error.code !== -32700) return error
    const problem = this.#describeStray(start)
    this.#stray ??= problem
    return RpcError.parseError(problem)
  }

  #describeStray(line: string): string {
    const output = cut(redact(line, this.#secrets), maxStrayLength)
    return `"${this.#command.command}" wrote to stdout what is no message; logs belong on stderr: ${output}`
  }

  /** Keeps what was JSON, such as a line of a log, and was refused. */
  #keepStray(value: unknown): void {
    this.#receivedInvalid = false
    this.#stray ??= this.#describeStray(JSON.stringify(value))
  }

  #onProblem(error: unknown): void {
    if (error instanceof InvalidMessage) this.#receivedInvalid = this.#stray === undefined
    this.#options.onError(error)
  }

  /** What explains that the program does not answer. */
  #output(): string {
    const stray = this.#stray === undefined ? '' : `; ${this.#stray.trimEnd()}`
    return this.#stderr.summary === '' ? stray : `${stray}. ${this.#describe('still runs')}`
  }

  /** A pipe ended. Usually the process is about to exit, and its exit is the better reason to report. */
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
    const { runtime, closeMs = defaultCloseMs } = this.#options
    this.#stdinClosedAt = runtime.now()
    void this.#writer.flush().then(() => this.#pipes.stdin.end())
    await waitAtMost(this.#exit, runtime, closeMs)
    if (!this.#exited) this.#sigterm()
    await waitAtMost(this.#exit, runtime, closeMs)
    if (!this.#exited) this.#group.signal('SIGKILL')
    await this.#gone
    await this.#groupEnded
  }

  #sigterm(): void {
    this.#hasSigterm = true
    this.#group.signal('SIGTERM')
  }

  /** The last output of the server is still read, unless another process keeps its pipes open. */
  #onExit(): void {
    this.#exited = true
    this.#clearTimers()
    this.#reader.pump()
    const isExpected = this.#stdinClosedAt !== undefined
    this.#groupEnded = this.#endGroup().then(() => {
      if (isExpected) this.#drain()
    })
    // Requests of a server that ended by itself do not wait for what it left behind.
    if (!isExpected) this.#drain()
  }

  #drain(): void {
    if (this.#isClosed) return
    this.#after(drainPipesMs, () => {
      this.#pipes.stdout.destroy()
      this.#pipes.stderr.destroy()
    })
  }

  /**
   * Ends what the server started and left behind, in the same steps as the server itself: the command may be a shell or a
   * package runner, and the server its child.
   */
  async #endGroup(): Promise<void> {
    const { runtime, closeMs = defaultCloseMs } = this.#options
    const stdinMs = this.#stdinClosedAt === undefined ? 0 : closeMs - (runtime.now() - this.#stdinClosedAt)
    if (!this.#hasSigterm) {
      await this.#waitForGroup(stdinMs)
      if (await this.#group.isRunning()) this.#sigterm()
    }
    await this.#waitForGroup(closeMs)
    if (await this.#group.isRunning()) this.#group.signal('SIGKILL')
    await this.#waitForGroup(killMs)
    this.#group.release()
  }

  async #waitForGroup(ms: number): Promise<void> {
    const { runtime } = this.#options
    const until = runtime.now() + ms
    while (runtime.now() < until && (await this.#group.isRunning())) await pause(runtime, groupPollMs)
  }

  #onClose(code: number | null, signal: NodeJS.Signals | null): void {
    this.#isClosed = true
    this.#clearTimers()
    this.#reader.stop()
    this.#reader.release()
    this.#writer.detach()
    const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`
    this.connection.end(new OmniportError('closed', this.#describe(how)))
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

/** Calls `fn` once the program has exited, its pipes are closed, and all of its output came through an interceptor. */
function onceClosed(
  child: ChildProcessWithoutNullStreams,
  { stdout }: ProgramPipes,
  fn: (code: number | null, signal: NodeJS.Signals | null) => void,
): void {
  child.once('close', (code, signal) => {
    if (stdout === child.stdout || stdout.destroyed || stdout.readableEnded) fn(code, signal)
    else stdout.once('close', () => fn(code, signal))
  })
}

/** As much as is kept of a line that is not JSON. */
const maxStrayLength = 120

/** Time for a server to exit after stdin was closed, and again after SIGTERM. */
const defaultCloseMs = 2_000

/** Time for a group to be gone after SIGKILL, and the interval at which it is looked for. */
const killMs = 1_000
const groupPollMs = 20

/** Time from the loss of a pipe to the exit that explains it. */
const exitNoticeMs = 250

/** Time that the pipes may stay open after the exit of the process. */
const drainPipesMs = 500
