import { defaultRuntime, type Runtime } from 'omniport/protocol'

/** The usual runtime, whose timers are counted. */
export interface CountedRuntime extends Runtime {
  /** Timers that neither fired nor were stopped. */
  readonly timers: number
}

export function createCountedRuntime(): CountedRuntime {
  const open = new Set<object>()
  return {
    ...defaultRuntime,
    after(ms, fn, options) {
      const timer = {}
      open.add(timer)
      const stop = defaultRuntime.after(
        ms,
        () => {
          open.delete(timer)
          fn()
        },
        options,
      )
      return () => {
        open.delete(timer)
        stop()
      }
    },
    get timers() {
      return open.size
    },
  }
}
