import { untilAborted } from '../../until-aborted.js'

/**
 * One piece of work that any number of callers wait for. It is aborted when none of them wants its result any more; one who
 * leaves earlier takes nothing from the others.
 */
export class SharedWork {
  readonly #running = new Map<string, Running>()

  /**
   * Waits for the work of this name, which is begun unless it is under way. Rejects as the work does, or with the reason of
   * `signal`.
   */
  async join(name: string, begin: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const running = this.#running.get(name) ?? this.#begin(name, begin)
    running.waiting += 1
    try {
      await untilAborted(running.done, signal)
    } finally {
      running.waiting -= 1
      if (running.waiting === 0) this.#leave(name, running)
    }
  }

  #begin(name: string, begin: (signal: AbortSignal) => Promise<void>): Running {
    const controller = new AbortController()
    const done = begin(controller.signal)
    const running: Running = { controller, done, waiting: 0, isOver: false }
    this.#running.set(name, running)
    const end = () => {
      running.isOver = true
      this.#forget(name, running)
    }
    done.then(end, end)
    return running
  }

  #leave(name: string, running: Running): void {
    if (running.isOver) return
    this.#forget(name, running)
    running.controller.abort(new DOMException('Nobody waits for the authorization any more', 'AbortError'))
  }

  #forget(name: string, running: Running): void {
    if (this.#running.get(name) === running) this.#running.delete(name)
  }
}

interface Running {
  readonly controller: AbortController
  readonly done: Promise<void>
  waiting: number
  isOver: boolean
}
