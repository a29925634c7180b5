/** How many names that were found to be allowed are remembered as they were written. */
const maxAccepted = 64

/** The names that `Host` may give this server. */
export class AllowedHosts {
  readonly #names: readonly string[]
  readonly #accepted = new Set<string>()

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => name.toLowerCase())
  }

  /** Whether an authority is one of them: with exactly its port where the name has one, else with any. */
  has(authority: string): boolean {
    if (this.#accepted.has(authority)) return true
    const given = authority.toLowerCase()
    const isAllowed = this.#names.some((name) => given === name || (!hasPort.test(name) && withoutPort(given) === name))
    if (isAllowed && this.#accepted.size < maxAccepted) this.#accepted.add(authority)
    return isAllowed
  }
}

const hasPort = /:\d+$/

function withoutPort(authority: string): string {
  return authority.replace(/:\d{1,5}$/, '')
}
