import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import crossSpawn from 'cross-spawn'
import type { PipeRecorder } from '../../../entries/protocol.js'
import { CliError } from '../../errors/cli-error.js'
import type { ProcessPipes } from '../../process/io.js'
import type { StderrLines } from '../output/stderr-lines.js'

export interface TappedProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** How a program ended. */
export interface ProgramEnd {
  readonly code?: number | undefined
  readonly signal?: NodeJS.Signals | undefined
}

export interface TapProcessOptions {
  readonly pipes: ProcessPipes
  readonly recorder: PipeRecorder
  readonly stderr: StderrLines
}

/**
 * Starts a program in the place of this process: what arrives is recorded and passed on as it is, a piece at a time, so that a
 * slow reader slows its writer. Signals are passed on, and the end of each stream. Resolves when the program has exited.
 *
 * Rejects with CliError `unreachable` if it cannot be started.
 */
export async function tapProcess(program: TappedProgram, options: TapProcessOptions): Promise<ProgramEnd> {
  const child = await start(program)
  const { pipes, recorder, stderr } = options
  const isAtTerminal = process.stdin.isTTY === true || process.stderr.isTTY === true
  pipes.takeSignals((signal) => {
    if (!isAtTerminal || !ofTerminals.has(signal)) child.kill(signal)
  })
  const releaseGuard = guardProcess(child)
  let lastOutputAt = performance.now()
  const onOutput = () => {
    lastOutputAt = performance.now()
  }
  const exited = new Promise<ProgramEnd>((resolve) => {
    child.once('exit', (code, signal) =>
      resolve({ ...(code !== null && { code }), ...(signal !== null && { signal }) }),
    )
  })
  void passInput(child, options)
  const output = Promise.all([passOutput(child, options, onOutput), passStderr(child, options, onOutput)])
  const end = await exited
  releaseGuard()
  await drained(output, () => lastOutputAt)
  recorder.exit(end)
  stderr.flush()
  return end
}

/** A terminal sends these to all processes in front by itself. */
const ofTerminals: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT'])

async function start({ command, args, cwd, env }: TappedProgram): Promise<ChildProcessWithoutNullStreams> {
  const child: ChildProcess = crossSpawn(command, args, {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  try {
    await once(child, 'spawn')
  } catch (reason) {
    const { message } = reason as Error // what `spawn` throws
    throw new CliError('unreachable', `Could not start "${command}": ${message}`, { cause: reason })
  }
  return child as ChildProcessWithoutNullStreams // all three streams are pipes
}

/**
 * Kills a program when this process is killed without a chance to do so: a shell waits for the end of this process, and has
 * nothing else to do. Returns a function that ends the guard, to be called when the program has exited. Windows has no shell that
 * can do it; there the program notices the end of its stdin.
 */
function guardProcess({ pid }: ChildProcess): () => void {
  if (process.platform === 'win32' || pid === undefined) return () => {}
  // `read` succeeds for the line below, and fails at the end of this process.
  const script = `read -r _ || kill -KILL ${pid}`
  const guard = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  return () => guard.stdin.end('\n')
}

async function passInput(
  { stdin }: ChildProcessWithoutNullStreams,
  { pipes, recorder }: TapProcessOptions,
): Promise<void> {
  // The program may close its stdin at any time.
  stdin.on('error', () => {})
  stdin.once('close', () => pipes.closeInput())
  try {
    for await (const chunk of pipes.input) {
      recorder.fromClient(chunk)
      await write(stdin, chunk)
    }
    recorder.endClient()
    stdin.end()
  } catch {
    stdin.destroy()
  }
}

async function passOutput(
  { stdout }: ChildProcessWithoutNullStreams,
  { pipes, recorder }: TapProcessOptions,
  onOutput: () => void,
): Promise<void> {
  try {
    for await (const chunk of stdout) {
      onOutput()
      recorder.fromServer(chunk)
      await pipes.write(chunk)
    }
    recorder.endServer()
    pipes.closeOutput()
  } catch {
    // Nobody reads stdout any more, and the loop has closed that of the program.
  }
}

async function passStderr(
  child: ChildProcessWithoutNullStreams,
  { recorder, stderr }: TapProcessOptions,
  onOutput: () => void,
): Promise<void> {
  try {
    for await (const chunk of child.stderr) {
      onOutput()
      recorder.stderr(chunk)
      await stderr.pass(chunk)
    }
  } catch {
    // The stream was closed.
  }
}

function write(stream: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

/** Waits for the last output. A process that the program left behind may keep the pipes open, and go on writing. */
async function drained(output: Promise<unknown>, lastOutputAt: () => number): Promise<void> {
  let isOver = false
  const over = output.then(() => {
    isOver = true
  })
  const since = performance.now()
  while (!isOver) {
    const quietMs = performance.now() - Math.max(since, lastOutputAt())
    if (quietMs >= drainMs) return
    await Promise.race([over, pause(drainMs - quietMs)])
  }
}

/** Time without output, after which pipes of a program that has exited are left. */
const drainMs = 500
