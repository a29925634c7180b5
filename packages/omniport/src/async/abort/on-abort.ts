/**
 * Calls `fn`, which must not throw, when `signal` aborts; does nothing if it has aborted already. Returns a function that
 * removes `fn`. All functions of one signal share one listener, since Node warns of a leak above ten.
 */
export function onAbort(signal: AbortSignal, fn: () => void): () => void {
  if (signal.aborted) return () => {}
  const { callbacks, listener } = waitingBySignal.get(signal) ?? listen(signal)
  const entry = { fn } // the same function may be added twice
  callbacks.add(entry)
  return () => {
    if (!callbacks.delete(entry) || callbacks.size > 0) return
    if (waitingBySignal.get(signal)?.callbacks === callbacks) waitingBySignal.delete(signal)
    signal.removeEventListener('abort', listener)
  }
}

interface AbortCallbacks {
  readonly callbacks: Set<{ readonly fn: () => void }>
  readonly listener: () => void
}

const waitingBySignal = new WeakMap<AbortSignal, AbortCallbacks>()

function listen(signal: AbortSignal): AbortCallbacks {
  const callbacks: AbortCallbacks['callbacks'] = new Set()
  const listener = () => {
    for (const { fn } of callbacks) fn() // skips those that are removed meanwhile
    waitingBySignal.delete(signal)
    callbacks.clear()
  }
  const created = { callbacks, listener }
  waitingBySignal.set(signal, created)
  signal.addEventListener('abort', listener, { once: true })
  return created
}
