import { DuplexConnection, type DuplexConnectionOptions } from '../../connection/duplex-connection.js'
import type { StderrTail } from './stderr-tail.js'

/** The connection to a server process that this side started. */
export class SpawnedConnection extends DuplexConnection {
  readonly #stderr: StderrTail
  readonly #output: () => string

  constructor(options: DuplexConnectionOptions, stderr: StderrTail, output: () => string) {
    super(options)
    this.#stderr = stderr
    this.#output = output
  }

  /** The end of what the server wrote to stderr, at most 64 Ki characters. */
  get stderrTail(): string {
    return this.#stderr.text
  }

  get output(): string {
    return this.#output()
  }
}
