import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Io } from '../../packages/omniport/src/cli/process/io.js'

/** A world for `run`, and what it was told. */
export interface MemoryIo {
  readonly io: Io
  readonly stdout: () => string
  readonly stderr: () => readonly string[]
}

export function createMemoryIo(world: Partial<Io> & { readonly cwd: string }): MemoryIo {
  let stdout = ''
  const stderr: string[] = []
  const warnings: string[] = []
  const io: Io = {
    stdin: empty(),
    isTerminal: false,
    signal: new AbortController().signal,
    ...world,
    env: { HOME: home, XDG_CACHE_HOME: join(home, 'cache'), ...world.env },
    stdout: async (text) => {
      stdout += text
    },
    stderr: (line) => void stderr.push(line),
    warnings,
    warn: (message) => {
      warnings.push(message)
      stderr.push(`[warning] ${message}`)
    },
  }
  return { io, stdout: () => stdout, stderr: () => stderr }
}

/** What is stored is never that of the person who runs the tests. */
const home = join(tmpdir(), 'omniport-test-home')

async function* empty(): AsyncGenerator<Uint8Array> {}
