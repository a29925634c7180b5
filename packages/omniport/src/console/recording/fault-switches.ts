import type { FaultChange, Faults } from '../contract.js'

const off: Faults = { delayMs: 0, duplicate: false, stall: false, unauthorized: false, expiredSession: false }

/** The faults of one server's connections, as they are switched now. */
export class FaultSwitches {
  readonly #onChange: () => void
  #faults: Faults = off
  #waiting: (() => void)[] = []

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get current(): Faults {
    return this.#faults
  }

  /** Null switches a fault off. */
  change(change: FaultChange): Faults {
    const entries = Object.entries(change).map(([name, value]) => [name, value ?? undefined] as const)
    const { cutAfter, ...rest } = { ...this.#faults, ...Object.fromEntries(entries) }
    this.#faults = {
      delayMs: rest.delayMs ?? 0,
      duplicate: rest.duplicate ?? false,
      stall: rest.stall ?? false,
      unauthorized: rest.unauthorized ?? false,
      expiredSession: rest.expiredSession ?? false,
      ...(cutAfter !== undefined && { cutAfter }),
    }
    this.#onChange()
    for (const wake of this.#waiting.splice(0)) wake()
    return this.#faults
  }

  /** Counts a message of the server. Returns true if the connection is to be cut after it. */
  countMessage(): boolean {
    const { cutAfter } = this.#faults
    if (cutAfter === undefined) return false
    this.change({ cutAfter: cutAfter <= 1 ? null : cutAfter - 1 })
    return cutAfter <= 1
  }

  /** Returns true once, if the session is to be refused. */
  takeExpiredSession(): boolean {
    if (!this.#faults.expiredSession) return false
    this.change({ expiredSession: false })
    return true
  }

  /** Resolves with the next change of a switch. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
