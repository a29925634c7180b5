import type { Clock } from '../../jsonrpc/clock.js'
import type { OpenInputRequest, OpenInputRequests } from '../answering/open-questions.js'

/**
 * Calls `fn` once, after `ms` milliseconds in which no question was open, unless the returned function is called first. Made for
 * times that a question of anybody holds.
 */
export function pausableTimer(openRequests: OpenInputRequests, clock: Clock): Clock['after'] {
  return (ms, fn, options) => {
    const pausing = new Set<OpenInputRequest>()
    let leftMs = ms
    let sinceMs = clock.now()
    let stop = () => {}
    let stopWatching = () => {}
    const run = () => {
      sinceMs = clock.now()
      stop = clock.after(Math.max(0, leftMs), fire, options)
    }
    const fire = () => {
      stopWatching()
      fn()
    }
    run()
    stopWatching = openRequests.listen({
      onOpen: (request) => {
        pausing.add(request)
        if (pausing.size > 1) return
        stop()
        leftMs -= clock.now() - sinceMs
      },
      onClose: (request) => {
        if (pausing.delete(request) && pausing.size === 0) run()
      },
    })
    return () => {
      stop()
      stopWatching()
    }
  }
}
