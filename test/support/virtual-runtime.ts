import type { Runtime } from '../../packages/omniport/src/async/runtime/runtime.js'

interface Timer {
  readonly at: number
  readonly fn: () => void
}

/** The sources of a virtual runtime. */
export interface VirtualRuntimeOptions {
  readonly startMs?: number
  /** Default: the next turn of the event loop. */
  readonly defer?: Runtime['defer']
  /** Default: all the same. */
  readonly randomBytes?: Runtime['randomBytes']
}

const onNextTurn = (fn: () => void) => void setImmediate(fn)
const sameBytes = (length: number) => new Uint8Array(length).fill(0x80)

/** Random bytes that differ from run to run. */
export const realRandomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** A runtime whose time passes only when a test lets it. */
export class VirtualRuntime implements Runtime {
  readonly #timers = new Set<Timer>()
  #now: number
  #defer: Runtime['defer']
  #randomBytes: Runtime['randomBytes']

  constructor({ startMs = 1_000_000, defer = onNextTurn, randomBytes = sameBytes }: VirtualRuntimeOptions = {}) {
    this.#now = startMs
    this.#defer = defer
    this.#randomBytes = randomBytes
  }

  /** The number of timers that neither fired nor were stopped. */
  get timers(): number {
    return this.#timers.size
  }

  now(): number {
    return this.#now
  }

  after(ms: number, fn: () => void): () => void {
    const timer = { at: this.#now + ms, fn }
    this.#timers.add(timer)
    return () => {
      this.#timers.delete(timer)
    }
  }

  randomBytes(length: number): Uint8Array {
    return this.#randomBytes(length)
  }

  defer(fn: () => void): void {
    this.#defer(fn)
  }

  /** Lets `ms` pass, and everything happen that follows from it. */
  async advance(ms: number): Promise<void> {
    await settled()
    for (const fire of this.#due(ms)) {
      fire()
      await settled()
    }
  }

  /** Lets `ms` pass: the timers that are due fire, in their order, before it returns. */
  advanceSync(ms: number): void {
    for (const fire of this.#due(ms)) fire()
  }

  *#due(ms: number): Generator<() => void> {
    const end = this.#now + ms
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end)
      const [first] = due.sort((a, b) => a.at - b.at)
      if (first === undefined) break
      this.#timers.delete(first)
      this.#now = Math.max(this.#now, first.at)
      yield first.fn
    }
    this.#now = end
  }
}

/** Resolves after some turns of the event loop: by default when all that can happen without time passing has happened. */
export async function settled(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** A virtual runtime that does not wait for what follows from the passing of time. */
export interface ManualRuntime extends Runtime {
  /** As `VirtualRuntime.advanceSync`. */
  advance(ms: number): void
  readonly timers: number
}

/** Creates a manual runtime whose random bytes count up, and whose turns of the event loop are microtasks. */
export function createManualRuntime(): ManualRuntime {
  let seed = 0
  const randomBytes = (length: number) => Uint8Array.from({ length }, () => seed++ % 256)
  return toManual({ defer: (fn) => queueMicrotask(fn), randomBytes })
}

/** Creates a manual runtime whose randomness and turns of the event loop are real. */
export function createHttpRuntime(): ManualRuntime {
  return toManual({ randomBytes: realRandomBytes })
}

function toManual(options: VirtualRuntimeOptions): ManualRuntime {
  const clock = new VirtualRuntime({ startMs: 0, ...options })
  return {
    now: () => clock.now(),
    after: (ms, fn) => clock.after(ms, fn),
    advance: (ms) => clock.advanceSync(ms),
    defer: (fn) => clock.defer(fn),
    randomBytes: (length) => clock.randomBytes(length),
    get timers() {
      return clock.timers
    },
  }
}
