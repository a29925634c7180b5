import type { Clock } from 'omniport/jsonrpc'
import { jitter } from '../values/system-clock.js'
import { isReply } from './store-unavailable.js'

export interface AvailabilityOptions {
  readonly clock: Clock
  readonly timeoutMs: number
  readonly probe: (group: number) => Promise<unknown>
}

interface Absence {
  readonly waiters: Set<() => void>
  probes: number
}

/** Probes without a reply at once. A dead connection gives none until the client notices. */
const maxProbes = 4

/** Codes with which Redis answers, and is not ready. */
const notReady = /^-?(LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)\b/

/** Knows which primaries are away, and probes them until they answer. */
export class Availability {
  readonly #options: AvailabilityOptions
  readonly #absences = new Map<number, Absence>()
  #isClosed = false

  constructor(options: AvailabilityOptions) {
    this.#options = options
  }

  isAway(group: number): boolean {
    return this.#absences.has(group)
  }

  lost(group: number): void {
    if (this.#isClosed || this.#absences.has(group)) return
    this.#absences.set(group, { waiters: new Set(), probes: 0 })
    this.#probeLater(group, jitter(20, 50))
  }

  /** Waits of `whenBack` that are not over. */
  get waitCount(): number {
    return [...this.#absences.values()].reduce((count, { waiters }) => count + waiters.size, 0)
  }

  /**
   * Resolves when the group answers again, at once if it is not away, or with `close`; or settles as `other` does, if that is
   * earlier. Callers race nothing with it themselves: a wait that lost would be kept as long as the group is away.
   */
  async whenBack(group: number, other?: Promise<unknown>): Promise<void> {
    const absence = this.#absences.get(group)
    let waiter = () => {}
    const isBack = new Promise<void>((resolve) => {
      waiter = resolve
    })
    if (absence === undefined) waiter()
    else absence.waiters.add(waiter)
    try {
      await Promise.race(other === undefined ? [isBack] : [isBack, other])
    } finally {
      absence?.waiters.delete(waiter)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const group of [...this.#absences.keys()]) this.#back(group)
  }

  #probeLater(group: number, ms: number): void {
    this.#options.clock.after(ms, () => this.#probe(group), { background: true })
  }

  #probe(group: number): void {
    const absence = this.#absences.get(group)
    if (absence === undefined) return
    const { timeoutMs, probe } = this.#options
    if (absence.probes >= maxProbes) {
      this.#probeLater(group, timeoutMs)
      return
    }
    absence.probes += 1
    let isSettled = false
    const settle = (isBack: boolean) => {
      absence.probes -= 1
      if (this.#absences.get(group) !== absence) return
      if (isBack) this.#back(group)
      else if (!isSettled) this.#probeLater(group, jitter(100, 250))
      isSettled = true
    }
    Promise.resolve()
      .then(() => probe(group))
      .then(
        () => settle(true),
        (error: unknown) => settle(isReply(error) && !notReady.test(error.message)),
      )
    this.#options.clock.after(
      timeoutMs,
      () => {
        if (!isSettled) this.#probe(group)
        isSettled = true
      },
      { background: true },
    )
  }

  #back(group: number): void {
    const absence = this.#absences.get(group)
    this.#absences.delete(group)
    for (const resolve of absence?.waiters ?? []) resolve()
  }
}
