import { PipeLink, type PipeLinkOptions } from '../connection/pipe-link.js'
import type { StderrTail } from './stderr-tail.js'

/** The link to a server that this side started. */
export class SpawnedLink extends PipeLink {
  readonly #stderr: StderrTail

  constructor(options: PipeLinkOptions, stderr: StderrTail) {
    super(options)
    this.#stderr = stderr
  }

  /** The end of what the server wrote to stderr, at most 64 Ki characters. */
  get stderrTail(): string {
    return this.#stderr.text
  }
}
