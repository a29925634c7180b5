/** Function names that providers accept. */
const validName = /^[a-zA-Z0-9_-]{1,64}$/

/** Maps tool names to unique names that a provider accepts, and back. Valid names stay unchanged. */
export class ToolNames {
  readonly #sent = new Map<string, string>()
  readonly #originals = new Map<string, string>()
  /** The number of names with the same valid form. */
  readonly #counts = new Map<string, number>()

  constructor(names: readonly string[]) {
    // Valid names are added first, so that they stay unchanged.
    for (const name of names) if (validName.test(name)) this.#add(name, name)
    for (const name of names) this.toSent(name)
  }

  /** Returns the name to send for a tool. A tool that only occurs in the conversation gets one too. */
  toSent(name: string): string {
    return this.#sent.get(name) ?? this.#add(name, this.#createName(name))
  }

  /** Returns the tool for a sent name; unknown names stay unchanged. */
  fromSent(sent: string): string {
    return this.#originals.get(sent) ?? sent
  }

  #createName(name: string): string {
    const start = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 56) || '_'
    for (let count = (this.#counts.get(start) ?? 0) + 1; ; count += 1) {
      const candidate = count === 1 ? start : `${start}_${count}`
      if (this.#originals.has(candidate)) continue
      this.#counts.set(start, count)
      return candidate
    }
  }

  #add(name: string, sent: string): string {
    this.#sent.set(name, sent)
    this.#originals.set(sent, name)
    return sent
  }
}
