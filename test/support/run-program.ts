import { spawnSync } from 'node:child_process'
import process from 'node:process'

/** What a program wrote, and how it ended. */
export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a JavaScript file with Node to its end, with nothing on stdin; after a minute it is killed. */
export function runProgram(file: string, args: readonly string[], cwd: string): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  return { status, stdout, stderr }
}
