import type { Random } from './random.js'
import type { SimulatedRuntime } from './simulated-runtime.js'

/** Something that can go on: bytes on their way, a user with something to do. */
export interface Source {
  /** How much it wants to go on now; 0: it cannot. */
  weight(): number
  step(): void
}

/** Chooses by chance, of all that can go on, what goes on next, and lets everything happen that follows from it. */
export class Scheduler {
  readonly #random: Random
  readonly #runtime: SimulatedRuntime
  readonly #sources = new Set<Source>()
  #steps = 0

  constructor(random: Random, runtime: SimulatedRuntime) {
    this.#random = random
    this.#runtime = runtime
  }

  get steps(): number {
    return this.#steps
  }

  /** How many sources there are. */
  get size(): number {
    return this.#sources.size
  }

  add(source: Source): void {
    this.#sources.add(source)
  }

  remove(source: Source): void {
    this.#sources.delete(source)
  }

  /** Goes on until `isOver`, or nothing can go on any more. False: it was not over, or took more than `maxSteps`. */
  async run(isOver: () => boolean, maxSteps: number): Promise<boolean> {
    await this.#settle()
    for (let step = 0; step < maxSteps && !isOver(); step += 1) {
      if (!this.#step()) return false
      await this.#settle()
    }
    return isOver()
  }

  /** Goes on with what needs no time to pass, until there is nothing more of that. */
  async runReady(): Promise<void> {
    const isQuiet = () => this.#runtime.untilNextMs !== 0 && [...this.#sources].every((source) => source.weight() === 0)
    await this.run(isQuiet, 1_000)
  }

  #step(): boolean {
    this.#steps += 1
    const untilNext = this.#runtime.untilNextMs
    const ready: [Source | 'timer' | 'time', number][] = []
    for (const source of this.#sources) {
      const weight = source.weight()
      if (weight > 0) ready.push([source, weight])
    }
    const isIdle = ready.length === 0
    if (untilNext === 0) ready.push(['timer', 4])
    else if (untilNext !== undefined || !isIdle) ready.push(['time', isIdle ? 1 : 0.5])
    const next = this.#pick(ready)
    if (next === undefined) return false
    if (next === 'timer') this.#runtime.fireOne()
    else if (next === 'time') this.#runtime.pass(isIdle ? (untilNext ?? 0) : this.#random.between(1, 60))
    else next.step()
    return true
  }

  #pick<T>(choices: readonly (readonly [T, number])[]): T | undefined {
    const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
    let at = this.#random.next() * total
    for (const [choice, weight] of choices) {
      at -= weight
      if (at < 0) return choice
    }
    return choices.at(-1)?.[0]
  }

  /** Promises, the ticks of streams, and what was put off to the next turn. */
  async #settle(): Promise<void> {
    for (let turn = 0; turn < 2 || this.#runtime.deferred > 0; turn += 1) {
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }
}
