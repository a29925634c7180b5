import type { Limits } from '../protocol/limits/limits.js'

/** The limits that parked calls share. */
type ParkingLimit = keyof Pick<Limits, 'parked' | 'parkedPerPrincipal' | 'parkedBytes' | 'parkedPerPrincipalBytes'>

/** One principal, or one sender that has none. */
export type ParkingOwner = string | symbol

interface Usage {
  calls: number
  bytes: number
}

/** Counts the calls that have asked and have not ended, and the bytes that they make this process hold. Nothing is evicted. */
export class ParkingBounds {
  readonly #limits: Limits
  readonly #all: Usage = { calls: 0, bytes: 0 }
  readonly #owners = new Map<ParkingOwner, Usage>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get calls(): number {
    return this.#all.calls
  }

  get bytes(): number {
    return this.#all.bytes
  }

  /** Gives a call of `bytes` its slot, or a sentence that names the limit that is reached. */
  open(owner: ParkingOwner, bytes: number): ParkingSlot | string {
    const usage = this.#owners.get(owner) ?? { calls: 0, bytes: 0 }
    if (this.#all.calls >= this.#limits.parked) return this.#reached('parked')
    if (usage.calls >= this.#limits.parkedPerPrincipal) return this.#reached('parkedPerPrincipal')
    const problem = this.#add(usage, bytes)
    if (problem !== undefined) return problem
    this.#owners.set(owner, usage)
    this.#all.calls += 1
    usage.calls += 1
    return new ParkingSlot(bytes, {
      add: (bytes) => this.#add(usage, bytes),
      remove: (bytes) => {
        this.#all.bytes -= bytes
        usage.bytes -= bytes
      },
      release: () => {
        this.#all.calls -= 1
        usage.calls -= 1
        if (usage.calls === 0) this.#owners.delete(owner)
      },
    })
  }

  #add(usage: Usage, bytes: number): string | undefined {
    if (this.#all.bytes + bytes > this.#limits.parkedBytes) return this.#reached('parkedBytes')
    if (usage.bytes + bytes > this.#limits.parkedPerPrincipalBytes) return this.#reached('parkedPerPrincipalBytes')
    this.#all.bytes += bytes
    usage.bytes += bytes
    return undefined
  }

  #reached(limit: ParkingLimit): string {
    return `the limit ${limit} is ${this.#limits[limit]}${limit.endsWith('Bytes') ? ' bytes' : ''}`
  }
}

interface SlotAccount {
  readonly add: (bytes: number) => string | undefined
  readonly remove: (bytes: number) => void
  readonly release: () => void
}

/** The part of one call in the bounds. Whoever opened it releases it. */
export class ParkingSlot {
  readonly #account: SlotAccount
  #bytes: number
  #isReleased = false

  constructor(bytes: number, account: SlotAccount) {
    this.#bytes = bytes
    this.#account = account
  }

  /** Counts bytes, or returns a sentence that names the limit that they would exceed. */
  add(bytes: number): string | undefined {
    const problem = this.#account.add(bytes)
    if (problem === undefined) this.#bytes += bytes
    return problem
  }

  remove(bytes: number): void {
    if (this.#isReleased) return
    this.#bytes -= bytes
    this.#account.remove(bytes)
  }

  /** Gives back the slot and all of its bytes. Later calls do nothing. */
  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#account.remove(this.#bytes)
    this.#account.release()
  }
}
