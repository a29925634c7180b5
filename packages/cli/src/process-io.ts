import process from 'node:process'
import { Interrupted } from './interrupted.js'
import type { Io } from './io.js'
import { TerminalOutput } from './terminal-output.js'

/**
 * This process as an `Io`. From the call on, what else is written to stdout goes to stderr, such as what a server module
 * prints. SIGINT and SIGTERM abort the signal; a second one ends the process at once.
 */
export function createProcessIo(): Io {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  // A reader that goes away, such as `head`, is no failure; the callback of `write` is called all the same.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  return {
    cwd: process.cwd(),
    env: process.env,
    stdin: process.stdin,
    stdout: (text) => new Promise((resolve) => write(text, () => resolve())),
    stderr: (line) => void process.stderr.write(`${line}\n`),
    isTerminal: process.stdout.isTTY === true,
    ...(process.stdin.isTTY === true &&
      process.stdout.isTTY === true && { terminal: { input: process.stdin, output: new TerminalOutput(write) } }),
    signal: createSignal(),
  }
}

function createSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      const interrupted = new Interrupted(name)
      if (controller.signal.aborted) process.exit(interrupted.exitCode)
      controller.abort(interrupted)
    })
  }
  return controller.signal
}
