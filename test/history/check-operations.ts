import type { HistoryEvent, OperationEnded, OperationStarted } from './history-event.js'
import { tagsIn } from './tag.js'
import type { Violation } from './violation.js'

/** Each operation ends once: with a result of its own, an error that says what is wrong, or because it was given up. */
export function checkOperations(events: readonly HistoryEvent[]): readonly Violation[] {
  const found: Violation[] = []
  const report = (text: string, ...events: readonly HistoryEvent[]) =>
    void found.push({ promise: 'one-answer', text, events })
  const started = new Map<string, OperationStarted>()
  const ended = new Map<string, OperationEnded>()
  for (const event of events) {
    if (event.kind !== 'operation-started' && event.kind !== 'operation-ended') continue
    const name = `${event.party}/${event.operation}`
    const start = started.get(name)
    if (event.kind === 'operation-started') {
      if (start !== undefined) report(`operation ${name} is started once, and was started again`, start, event)
      started.set(name, event)
      continue
    }
    const end = ended.get(name)
    if (start === undefined) report(`operation ${name} ended without having been started`, event)
    else if (end !== undefined) report(`operation ${name} ends once, and ended again`, start, end, event)
    ended.set(name, event)
    if (start !== undefined) found.push(...problemsOf(start, event))
  }
  if (events.some(({ kind }) => kind === 'finished')) {
    for (const [name, start] of started) {
      if (!ended.has(name)) report(`operation ${name} gets an answer or an error, and got none`, start)
    }
  }
  return found
}

function problemsOf(start: OperationStarted, end: OperationEnded): readonly Violation[] {
  const name = `${start.party}/${start.operation}`
  if (end.outcome === 'result' && start.echoes !== false && tagsIn(end.value).length === 0) {
    const text = `the result of ${name} echoes its tag, and has none`
    return [{ promise: 'one-answer', text, events: [start, end] }]
  }
  if (start.mustSucceed === true && end.outcome !== 'result') {
    const text = `nothing happened to ${name} that excuses an error, and it has one`
    return [{ promise: 'one-answer', text, events: [start, end] }]
  }
  if (end.outcome === 'error' && !isClear(end.value)) {
    const text = `the error of ${name} has a code and says what is wrong, and does not`
    return [{ promise: 'one-answer', text, events: [start, end] }]
  }
  return []
}

function isClear(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { code, message } = value as Readonly<Record<string, unknown>>
  const hasCode = typeof code === 'number' || (typeof code === 'string' && code !== '')
  return hasCode && typeof message === 'string' && message !== ''
}
