interface EventLoop {
  readonly setImmediate?: ((fn: () => void) => unknown) | undefined
  readonly process?: { readonly nextTick?: ((fn: () => void) => unknown) | undefined } | undefined
}

/** Calls a function after the present turn of the event loop, if it is still needed when all that runs at once has run. */
export function afterTurn(isNeeded: () => boolean, fn: () => void): void {
  // Node runs these before timers, and at less cost. Browsers and workers have timers alone.
  const { setImmediate: immediate, process } = globalThis as EventLoop
  if (immediate === undefined || process?.nextTick === undefined) setTimeout(fn, 0)
  else process.nextTick(() => isNeeded() && immediate(fn))
}
