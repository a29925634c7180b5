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
    env: {},
    stdin: empty(),
    isTerminal: false,
    signal: new AbortController().signal,
    ...world,
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

async function* empty(): AsyncGenerator<Uint8Array> {}
