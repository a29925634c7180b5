/** What providers take as the name of a function. */
const fits = /^[a-zA-Z0-9_-]{1,64}$/

/** Names of tools as a provider takes them, each its own, and back. A name that fits stays as it is. */
export class ToolNames {
  readonly #sent = new Map<string, string>()
  readonly #given = new Map<string, string>()
  /** How many names came to the same text. */
  readonly #counts = new Map<string, number>()

  constructor(names: readonly string[]) {
    // Those that have to be changed make way for those that need not be.
    for (const name of names) if (fits.test(name)) this.#add(name, name)
    for (const name of names) this.toSent(name)
  }

  /** The name that is sent for a tool; one that is in no list of tools, but in what was said before, gets its own as well. */
  toSent(name: string): string {
    return this.#sent.get(name) ?? this.#add(name, this.#free(name))
  }

  /** The tool that was meant; what was never sent stays as it came. */
  fromSent(sent: string): string {
    return this.#given.get(sent) ?? sent
  }

  #free(name: string): string {
    const start = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 56) || '_'
    for (let count = (this.#counts.get(start) ?? 0) + 1; ; count += 1) {
      const candidate = count === 1 ? start : `${start}_${count}`
      if (this.#given.has(candidate)) continue
      this.#counts.set(start, count)
      return candidate
    }
  }

  #add(name: string, sent: string): string {
    this.#sent.set(name, sent)
    this.#given.set(sent, name)
    return sent
  }
}
