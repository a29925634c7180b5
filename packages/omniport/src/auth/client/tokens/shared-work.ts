import { untilAborted } from '../../../async/abort/until-aborted.js'

/** Runs work by name, once for all callers that wait for it. It is aborted when the last caller leaves. */
export class SharedWork {
  readonly #running = new Map<string, Running>()

  /** Joins the running work of this name, or starts it. Rejects as the work does, or with the reason of `signal`. */
  async join(name: string, begin: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const running = this.#running.get(name) ?? this.#begin(name, begin)
    running.waiterCount += 1
    try {
      await untilAborted(running.done, signal)
    } finally {
      running.waiterCount -= 1
      if (running.waiterCount === 0) this.#leave(name, running)
    }
  }

  #begin(name: string, begin: (signal: AbortSignal) => Promise<void>): Running {
    const controller = new AbortController()
    const done = begin(controller.signal)
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

interface Running {
  readonly controller: AbortController
  readonly done: Promise<void>
  waiterCount: number
  isDone: boolean
}
