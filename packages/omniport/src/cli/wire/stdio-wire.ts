import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import crossSpawn from 'cross-spawn'
import type { Command } from '../../entries/client.js'
import type { RecordedMessage, Revision } from '../../entries/protocol.js'
import { inheritedVariables } from '../../values/text/inherited-variables.js'
import { cut } from '../../values/text/truncate.js'
import { CliError } from '../errors/cli-error.js'
import { newestLegacyRevision } from './known-revisions.js'
import {
  mostMessages,
  type RawResponse,
  type RawTransport,
  type Reply,
  type SendOptions,
  type WireLimits,
} from './wire.js'

/** A program that is started for the checks. Its group of processes ends with the wire. */
export class StdioWire implements RawTransport {
  readonly transport = 'stdio'
  readonly recorded: RecordedMessage[] = []
  readonly garbage: string[] = []
  readonly stderr: string[] = []
  revision: Revision = newestLegacyRevision
  readonly #child: ChildProcessWithoutNullStreams
  readonly #limits: WireLimits
  readonly #waiting = new Set<() => void>()
  #received: Readonly<Record<string, unknown>>[] = []
  #rest = ''
  #isClosed = false

  /** Rejects with CliError `unreachable` if the program cannot be started. */
  static async start({ command, args = [], env, cwd }: Command, limits: WireLimits): Promise<StdioWire> {
    const child = crossSpawn(command, args, {
      cwd,
      env: { ...inheritedVariables(process.env, process.platform), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', ({ message }) =>
        reject(
          new CliError('unreachable', `Could not start "${command}": ${message}; install it, or give its full path`),
        ),
      )
    })
    return new StdioWire(child as ChildProcessWithoutNullStreams, limits) // all three are pipes
  }

  private constructor(child: ChildProcessWithoutNullStreams, limits: WireLimits) {
    this.#child = child
    this.#limits = limits
    child.stdin.on('error', () => {}) // the server has closed it
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr.push(...text.split('\n').filter((line) => line.trim() !== ''))
      this.stderr.splice(0, this.stderr.length - mostStderr)
    })
    child.once('close', () => {
      this.#isClosed = true
      this.#wake()
    })
  }

  get isEnded(): boolean {
    return this.end !== undefined
  }

  /** The exit code, or the signal that ended it; undefined while it runs. */
  get end(): string | undefined {
    const { exitCode, signalCode } = this.#child
    if (exitCode === null && signalCode === null && !this.#isClosed) return undefined
    return signalCode === null ? `exited with code ${exitCode}` : `was ended by ${signalCode}`
  }

  async send(message: unknown, { awaits, until = () => false }: SendOptions = {}): Promise<Reply> {
    const line = typeof message === 'string' ? message : JSON.stringify(message)
    if (typeof message !== 'string') this.recorded.push({ revision: this.revision, from: 'client', message })
    this.#received = []
    if (!this.#isClosed) this.#child.stdin.write(`${line}\n`)
    if (awaits === undefined) return { messages: [] }
    const find = () => this.#received.find((each) => each['id'] === awaits && !('method' in each))
    await this.#until(() => find() !== undefined || this.#received.some(until) || this.#isClosed)
    const response = find() as RawResponse | undefined // an object; nothing else is said of it
    const failure = this.end === undefined ? undefined : `the server ${this.end}`
    return { messages: this.#received, response, ...(response === undefined && { failure }) }
  }

  /** Closes stdin. Resolves with true if the program then exits by itself in time. */
  async endInput(): Promise<boolean> {
    this.#child.stdin.end()
    await this.#until(() => this.#isClosed)
    return this.#isClosed
  }

  async close(): Promise<void> {
    const { pid } = this.#child
    if (!this.#isClosed) this.#child.stdin.end()
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (!this.#isClosed) await Promise.race([once(this.#child, 'close'), wait(graceMs)])
      if (pid !== undefined) kill(pid, signal)
    }
    if (!this.#isClosed) await once(this.#child, 'close')
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#take(line.replace(/\r$/, ''))
    if (this.#rest.length > mostCharacters) this.#rest = ''
    this.#wake()
  }

  #take(line: string): void {
    const value = parse(line)
    if (typeof value !== 'object' || value === null) {
      if (this.garbage.length < mostGarbage) this.garbage.push(cut(line, 200))
      return
    }
    if (this.recorded.length >= mostMessages) return
    this.recorded.push({ revision: this.revision, from: 'server', message: value })
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const message of messages) {
      if (typeof message !== 'object' || message === null) continue
      const record = message as Readonly<Record<string, unknown>>
      this.#received.push(record)
      if ('method' in record && 'id' in record) this.#answer(record)
    }
  }

  /** Nothing was declared, so a server may only ask if the client is there. */
  #answer({ id, method }: Readonly<Record<string, unknown>>): void {
    const error = { code: -32601, message: 'Method not found' }
    const message = { jsonrpc: '2.0', id, ...(method === 'ping' ? { result: {} } : { error }) }
    this.recorded.push({ revision: this.revision, from: 'client', message })
    this.#child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  /** Rejects with the reason of the signal. */
  async #until(isDone: () => boolean): Promise<void> {
    const { signal, timeoutMs } = this.#limits
    signal.throwIfAborted()
    if (isDone()) return
    await new Promise<void>((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      const onAbort = () => {
        finish()
        reject(signal.reason)
      }
      const look = () => {
        if (isDone()) finish()
      }
      const timer = setTimeout(finish, timeoutMs)
      signal.addEventListener('abort', onAbort)
      this.#waiting.add(look)
    })
    signal.throwIfAborted()
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look()
  }
}

const mostStderr = 50
const mostGarbage = 20
const mostCharacters = 64 * 1024 * 1024
const graceMs = 2_000

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

/** The whole group: a server may be started by a shell or by npx. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // Nothing of it is left.
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
