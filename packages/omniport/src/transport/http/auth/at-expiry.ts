import type { Clock } from '../../../async/runtime/clock.js'
import type { Principal } from '../../../protocol/exchange/peer.js'

/**
 * Calls `fn` once, later, when the credentials of a principal have ended, unless the returned function is called first. Never
 * where they do not end.
 */
export function atExpiry(principal: Principal | undefined, clock: Clock, fn: () => void): () => void {
  const { expiresAt = Number.POSITIVE_INFINITY } = principal ?? {}
  if (expiresAt === Number.POSITIVE_INFINITY) return () => {}
  let stop = () => {}
  const wait = () => {
    stop = clock.after(Math.max(0, expiresAt - clock.now()), onTime, { background: true })
  }
  // Timers of some clocks cannot be as long as that.
  const onTime = () => (clock.now() < expiresAt ? wait() : fn())
  wait()
  return () => stop()
}
