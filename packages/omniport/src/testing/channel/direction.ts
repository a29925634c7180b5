import type { Clock } from '../../async/runtime/clock.js'
import { pause } from '../../async/waiting/pause.js'
import type { MessageStreams } from '../transport/transport-channel.js'
import type { ChannelMessage, Fault } from './fault.js'

export interface DirectionOptions {
  /** Called for each message. Returns what happens to it. */
  readonly pass: (message: ChannelMessage) => Fault | undefined
  readonly cut: () => void
  readonly clock: Clock
}

/** One direction of a channel. `fail` breaks it, and drops what has not been read. */
export interface Direction extends MessageStreams {
  fail(reason: Error): void
}

export function createDirection(from: ChannelMessage['from'], { pass, cut, clock }: DirectionOptions): Direction {
  let fail: (reason: Error) => void = () => {}
  const { readable, writable } = new TransformStream<unknown, unknown>(
    {
      start(out) {
        fail = (reason) => out.error(reason)
      },
      async transform(message, out) {
        const fault = pass({ from, message })
        if (fault === 'cut') return cut()
        if (fault === undefined || fault === 'repeat') out.enqueue(message)
        if (fault === 'repeat') out.enqueue(structuredClone(message))
        if (typeof fault !== 'object') return // one that is dropped, too
        if ('message' in fault) return out.enqueue(fault.message)
        await pause(clock, fault.delayMs)
        out.enqueue(message)
      },
    },
    { highWaterMark: capacity },
    { highWaterMark: capacity },
  )
  return { readable, writable, fail: (reason) => fail(reason) }
}

/** The messages that wait on each side before a writer waits. */
const capacity = 16
