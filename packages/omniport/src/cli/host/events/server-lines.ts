/** The last lines that each server wrote: to stderr, and as log messages. */
export class ServerLines {
  readonly #lines = new Map<string, string[]>()

  add(server: string, line: string): void {
    const lines = this.#lines.get(server) ?? []
    lines.push(line)
    if (lines.length > mostLines) lines.shift()
    this.#lines.set(server, lines)
  }

  /** The oldest first. */
  of(server: string): readonly string[] {
    return this.#lines.get(server) ?? []
  }
}

/** Of one server. */
const mostLines = 200
