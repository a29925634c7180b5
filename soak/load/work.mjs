import { setMaxListeners } from 'node:events'
import { sleep } from './sleep.mjs'

/** Nothing may take longer; what does never ends. */
const longestMs = 60_000

/**
 * Repeats what it is given from when it is told to begin until it is told to stop, side by side, and counts. What goes wrong is
 * not expected: whatever may go wrong is caught by who tries it.
 */
export class Work {
  /** How often what was done, by name. */
  done = {}
  #stopping = new AbortController()
  #lanes = []
  #begin = () => {}
  #begun = new Promise((resolve) => {
    this.#begin = resolve
  })
  #running = new Map()
  #notify
  #watch = setInterval(() => this.#look(), 1_000)
  #everyMs
  #next = performance.now()

  /** `rate`: how many times in a second, all together; infinite: as often as it goes. */
  constructor({ rate, onError }) {
    this.#everyMs = 1_000 / rate
    this.#notify = onError
    setMaxListeners(0, this.signal) // each lane waits on it
  }

  get signal() {
    return this.#stopping.signal
  }

  /** Does what `tasks` have, one after the other, again and again: `[name, fn]`. */
  repeat(tasks, pauseMs = 0) {
    this.#lanes.push(this.#lane(tasks, () => this.#turn(pauseMs)))
  }

  /** The same for one task that waits for something by itself, and takes no turn of the others. */
  follow(name, fn) {
    this.#lanes.push(this.#lane([[name, fn]], async () => {}))
  }

  fail(name, error) {
    this.#notify(`${name}: ${error?.stack ?? error}${causeOf(error)}`)
  }

  begin() {
    this.#begin()
  }

  /** What runs, by name. */
  get running() {
    return Array.from(this.#running.keys(), (key) => key.description)
  }

  /** Resolves when everything that was begun is over. */
  async stop() {
    this.#begin()
    this.#stopping.abort(new Error('The soak is over'))
    await Promise.all(this.#lanes)
    clearInterval(this.#watch)
  }

  async #lane(tasks, turn) {
    await this.#begun
    for (let index = 0; !this.signal.aborted; index += 1) {
      const [name, fn] = tasks[index % tasks.length]
      await turn()
      if (this.signal.aborted) return
      const key = Symbol(name)
      this.#running.set(key, performance.now())
      try {
        await fn()
        this.done[name] = (this.done[name] ?? 0) + 1
      } catch (error) {
        this.fail(name, error)
        await this.#pause(100)
      }
      this.#running.delete(key)
    }
  }

  /** Turns are handed out evenly; those that were missed while all were busy are not made up for. */
  async #turn(pauseMs) {
    if (pauseMs > 0) await this.#pause(pauseMs)
    if (this.#everyMs === 0) return
    const now = performance.now()
    this.#next = Math.max(this.#next + this.#everyMs, now - 100)
    if (this.#next > now) await this.#pause(this.#next - now)
  }

  #pause(ms) {
    return sleep(ms, this.signal).catch(() => {})
  }

  #look() {
    const now = performance.now()
    for (const [key, since] of this.#running) {
      if (now - since < longestMs) continue
      this.#running.delete(key)
      this.fail(key.description, new Error(`It has not ended in ${longestMs / 1_000} s`))
    }
  }
}

function causeOf(error) {
  return error?.cause instanceof Error ? `\n  because of ${error.cause.stack}` : ''
}
