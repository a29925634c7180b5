import type { HistoryEvent, OperationEnded } from '../history/history-event.js'
import { tagsIn } from '../history/tag.js'
import type { Violation } from '../history/violation.js'

/**
 * Operations that were lost with their connection though their stream could be resumed: something with an id had arrived on it, and
 * the server refused nothing; and changes that nobody heard of. Only for runs in which servers stay and sessions live.
 */
export function checkResumed(events: readonly HistoryEvent[]): readonly Violation[] {
  const streams = new Map<string, string>()
  const resumable = new Set<string>()
  const gaps = new Set<string>()
  const closing = new Set<string>()
  return events.flatMap((event): readonly Violation[] => {
    if (event.kind === 'gap') gaps.add(event.stream)
    if (event.kind === 'close-begun') closing.add(event.owner)
    if (event.kind === 'sent' && event.by === 'client' && event.stream !== undefined) {
      for (const { party, operation } of tagsIn(event.message)) streams.set(`${party}/${operation}`, event.stream)
    }
    if (event.kind === 'received' && event.eventId !== undefined && event.stream !== undefined) {
      resumable.add(event.stream)
    }
    if (event.kind === 'operation-ended' && isUnheard(event)) {
      const text = `a change is heard of once the server has acknowledged, and ${event.operation} heard nothing`
      return [{ promise: 'exact-resume', text, events: [event] }]
    }
    if (event.kind !== 'operation-ended' || !isLost(event) || closing.has(event.party)) return []
    const stream = streams.get(`${event.party}/${event.operation}`)
    if (stream === undefined || !resumable.has(stream) || gaps.has(stream)) return []
    const text = `what is lost on ${stream} is fetched again, and ${event.operation} was given up`
    return [{ promise: 'exact-resume', text, events: [event] }]
  })
}

function isUnheard({ value }: OperationEnded): boolean {
  const { code, message } = (value ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return code === 'unheard' && message === 'Nothing was heard of the change'
}

function isLost({ outcome, value }: OperationEnded): boolean {
  return outcome === 'error' && (value as { readonly code?: unknown }).code === 'closed'
}
