/** Settles as the promise, or rejects with the reason of the signal. Pending work continues. */
export async function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, stop } = whenAborted(signal)
  try {
    return await Promise.race([pending, aborted])
  } finally {
    stop()
  }
}

function whenAborted(signal: AbortSignal): { readonly promise: Promise<never>; stop(): void } {
  let onAbort = () => {}
  const promise = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
  })
  return { promise, stop: () => signal.removeEventListener('abort', onAbort) }
}
