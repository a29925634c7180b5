/** What a handler of these tests writes down, and what it opens and has to close. */
export class Probe {
  readonly notes: string[] = []
  /** How often something was opened, and how often closed again. */
  opened = 0
  closed = 0
  /** The most that was open at once. */
  most = 0
  /** What was open when a request or a round of it came in. */
  readonly leftOpen: number[] = []
  #counts = new Map<string, number>()
  #waiting: (() => void)[] = []

  note(text: string): void {
    this.notes.push(text)
  }

  /** Counts one, and gives how many there are now. */
  count(what: string): number {
    const count = (this.#counts.get(what) ?? 0) + 1
    this.#counts.set(what, count)
    return count
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts)
  }

  get open(): number {
    return this.opened - this.closed
  }

  /** Opens something; the returned function closes it. */
  enter(): () => void {
    this.opened += 1
    this.most = Math.max(this.most, this.open)
    return () => {
      this.closed += 1
      this.#waiting.shift()?.()
    }
  }

  /** Opens what only one may have open at a time, when its turn comes. */
  async lock(): Promise<() => void> {
    while (this.open > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.enter()
  }
}
