import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import process from 'node:process'
import type { ProcessPipes } from './io.js'

type Write = (bytes: Uint8Array, written: (error?: Error | null) => void) => void

/** Creates the pipes of this process. `write` writes to stdout, which may be redirected otherwise. */
export function createProcessPipes(write: Write): ProcessPipes {
  return {
    input: process.stdin,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    writeStderr: (bytes) => new Promise((resolve) => process.stderr.write(bytes, () => resolve())),
    closeInput: () => {
      if (process.stdin.closed) replaceByNothing(0, 'r')
      else process.stdin.once('close', () => replaceByNothing(0, 'r')).destroy()
    },
    closeOutput: () => write(new Uint8Array(0), () => replaceByNothing(1, 'w')),
    takeSignals: (onSignal) => {
      for (const signal of forwarded) {
        process.removeAllListeners(signal)
        process.on(signal, onSignal)
      }
    },
    dieBy: (signal) => {
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
      return new Promise(() => setTimeout(() => process.exit(1), afterSignalMs))
    },
  }
}

/** The signals that end programs, or that servers use for themselves; one of these is kept by Node. */
const forwarded: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']

/** Time for a signal to end this process. */
const afterSignalMs = 1_000

/** Node never closes the standard streams. Their numbers stay in use, so that no other file gets them. */
function replaceByNothing(descriptor: 0 | 1, flags: 'r' | 'w'): void {
  try {
    closeSync(descriptor)
    openSync(devNull, flags)
  } catch {
    // It was closed already.
  }
}
