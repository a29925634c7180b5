import type { ByteSink, HttpReply } from '#core/serve'
import type { ServedRequest } from '../src/http-server/message-streams.js'

/** An HTTP request whose reply is written down, step by step. */
export interface RecordedCall {
  readonly call: ServedRequest
  readonly reply: HttpReply
  readonly steps: unknown[][]
  /** What was written since the head. */
  readonly text: () => string
  /** The client leaves. */
  readonly leave: () => void
  readonly sink: { waiting: number; taken: number; drain: () => void }
}

export function recordCall(): RecordedCall {
  const steps: unknown[][] = []
  const listeners: (() => void)[] = []
  const drains: (() => void)[] = []
  const sink = {
    waiting: 0,
    taken: 0,
    write: (chunk: string | Uint8Array) => void steps.push(['write', String(chunk)]),
    onDrain: (fn: () => void) => void drains.push(fn),
    drain: () => {
      for (const fn of drains) fn()
    },
    end: () => void steps.push(['end']),
    destroy: () => void steps.push(['destroy']),
  } satisfies ByteSink & { drain: () => void }
  const reply: HttpReply = {
    send: (...given) => void steps.push(['send', ...given]),
    open: (...given) => {
      steps.push(['open', ...given])
      return sink
    },
  }
  const request = { onClose: (fn: () => void) => void listeners.push(fn) }
  return {
    call: { request, reply } as unknown as ServedRequest,
    ...{ reply, steps, sink },
    text: () => steps.flatMap(([step, chunk]) => (step === 'write' ? [chunk] : [])).join(''),
    leave: () => {
      for (const fn of listeners) fn()
    },
  }
}
