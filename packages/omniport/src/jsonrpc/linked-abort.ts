/** A signal that aborts with any of some others, or by itself. Whoever makes it unlinks it. */
export class LinkedAbort {
  readonly #controller = new AbortController()
  readonly #links: readonly (readonly [AbortSignal, () => void])[]

  constructor(...signals: readonly (AbortSignal | undefined)[]) {
    const given = signals.filter((signal) => signal !== undefined)
    this.#links = given.map((signal) => [signal, () => this.abort(signal.reason)] as const)
    for (const [signal, onAbort] of this.#links) {
      if (signal.aborted) onAbort()
      else listen(signal, onAbort)
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason)
  }

  /** The others have no effect any more. */
  unlink(): void {
    for (const [signal, onAbort] of this.#links) leave(signal, onAbort)
  }
}

/**
 * Who waits for which signal. One that many share, such as that of a server, has one listener of its own: of more than ten
 * Node warns as of a leak.
 */
const waiting = new WeakMap<AbortSignal, Waiting>()

interface Waiting {
  readonly fns: Set<() => void>
  readonly onAbort: () => void
}

function listen(signal: AbortSignal, fn: () => void): void {
  let known = waiting.get(signal)
  if (known === undefined) {
    const fns = new Set<() => void>()
    const onAbort = () => {
      for (const each of [...fns]) if (fns.has(each)) each()
      waiting.delete(signal)
    }
    known = { fns, onAbort }
    waiting.set(signal, known)
    signal.addEventListener('abort', onAbort, { once: true })
  }
  known.fns.add(fn)
}

function leave(signal: AbortSignal, fn: () => void): void {
  const known = waiting.get(signal)
  if (known === undefined || !known.fns.delete(fn) || known.fns.size > 0) return
  waiting.delete(signal)
  signal.removeEventListener('abort', known.onAbort)
}
