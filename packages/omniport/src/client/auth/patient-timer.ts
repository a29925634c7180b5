import type { Clock } from '../../jsonrpc/clock.js'
import type { OpenInputRequest, OpenInputRequests } from '../answering/open-questions.js'

/**
 * Calls `fn` once, after `ms` milliseconds in which no question was open, unless the returned function is called first. Made for
 * times that a question of anybody holds.
 */
export function patientTimer(open: OpenInputRequests, clock: Clock): Clock['after'] {
  return (ms, fn, options) => {
    const questions = new Set<OpenInputRequest>()
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
    stopWatching = open.listen({
      onOpen: (question) => {
        questions.add(question)
        if (questions.size > 1) return
        stop()
        leftMs -= clock.now() - sinceMs
      },
      onClose: (question) => {
        if (questions.delete(question) && questions.size === 0) run()
      },
    })
    return () => {
      stop()
      stopWatching()
    }
  }
}
