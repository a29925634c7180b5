import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import crossSpawn from 'cross-spawn'
import type { Command } from '../../entries/client.js'
import { inheritedVariables } from '../../values/text/inherited-variables.js'
import { cut } from '../../values/text/truncate.js'
import { CliError } from '../errors/cli-error.js'
import { MessageLog, mostCharacters } from './message-log.js'
import { PushedMessages } from './pushed-messages.js'
import type { RawTransport, Reply, SendOptions, WireLimits } from './wire.js'

/** A program that is started for the checks. Its group of processes ends with the wire. */
export class StdioWire implements RawTransport {
  readonly transport = 'stdio'
  readonly log = new MessageLog()
  readonly garbage: string[] = []
  readonly stderr: string[] = []
  readonly #child: ChildProcessWithoutNullStreams
  readonly #pushed: PushedMessages
  #rest = ''

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
    this.#pushed = new PushedMessages(limits, (message) => {
      this.log.send(message)
      child.stdin.write(`${JSON.stringify(message)}\n`)
    })
    child.stdin.on('error', () => {}) // the server has closed it
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr.push(...text.split('\n').filter((line) => line.trim() !== ''))
      this.stderr.splice(0, this.stderr.length - mostStderr)
    })
    child.once('close', () => this.#pushed.end())
  }

  get isEnded(): boolean {
    return this.end !== undefined
  }

  /** The exit code, or the signal that ended it; undefined while it runs. */
  get end(): string | undefined {
    const { exitCode, signalCode } = this.#child
    if (exitCode === null && signalCode === null && !this.#pushed.isEnded) return undefined
    return signalCode === null ? `exited with code ${exitCode}` : `was ended by ${signalCode}`
  }

  async send(message: unknown, options: SendOptions = {}): Promise<Reply> {
    const line = typeof message === 'string' ? message : JSON.stringify(message)
    if (typeof message !== 'string') this.log.send(message)
    this.#pushed.clear()
    if (!this.#pushed.isEnded) this.#child.stdin.write(`${line}\n`)
    if (options.awaits === undefined) return { messages: [] }
    const reply = await this.#pushed.reply(options)
    const failure = this.end === undefined ? undefined : `the server ${this.end}`
    return { ...reply, ...(reply.response === undefined && { failure }) }
  }

  /** Closes stdin. Resolves with true if the program then exits by itself in time. */
  async endInput(): Promise<boolean> {
    this.#child.stdin.end()
    await this.#pushed.until(() => this.#pushed.isEnded)
    return this.#pushed.isEnded
  }

  async close(): Promise<void> {
    const { pid } = this.#child
    if (!this.#pushed.isEnded) this.#child.stdin.end()
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (!this.#pushed.isEnded) await Promise.race([once(this.#child, 'close'), wait(graceMs)])
      if (pid !== undefined) kill(pid, signal)
    }
    if (!this.#pushed.isEnded) await once(this.#child, 'close')
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#take(line.replace(/\r$/, ''))
    if (this.#rest.length > mostCharacters) this.#rest = ''
  }

  #take(line: string): void {
    const messages = this.log.receive(line)
    if (messages !== undefined) this.#pushed.receive(messages)
    else if (this.garbage.length < mostGarbage) this.garbage.push(cut(line, 200))
  }
}

const mostStderr = 50
const mostGarbage = 20
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
