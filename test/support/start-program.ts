import { spawn } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { root } from './root.js'

/** A program that has printed where it listens. Whoever starts it ends it. */
export interface StartedProgram {
  /** The first line of its stdout. */
  readonly line: string
  /** Sends SIGTERM. */
  terminate(): void
  /** Resolves when it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>
}

/** Starts a program with Node, in the root of the repository. Rejects if it ends before it prints a line. */
export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<StartedProgram> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors = text(child.stderr)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).then(async (code) => ({
    code,
    stderr: await errors,
  }))
  const lines = createInterface({ input: child.stdout })
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    void ended.then(({ code, stderr }) => reject(new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)))
  })
  return { line, ended, terminate: () => void child.kill('SIGTERM') }
}
