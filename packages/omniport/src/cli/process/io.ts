import type { Readable, Writable } from 'node:stream'

/** The environment of a run; tests replace it. */
export interface Io {
  /** The folder for relative paths. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: AsyncIterable<Uint8Array>
  /** Receives data only. Resolves when it is written, even without a reader. */
  stdout(text: string): Promise<void>
  /** Receives everything else, line by line. */
  stderr(line: string): void
  /** True if stdout is a terminal. */
  readonly isTerminal: boolean
  /** Undefined unless both stdin and stdout are a terminal. */
  readonly terminal?: { readonly input: Readable; readonly output: Writable } | undefined
  /** Aborts with an `Interrupted`. */
  readonly signal: AbortSignal
}
