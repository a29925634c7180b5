/** Milliseconds between two comments that keep an SSE stream alive. */
export const DEFAULT_SSE_KEEP_ALIVE_MS = 15000

const longestDelayMs = 2 ** 31 - 1

/** Calls a function at an interval, without keeping the process alive. Undefined for an interval below 1: it is never called. */
export function armSseKeepAlive(intervalMs: number, onTick: () => void): ReturnType<typeof setInterval> | undefined {
  if (!Number.isFinite(intervalMs) || intervalMs < 1) return undefined
  const timer = setInterval(onTick, Math.min(intervalMs, longestDelayMs))
  // In browsers and workers a timer is a number.
  ;(timer as { unref?: () => void }).unref?.()
  return timer
}
