import { defaultRuntime } from 'omniport/protocol'

/** The real clock, which counts the timers that run: those too that a process does not wait for. */
export function countingRuntime() {
  const running = new Set()
  const after = (ms, fn, options) => {
    const stop = defaultRuntime.after(
      ms,
      () => {
        running.delete(stop)
        fn()
      },
      options,
    )
    running.add(stop)
    return () => {
      running.delete(stop)
      stop()
    }
  }
  return { runtime: { ...defaultRuntime, after }, running: () => running.size }
}
