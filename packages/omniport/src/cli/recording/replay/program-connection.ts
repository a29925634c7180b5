import type { ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import crossSpawn from 'cross-spawn'
import type { Command } from '../../../entries/client.js'
import type { PipeRecorder } from '../../../entries/protocol.js'
import { serveStdio } from '../../../entries/stdio.js'
import { CliError } from '../../errors/cli-error.js'
import type { ServerModule } from '../../target/load-server-module.js'
import type { OnMessage, ReplayConnection } from './connection.js'

export interface PipeOptions {
  readonly recorder: PipeRecorder
  readonly onMessage: OnMessage
  /** The server sends no more. */
  readonly onEnd: () => void
}

/** Starts a program, with the whole environment. Rejects with CliError `unreachable` if it cannot be started. */
export async function openProgram(
  { command, args = [], cwd, env }: Command,
  environment: Readonly<Record<string, string | undefined>>,
  options: PipeOptions,
): Promise<ReplayConnection> {
  const settings = { cwd, env: { ...environment, ...env }, stdio: 'pipe', windowsHide: true } as const
  const child = crossSpawn(command, [...args], settings) as ReturnType<typeof spawn> as ChildProcessWithoutNullStreams
  try {
    await once(child, 'spawn')
  } catch (cause) {
    throw new CliError('unreachable', `Could not start "${command}": ${(cause as Error).message}`, { cause })
  }
  child.stderr.on('data', (bytes: Uint8Array) => options.recorder.stderr(bytes))
  const exited = once(child, 'exit')
  const streams = connectStreams(child.stdin, child.stdout, options)
  return {
    send: streams.send,
    async close() {
      child.stdin.end()
      const isOver = await Promise.race([exited.then(() => true), pause(graceMs)])
      if (isOver !== true) child.kill('SIGTERM')
      const isKilled = await Promise.race([exited.then(() => true), pause(graceMs)])
      if (isKilled !== true) child.kill('SIGKILL')
      await exited
    },
  }
}

/** Time for a program to end by itself. */
const graceMs = 2_000

function pause(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms).unref())
}

/** Serves a module in this process. */
export async function openModule(server: ServerModule, options: PipeOptions): Promise<ReplayConnection> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const served = await serveStdio(server, { input, output, exit: false })
  const streams = connectStreams(input, output, options)
  return {
    send: streams.send,
    async close() {
      input.end()
      await served.closed
    },
  }
}

function connectStreams(input: Writable, output: Readable, { recorder, onMessage, onEnd }: PipeOptions) {
  input.on('error', onEnd)
  output.on('data', (bytes: Uint8Array) => recorder.fromServer(bytes))
  output.on('close', onEnd)
  createInterface({ input: output }).on('line', (line) => onMessage(parse(line)))
  const send = async (text: string) => {
    const bytes = Buffer.from(`${text}\n`)
    recorder.fromClient(bytes)
    await new Promise<void>((resolve) => input.write(bytes, () => resolve()))
  }
  return { send }
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
