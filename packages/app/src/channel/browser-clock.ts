import type { Clock } from 'omniport/jsonrpc'

/** The clock of the page. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, fn) => {
    const timer = setTimeout(fn, Math.min(ms, maxTimerMs))
    return () => clearTimeout(timer)
  },
}

/** Timers beyond this overflow and would fire at once. */
const maxTimerMs = 2 ** 31 - 1
