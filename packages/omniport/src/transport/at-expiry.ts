import type { Clock } from '../async/runtime/clock.js'
import type { Principal } from '../protocol/exchange/peer.js'

/**
 * Calls `fn` once when the credentials of a principal end, and never before it returns. Calling the returned function stops
 * that. Without an end `fn` is never called.
 */
export function atExpiry(principal: Principal | undefined, clock: Clock, fn: () => void): () => void {
  const { expiresAt = Number.POSITIVE_INFINITY } = principal ?? {}
  if (expiresAt === Number.POSITIVE_INFINITY) return () => {}
  let stop = () => {}
  const wait = () => {
    stop = clock.after(Math.max(0, expiresAt - clock.now()), onTime, { background: true })
  }
  // Some clocks limit how long a timer can be, so it may have to be started again.
  const onTime = () => (clock.now() < expiresAt ? wait() : fn())
  wait()
  return () => stop()
}
