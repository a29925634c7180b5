import type { Runtime } from '../../../../async/runtime/runtime.js'
import type { SessionMessage } from '../sessions/session-messages.js'

export interface ServedStreamsOptions {
  readonly runtime: Runtime
  /** Tells the other nodes that have the session. */
  readonly publish: (message: SessionMessage) => void
  /** True if this node has the connection of the GET stream with that key. */
  readonly isGetStream: (key: string) => boolean
}

/** A question is asked again after this time, and given up after the other. */
const askMs = 1_000
const silentMs = 5_000
/** The time from an answer to the next question. */
const againMs = 10_000

/** What is to be known of a stream that another node may serve. */
export interface StreamWatcher {
  /** Called when a node says that it serves it. */
  readonly onServed?: (() => void) | undefined
  /** Called once if no node says so for `silentMs`. */
  readonly onGone: () => void
}

interface Watch {
  readonly key: string
  /** A node says that it serves the stream. */
  readonly renew: () => void
}

/**
 * Knows which streams of a session belong to requests that are being served, and asks the other nodes for theirs. A node that
 * is gone ends no stream, so that who comes back to one of its streams would wait in vain.
 */
export class ServedStreams {
  readonly #options: ServedStreamsOptions
  readonly #own = new Set<string>()
  readonly #watches = new Set<Watch>()

  constructor(options: ServedStreamsOptions) {
    this.#options = options
  }

  /** This node begins to serve the request of a stream. */
  begin(key: string): void {
    this.#own.add(key)
  }

  /** The end of the stream is in the log. */
  end(key: string): void {
    this.#own.delete(key)
  }

  /** True if this node serves its request. */
  has(key: string): boolean {
    return this.#own.has(key)
  }

  /** Another node wants to know who serves a stream, or says that it does. */
  receive({ type, key }: { readonly type: 'asked' | 'served'; readonly key: string }): void {
    if (type === 'served') {
      for (const watch of [...this.#watches]) if (watch.key === key) watch.renew()
    } else if (this.has(key) || this.#options.isGetStream(key)) {
      this.#options.publish({ type: 'served', key })
    }
  }

  /** Resolves with true when another node says that it serves the stream; with false if none does, or `signal` aborts. */
  isServedElsewhere(key: string, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isServed: boolean) => {
        stop()
        resolve(isServed)
      }
      const stop = this.watch(key, { onServed: () => settle(true), onGone: () => settle(false) })
      signal.addEventListener('abort', () => settle(false), { once: true })
    })
  }

  /** Asks who serves a stream, at once and from time to time. Returns a function that ends it. */
  watch(key: string, { onServed, onGone }: StreamWatcher): () => void {
    const { runtime, publish } = this.#options
    let silent = 0
    let stopTimer = () => {}
    const stop = () => {
      stopTimer()
      this.#watches.delete(watch)
    }
    const askLater = (ms: number) => {
      stopTimer = runtime.after(ms, ask, { background: true })
    }
    const ask = () => {
      if (silent >= silentMs) {
        stop()
        onGone()
        return
      }
      silent += askMs
      askLater(askMs)
      publish({ type: 'asked', key })
    }
    const watch: Watch = {
      key,
      renew: () => {
        silent = 0
        stopTimer()
        askLater(againMs)
        onServed?.()
      },
    }
    this.#watches.add(watch)
    ask()
    return stop
  }
}
