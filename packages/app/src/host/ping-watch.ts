import { type Clock, OmniportError } from 'omniport/jsonrpc'
import type { BridgeLimits } from './bridge-limits.js'

/** The view that is watched, and what is done about it. */
export interface PingWatchOptions {
  readonly clock: Clock
  readonly limits: Pick<BridgeLimits, 'pingMs' | 'answerMs'>
  /** Settles with the answer, also with an error; rejects with OmniportError `timeout` after `timeoutMs`. */
  ping(timeoutMs: number): Promise<unknown>
  lastMessageAt(): number
  /** Called when the view stops to answer, and when it answers again. `hasAnswered`: it answered a ping before. */
  onChange(isUnresponsive: boolean, hasAnswered: boolean): void
}

/**
 * Pings a view again and again. Any message counts as a sign of life. Returns a function that stops it.
 */
export function watchByPing(options: PingWatchOptions): () => void {
  const { clock, limits } = options
  let hasAnswered = false
  let isSilent = false
  let isStopped = false
  let stop = () => {}
  const ping = async () => {
    const start = clock.now()
    const answered = await options.ping(limits.answerMs).then(
      () => true,
      (reason) => !(OmniportError.is(reason) && reason.code === 'timeout'),
    )
    const wasAsleep = clock.now() - start > 2 * limits.answerMs // this page, so that nothing is known of the view
    hasAnswered ||= answered
    const isNowSilent = !answered && options.lastMessageAt() <= start
    if (isStopped || isNowSilent === isSilent || (isNowSilent && wasAsleep)) return
    isSilent = isNowSilent
    options.onChange(isSilent, hasAnswered)
  }
  const wait = () => {
    if (!isStopped) stop = clock.after(limits.pingMs, () => void ping().then(wait))
  }
  if (limits.pingMs > 0) wait()
  return () => {
    isStopped = true
    stop()
  }
}
