import { createManualRuntime, type ManualRuntime } from './manual-runtime.js'

/** Resolves after `count` turns of the event loop. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** A runtime whose time stands still, but whose randomness and turns of the event loop are real. */
export function createHttpRuntime(): ManualRuntime {
  const manual = createManualRuntime()
  return {
    now: manual.now,
    after: manual.after,
    advance: manual.advance,
    get timers() {
      return manual.timers
    },
    defer: (fn) => void setImmediate(fn),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  }
}
