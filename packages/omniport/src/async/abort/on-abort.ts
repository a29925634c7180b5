/**
 * Calls `fn`, which must not throw, when `signal` aborts; nothing where it has already. Gives what makes that not matter any
 * more. All who wait for one signal, which many may share, are one listener of it: of more than ten Node warns as of a leak.
 */
export function onAbort(signal: AbortSignal, fn: () => void): () => void {
  if (signal.aborted) return () => {}
  const { callbacks, listener } = waitingBySignal.get(signal) ?? listen(signal)
  const entry = { fn } // the same function twice is two that wait
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
    for (const { fn } of callbacks) fn() // those that leave meanwhile are left out
    waitingBySignal.delete(signal)
    callbacks.clear()
  }
  const created = { callbacks, listener }
  waitingBySignal.set(signal, created)
  signal.addEventListener('abort', listener, { once: true })
  return created
}
