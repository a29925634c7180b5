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
  /** Reports what is odd but no failure: a line on stderr, and one of the `warnings`. */
  warn(message: string): void
  /** All that was warned of. */
  readonly warnings: readonly string[]
  /** Shows a line on stderr until the next line or status; an empty one removes it. Undefined unless stderr is a terminal. */
  readonly status?: ((line: string) => void) | undefined
  /** True if stdout is a terminal. */
  readonly isTerminal: boolean
  /** The width of the terminal of stdout, or else of stderr. */
  readonly columns?: number | undefined
  /** Undefined unless both stdin and stdout are a terminal. */
  readonly terminal?: { readonly input: Readable; readonly output: Writable } | undefined
  /** Aborts with an `Interrupted`. */
  readonly signal: AbortSignal
  /** Undefined where no process runs the command. */
  readonly pipes?: ProcessPipes | undefined
}

/** The standard streams of a process as bytes, and its signals, for a verb that stands in for another program. */
export interface ProcessPipes {
  readonly input: Readable
  /** Resolves when the bytes are written to stdout. Rejects if nobody reads it any more. */
  write(bytes: Uint8Array): Promise<void>
  /** The same for stderr, which nobody may read: it never rejects. */
  writeStderr(bytes: Uint8Array): Promise<void>
  /** Closes stdin, so that its writer notices. */
  closeInput(): void
  /** Closes stdout after what was written, so that its reader notices. */
  closeOutput(): void
  /** Receives the signals to this process from now on, instead of `Io.signal`. */
  takeSignals(onSignal: (signal: NodeJS.Signals) => void): void
  /** Ends this process as the signal would; never settles. */
  dieBy(signal: NodeJS.Signals): Promise<never>
}
