import type { Source } from './scheduler.js'
import type { World } from './world.js'

/** What happens to servers and the network, so many times, whenever the scheduler chooses. */
export class Faults implements Source {
  readonly #world: World
  readonly #cutPipes: () => void
  #left: number
  #isDown = false

  /** `cutPipes` breaks every pipe. */
  constructor(world: World, cutPipes: () => void) {
    this.#world = world
    this.#cutPipes = cutPipes
    this.#left = world.plan.faults
    world.scheduler.add(this)
  }

  /** Whether nothing more will happen. */
  get isDone(): boolean {
    return this.#left === 0 && !this.#isDown
  }

  /** No more of them, but the server that is gone comes back. */
  stop(): void {
    this.#left = 0
  }

  weight(): number {
    return this.#left > 0 && !this.#isDown ? 0.05 : 0
  }

  step(): void {
    this.#left -= 1
    const { random, web } = this.#world
    const fault = random.pick(['crash', 'restart', 'change', 'cut', 'cut', 'touch'])
    if (fault === 'crash') this.#crash()
    else if (fault === 'restart') void this.#restart()
    else if (fault === 'change') this.#world.server.changeTools()
    else if (fault === 'touch') this.#world.server.touch('note:shared')
    else if (web.open.length > 0) random.pick(web.open).cut()
  }

  /** All connections break at once, and another server is there. */
  #crash(): void {
    const { web } = this.#world
    this.#world.note('everything breaks')
    web.cutAll()
    this.#cutPipes()
    void this.#world.close()
    this.#world.start()
  }

  /** What is under way may finish; then another server is there. */
  async #restart(): Promise<void> {
    this.#isDown = true
    await this.#world.close()
    this.#world.start()
    this.#isDown = false
  }
}
