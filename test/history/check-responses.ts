import type { HistoryEvent, MessageEvent, Side } from './history-event.js'
import { isSeenFirst } from './is-seen-first.js'
import type { Violation } from './violation.js'

/**
 * On each connection, as each end sees it: a response answers a request that has none yet, and a request that was neither
 * cancelled nor lost with its connection has one.
 */
export function checkResponses(events: readonly HistoryEvent[]): readonly Violation[] {
  const found: Violation[] = []
  const report = (text: string, ...events: readonly HistoryEvent[]) =>
    void found.push({ promise: 'one-answer', text, events })
  const asked = new Map<string, Asked>()
  const lost = new Set<string>()
  const isFirst = isSeenFirst()
  for (const event of events) {
    if (event.kind === 'closed' && event.how === 'cut') lose(asked, event.connection)
    if (event.kind === 'lost') lost.add(event.stream)
    if (event.kind === 'lost') lose(asked, event.connection, event.stream)
    if ((event.kind !== 'sent' && event.kind !== 'received') || !isFirst(event)) continue
    const message = partsOf(event.message)
    if (message.cancels !== undefined) cancel(asked.get(nameOf(event, event.by, message.cancels)))
    if (message.isIdless) answerAll(asked, event)
    if (message.id === undefined) continue
    if (message.isRequest) {
      asked.set(nameOf(event, event.by, message.id), { request: event, answer: undefined, isExcused: false })
      continue
    }
    const requester = event.by === 'client' ? 'server' : 'client'
    const question = asked.get(nameOf(event, requester, message.id))
    if (question === undefined) report(`a response answers a request, and ${describeEvent(event)} answers none`, event)
    else if (question.answer === undefined || isSentAgain(question.answer, event, lost)) question.answer = event
    else report(`a request has one response, and got another`, question.request, question.answer, event)
  }
  if (events.some(({ kind }) => kind === 'finished')) {
    for (const { request, answer, isExcused } of asked.values()) {
      if (answer === undefined && !isExcused)
        report(`a request has a response, and ${describeEvent(request)} has none`, request)
    }
  }
  return found
}

/** An answer that a POST carries may have to be sent again when that broke; whoever asked ignores the second. */
function isSentAgain(first: MessageEvent, second: MessageEvent, lost: ReadonlySet<string>): boolean {
  if (first.stream === undefined || !lost.has(first.stream)) return false
  return JSON.stringify(first.message) === JSON.stringify(second.message)
}

interface Asked {
  readonly request: MessageEvent
  answer: MessageEvent | undefined
  /** It was cancelled, or lost: there need be no answer. */
  isExcused: boolean
}

/** Where an event was seen, who asked, and under which id: `1` and `"1"` are two. */
function nameOf({ kind, by, connection }: MessageEvent, requester: Side, id: string | number): string {
  const seenAt = (kind === 'sent') === (by === 'client') ? 'client' : 'server'
  return JSON.stringify([connection, seenAt, requester, id])
}

/** Requests that may be lost are answered for by their operations. */
function lose(asked: ReadonlyMap<string, Asked>, connection: string, stream?: string): void {
  for (const question of asked.values()) {
    const { request } = question
    if (request.connection !== connection || (stream !== undefined && request.stream !== stream)) continue
    question.isExcused = true
  }
}

/** An error without an id, in reply to a POST, is about what that POST asked. */
function answerAll(asked: ReadonlyMap<string, Asked>, event: MessageEvent): void {
  for (const question of asked.values()) {
    const { request, answer } = question
    const isMine = request.connection === event.connection && request.by !== event.by && request.kind !== event.kind
    if (isMine && event.stream !== undefined && request.stream === event.stream && answer === undefined)
      question.answer = event
  }
}

function cancel(asked: Asked | undefined): void {
  if (asked !== undefined) asked.isExcused = true
}

function describeEvent({ connection, message }: MessageEvent): string {
  return `${String(partsOf(message).id)} on ${connection}`
}

interface Parts {
  readonly id: string | number | undefined
  readonly isRequest: boolean
  /** An error that says no id. */
  readonly isIdless: boolean
  /** The id of the request that it takes back. */
  readonly cancels: string | number | undefined
}

function partsOf(message: unknown): Parts {
  const { id, method, params, error } = toRecord(message)
  const cancels = method === 'notifications/cancelled' ? toId(toRecord(params)['requestId']) : undefined
  return {
    id: toId(id),
    isRequest: typeof method === 'string',
    isIdless: error !== undefined && toId(id) === undefined,
    cancels,
  }
}

function toId(id: unknown): string | number | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
