import process from 'node:process'
import { Writable } from 'node:stream'
import { formatLine } from '../output/format-line.js'
import { Interrupted } from './interrupted.js'
import type { Io } from './io.js'
import { createProcessPipes } from './process-pipes.js'

/**
 * Creates the `Io` of this process. Other writes to stdout, such as those of a server module, then go to stderr. SIGINT
 * and SIGTERM abort the signal; a second one ends the process at once.
 */
export function createProcessIo(): Io {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  // A reader that ends, such as `head`, is not an error; the callback of `write` is called anyway.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  const lines = createStderr()
  return {
    cwd: process.cwd(),
    env: process.env,
    stdin: process.stdin,
    stdout: (text) => {
      lines.status?.('')
      return new Promise((resolve) => write(text, () => resolve()))
    },
    ...lines,
    isTerminal: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? process.stderr.columns,
    ...(process.stdin.isTTY === true &&
      process.stdout.isTTY === true && { terminal: { input: process.stdin, output: new TerminalOutput(write) } }),
    signal: createSignal(),
    pipes: createProcessPipes(write),
  }
}

/** Writes to stderr. The status is drawn over itself. */
function createStderr(): Pick<Io, 'stderr' | 'status' | 'warn' | 'warnings'> {
  const warnings: string[] = []
  let shown = ''
  const status = (line: string) => {
    if (line === shown) return
    shown = line
    process.stderr.write(`\r\u001b[2K${line}`)
  }
  const isTerminal = process.stderr.isTTY === true
  const stderr = (line: string) => {
    if (isTerminal) status('')
    process.stderr.write(`${line}\n`)
  }
  const warn = (message: string) => {
    warnings.push(message)
    stderr(formatLine(`[warning] ${message}`))
  }
  return { stderr, warn, warnings, ...(isTerminal && { status }) }
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

/** The terminal of stdout, written to with `write` because stdout itself is redirected. */
class TerminalOutput extends Writable {
  readonly isTTY = true

  constructor(write: (bytes: Uint8Array, written: (error?: Error | null) => void) => void) {
    super({ write: (bytes, _encoding, written) => write(bytes, written) })
    process.stdout.on('resize', () => this.emit('resize'))
  }

  get columns(): number {
    return process.stdout.columns || 80
  }

  get rows(): number {
    return process.stdout.rows || 24
  }
}
