import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultSwitches } from './fault-switches.js'

/** Lets what passes in one direction wait, in its order. */
export class FaultQueue {
  readonly #faults: FaultSwitches
  /** True: `stall` holds this direction. */
  readonly #canStall: boolean
  #tail: Promise<void> = Promise.resolve()
  #waiting = 0
  #waitingBytes = 0

  constructor(faults: FaultSwitches, canStall: boolean) {
    this.#faults = faults
    this.#canStall = canStall
  }

  /** True if more waits than should be held in memory. */
  get isFull(): boolean {
    return this.#waitingBytes > maxWaitingBytes
  }

  /** Calls `deliver`: at once, if nothing is to wait. */
  push(bytes: number, deliver: () => void): void {
    const { delayMs } = this.#faults.current
    if (this.#waiting === 0 && delayMs === 0 && !this.#isStalled) {
      deliver()
      return
    }
    const due = performance.now() + delayMs
    this.#waiting += 1
    this.#waitingBytes += bytes
    this.#tail = this.#tail.then(async () => {
      await this.wait(due - performance.now())
      this.#waiting -= 1
      this.#waitingBytes -= bytes
      deliver()
    })
  }

  /** Waits for `ms`, and then for the end of a stall. */
  async wait(ms: number): Promise<void> {
    if (ms > 0) await sleep(ms, undefined, { ref: false })
    while (this.#isStalled) await this.#faults.changed()
  }

  get #isStalled(): boolean {
    return this.#canStall && this.#faults.current.stall
  }
}

const maxWaitingBytes = 67_108_864
