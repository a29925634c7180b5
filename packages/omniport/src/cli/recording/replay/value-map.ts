import { idKey, type Members, madeUpMembers } from '../turns/messages.js'

/** Values that the recorded server made up, and what the server has in their place now: states, tasks, cursors. */
export class ValueMap {
  readonly #values = new Map<string, unknown>()

  /** Learns from two messages that stand for each other. */
  learn(recorded: unknown, live: unknown): void {
    if (typeof recorded !== 'object' || recorded === null || typeof live !== 'object' || live === null) return
    for (const [name, value] of Object.entries(recorded)) {
      const other = (live as Members)[name]
      const isMadeUp = madeUpMembers.has(name) && typeof value === typeof other && typeof value !== 'object'
      if (isMadeUp && value !== other) this.#values.set(idKey(value), other)
      else this.learn(value, other)
    }
  }

  /** Returns a message for the server as it is now; the same value if nothing has to be replaced. */
  toLive(value: unknown): unknown {
    if (this.#values.size === 0 || typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const items = value.map((item) => this.toLive(item))
      return items.every((item, at) => item === value[at]) ? value : items
    }
    const members = Object.entries(value).map(([name, member]): [string, unknown] => [
      name,
      madeUpMembers.has(name) && this.#values.has(idKey(member))
        ? this.#values.get(idKey(member))
        : this.toLive(member),
    ])
    return members.every(([name, member]) => member === (value as Members)[name]) ? value : Object.fromEntries(members)
  }
}
