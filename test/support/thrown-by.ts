/** What `fn` throws. @throws Error where it throws nothing. */
export function thrownBy(fn: () => unknown): unknown {
  try {
    fn()
  } catch (reason) {
    return reason
  }
  throw new Error('nothing was thrown')
}
