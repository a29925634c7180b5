/** Returns the reason of a rejection. @throws Error if the promise resolves. */
export async function expectRejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (reason: unknown) => ({ reason }),
  )
  if ('reason' in outcome) return outcome.reason
  throw new Error(`Expected a rejection, got ${JSON.stringify(outcome.value)}`)
}

/** @throws Error unless the promise rejects with a TypeError. */
export async function expectTypeError(promise: Promise<unknown>): Promise<void> {
  const reason = await expectRejection(promise)
  if (!(reason instanceof TypeError)) throw new Error(`Expected a TypeError, got ${String(reason)}`)
}
