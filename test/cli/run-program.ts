import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** What a program came to. */
export interface CaseResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** How to run one. */
export interface RunProgramOptions {
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly stdin?: string | undefined
  /** Ends the program with SIGINT as soon as it wrote this. */
  readonly interruptAt?: string | undefined
}

/** What `npm start` runs. */
export const start = fileURLToPath(new URL('../../packages/omniport/dist/cli/start.js', import.meta.url))

/** The built command. */
export const cli = fileURLToPath(new URL('../../packages/omniport/dist/bundle/cli/main.js', import.meta.url))

/** Runs a program to its end. */
export async function runProgram(argv: readonly string[], options: RunProgramOptions = {}): Promise<CaseResult> {
  const { cwd, env, stdin = '', interruptAt } = options
  const [program = '', ...args] = argv
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdin.end(stdin)
  if (interruptAt !== undefined) {
    for (const stream of [child.stdout, child.stderr]) {
      let seen = ''
      stream.on('data', (bytes) => {
        seen += String(bytes)
        if (seen.includes(interruptAt)) child.kill('SIGINT')
      })
    }
  }
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, stdout, stderr }
}

/** Whether the process that wrote its id into a file is there. */
export async function isAlive(pidFile: string): Promise<boolean> {
  const pid = Number(await readFile(pidFile, 'utf8'))
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
