import { waitFor } from '../../../async/waiting/wait-for.js'

/** Runs work by name, once for all callers that wait for it. It is aborted when the last caller leaves. */
export class SharedWork {
  readonly #run: RunWork
  readonly #running = new Map<string, Running>()

  /** Each piece of work runs within `run`. */
  constructor(run: RunWork) {
    this.#run = run
  }

  /**
   * Waits for the work of this name, which is begun unless it is under way. Rejects as the work does, or with the reason of
   * `signal`.
   */
  async join(name: string, begin: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const running = this.#running.get(name) ?? this.#begin(name, begin)
    running.waiterCount += 1
    try {
      await waitFor(running.done, { signal })
    } finally {
      running.waiterCount -= 1
      if (running.waiterCount === 0) this.#leave(name, running)
    }
  }

  #begin(name: string, begin: (signal: AbortSignal) => Promise<void>): Running {
    const controller = new AbortController()
    const done = this.#run(() => begin(controller.signal))
    const running: Running = { controller, done, waiterCount: 0, isDone: false }
    this.#running.set(name, running)
    const end = () => {
      running.isDone = true
      this.#forget(name, running)
    }
    done.then(end, end)
    return running
  }

  #leave(name: string, running: Running): void {
    if (running.isDone) return
    this.#forget(name, running)
    running.controller.abort(new DOMException('All requests stopped waiting for the authorization', 'AbortError'))
  }

  #forget(name: string, running: Running): void {
    if (this.#running.get(name) === running) this.#running.delete(name)
  }
}

/** Runs work that may take as long as a person does. */
export type RunWork = <T>(work: () => Promise<T>) => Promise<T>

interface Running {
  readonly controller: AbortController
  readonly done: Promise<void>
  waiterCount: number
  isDone: boolean
}
