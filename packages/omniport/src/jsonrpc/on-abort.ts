/**
 * Calls `fn`, which must not throw, when `signal` aborts; nothing where it has already. Gives what makes that not matter any
 * more. All who wait for one signal, which many may share, are one listener of it: of more than ten Node warns as of a leak.
 */
export function onAbort(signal: AbortSignal, fn: () => void): () => void {
  if (signal.aborted) return () => {}
  const { fns, listener } = waiting.get(signal) ?? begin(signal)
  const entry = { fn } // the same function twice is two that wait
  fns.add(entry)
  return () => {
    if (!fns.delete(entry) || fns.size > 0) return
    if (waiting.get(signal)?.fns === fns) waiting.delete(signal)
    signal.removeEventListener('abort', listener)
  }
}

interface Waiting {
  readonly fns: Set<{ readonly fn: () => void }>
  readonly listener: () => void
}

const waiting = new WeakMap<AbortSignal, Waiting>()

function begin(signal: AbortSignal): Waiting {
  const fns: Waiting['fns'] = new Set()
  const listener = () => {
    for (const { fn } of fns) fn() // those that leave meanwhile are left out
    waiting.delete(signal)
    fns.clear()
  }
  const begun = { fns, listener }
  waiting.set(signal, begun)
  signal.addEventListener('abort', listener, { once: true })
  return begun
}
