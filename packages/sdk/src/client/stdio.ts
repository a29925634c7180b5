import type { ChildProcess, IOType } from 'node:child_process'
import process from 'node:process'
import { PassThrough, type Stream } from 'node:stream'
import { spawn } from '#core/spawn'
import { ModernPipe } from '../modern-client/modern-pipe.js'
import { speakModern } from '../modern-client/modern-route.js'
import { ReadBuffer, serializeMessage } from '../shared/stdio.js'
import type { Transport } from '../shared/transport.js'
import { endProcess } from '../stdio-client/end-process.js'
import type { JSONRPCMessage } from '../types.js'

/** A program to start as a server. */
export type StdioServerParameters = {
  /** The program, searched in the `PATH`, without a shell. */
  command: string
  args?: string[]
  /** Added to `getDefaultEnvironment()`. */
  env?: Record<string, string>
  /** As for `child_process.spawn`. Default: `inherit`. */
  stderr?: IOType | Stream | number
  /** Default: the working directory of this process. */
  cwd?: string
  /** The bytes that may wait for the end of a message; more close the connection. Default: 10 MiB. */
  maxBufferSize?: number
}

/** The environment variables that a server gets where none are given. */
export const DEFAULT_INHERITED_ENV_VARS: string[] =
  process.platform === 'win32'
    ? [
        ...['APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PROCESSOR_ARCHITECTURE'],
        ...['SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE', 'PROGRAMFILES'],
      ]
    : ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER']

/** The environment variables that a server may have; functions of a shell are left out. */
export function getDefaultEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const name of DEFAULT_INHERITED_ENV_VARS) {
    const value = process.env[name]
    if (value !== undefined && !value.startsWith('()')) environment[name] = value
  }
  return environment
}

/** Starts a server and talks to it over its stdin and stdout. spec: basic/transports/stdio */
export class StdioClientTransport implements Transport {
  private _process: ChildProcess | undefined
  private _readBuffer: ReadBuffer
  private _serverParams: StdioServerParameters
  private _stderrStream: PassThrough | null = null
  /** For a server that speaks only 2026-07-28. */
  #modern: ModernPipe | undefined

  /** Called when the process has ended. */
  onclose?: () => void
  /** Called with errors of the process and its pipes, and for lines that are no message. */
  onerror?: (error: Error) => void
  /** Called with every message of the server. */
  onmessage?: (message: JSONRPCMessage) => void

  constructor(server: StdioServerParameters) {
    const { maxBufferSize, stderr } = server
    this._serverParams = server
    this._readBuffer = new ReadBuffer(maxBufferSize === undefined ? {} : { maxBufferSize })
    if (stderr === 'pipe' || stderr === 'overlapped') this._stderrStream = new PassThrough()
  }

  /** The stderr of the server, if it is piped; there before the server starts, so that nothing is missed. */
  get stderr(): Stream | null {
    return this._stderrStream ?? this._process?.stderr ?? null
  }

  /** The id of the process, while it runs. */
  get pid(): number | null {
    return this._process?.pid ?? null
  }

  /** Starts the server. Rejects when it cannot be started. */
  async start(): Promise<void> {
    if (this._process) {
      throw new Error(
        'StdioClientTransport already started! If using Client class, note that connect() calls start() automatically.',
      )
    }
    const { command, args = [], env, cwd, stderr = 'inherit' } = this._serverParams
    const child = spawn(command, args, {
      env: { ...getDefaultEnvironment(), ...env },
      stdio: ['pipe', 'pipe', stderr],
      shell: false,
      windowsHide: process.platform === 'win32',
      cwd,
    })
    this._process = child
    this.#listen(child)
    if (this._stderrStream) child.stderr?.pipe(this._stderrStream)
    return new Promise((resolve, reject) => {
      child.on('spawn', resolve)
      child.on('error', reject)
    })
  }

  /** Sends a message. Rejects when there is no server, or when it ends before it reads on. */
  async send(message: JSONRPCMessage): Promise<void> {
    return this.#modern === undefined ? this.#write(message) : this.#modern.send(message)
  }

  async #write(message: JSONRPCMessage): Promise<void> {
    const child = this._process
    const stdin = child?.stdin
    if (!child || !stdin) throw new Error('Not connected')
    if (stdin.write(serializeMessage(message))) return
    await new Promise<void>((resolve, reject) => {
      const settle = (ended: boolean) => {
        stdin.off('drain', onDrain)
        child.off('close', onClose)
        if (ended) reject(new Error('The server ended before it read the message'))
        else resolve()
      }
      const onDrain = () => settle(false)
      const onClose = () => settle(true)
      stdin.on('drain', onDrain)
      child.on('close', onClose)
    })
  }

  /** Ends the server: closes its stdin, and sends SIGTERM and SIGKILL where that is not enough, after two seconds each. */
  async close(): Promise<void> {
    const child = this._process
    this._process = undefined
    await this.#modern?.close().catch(() => {})
    if (child) await endProcess(child)
    this._readBuffer.clear()
  }

  /** @internal */
  [speakModern](): void {
    this.#modern = new ModernPipe({
      write: (message) => this.#write(message),
      deliver: (message) => this.onmessage?.(message),
      onError: (error) => this.onerror?.(error),
    })
  }

  #listen(child: ChildProcess): void {
    const report = (error: Error) => this.onerror?.(error)
    child.on('error', report)
    child.on('close', () => {
      this._process = undefined
      this.onclose?.()
    })
    child.stdin?.on('error', report)
    child.stdout?.on('error', report)
    child.stdout?.on('data', (chunk: Buffer) => {
      try {
        this._readBuffer.append(chunk)
        this.processReadBuffer()
      } catch (error) {
        report(error as Error)
        this.close().catch(() => {})
      }
    })
  }

  private processReadBuffer(): void {
    for (;;) {
      try {
        const message = this._readBuffer.readMessage()
        if (message === null) return
        if (this.#modern === undefined) this.onmessage?.(message)
        else this.#modern.receive(message)
      } catch (error) {
        this.onerror?.(error as Error)
      }
    }
  }
}
