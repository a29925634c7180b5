import type { Readable, Writable } from 'node:stream'

/** The world as `run` sees it, so that a test can be one. */
export interface Io {
  /** Where files and commands are looked up. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: AsyncIterable<Uint8Array>
  /** Gets data only. Resolves when it is written, also when nobody reads any more. */
  stdout(text: string): Promise<void>
  /** Gets everything else, one line at a time. */
  stderr(line: string): void
  /** Whether a person reads stdout. */
  readonly isTerminal: boolean
  /** Where a person sits; undefined where none can both read and type. */
  readonly terminal?: { readonly input: Readable; readonly output: Writable } | undefined
  /** Aborts, with an `Interrupted` as its reason, when the program is to end. */
  readonly signal: AbortSignal
}
