/** The last lines of each server: its stderr and log messages. */
export class ServerLines {
  readonly #lines = new Map<string, string[]>()

  add(server: string, line: string): void {
    const lines = this.#lines.get(server) ?? []
    lines.push(line)
    if (lines.length > mostLines) lines.shift()
    this.#lines.set(server, lines)
  }

  of(server: string): readonly string[] {
    return this.#lines.get(server) ?? []
  }
}

const mostLines = 200
