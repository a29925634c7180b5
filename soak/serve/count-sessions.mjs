/** Counts the sessions of older revisions that the middleware was shown and that are still in memory, alive or not. */
export function countSessions() {
  const known = new WeakSet()
  const seen = new Set()
  const middleware = (next) => (message, exchange) => {
    const { session } = exchange
    if (session !== undefined && !known.has(session)) {
      known.add(session)
      seen.add(new WeakRef(session))
    }
    return next(message, exchange)
  }
  const count = () => {
    for (const reference of seen) if (reference.deref() === undefined) seen.delete(reference)
    return seen.size
  }
  return { middleware, count }
}
