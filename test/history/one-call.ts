import type { HistoryEvent, MessageEvent } from './history-event.js'
import { createTag } from './tag.js'

/** The operation of `oneCall`, and its tag. */
export const operation = { party: 'ann-1', operation: 'echo-1', owner: 'ann-1' }
export const tag = createTag(operation)

/** What is said of it, the how-manieth. */
export const logged = (number: number) => note(createTag({ ...operation, number }))

/** A log message. */
export const note = (data: string) => ({ jsonrpc: '2.0', method: 'notifications/message', params: { data } })

/** A message as it leaves, on the stream of the call; `received` is the same as it arrives. */
export function sent(by: 'client' | 'server', message: unknown, eventId?: string): MessageEvent {
  const on = { connection: 'c1', stream: 'c1/post-1', ...(eventId !== undefined && { eventId }) }
  return { kind: 'sent', by, message, ...on }
}

export function received(event: MessageEvent): MessageEvent {
  return { ...event, kind: 'received' }
}

const request = sent('client', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { tag } })
const first = sent('server', logged(1), 'e1')
const second = sent('server', logged(2), 'e2')
const answer = sent('server', { jsonrpc: '2.0', id: 1, result: { tag } }, 'e3')

/** One call that goes well, from the opening of its connection to the end of the run: what happens, by name, in order. */
export const oneCall = {
  opened: { kind: 'opened', connection: 'c1', party: 'ann-1', route: 'http', principal: 'ann' },
  acquired: { kind: 'acquired', resource: 'child 7', owner: 'ann-1' },
  started: { kind: 'operation-started', ...operation, what: 'echo' },
  request,
  gotRequest: received(request),
  runs: { kind: 'handler-started', run: 'r1', ...operation, owner: 'server', principal: 'ann', session: 's1' },
  tellsFirst: { kind: 'told', ...operation, what: 'log', number: 1 },
  tellsSecond: { kind: 'told', ...operation, what: 'log', number: 2 },
  first,
  second,
  gotFirst: received(first),
  hearsFirst: { kind: 'heard', ...operation, what: 'log', value: logged(1) },
  gotSecond: received(second),
  hearsSecond: { kind: 'heard', ...operation, what: 'log', value: logged(2) },
  ran: { kind: 'handler-ended', run: 'r1', owner: 'server' },
  answer,
  gotAnswer: received(answer),
  ended: { kind: 'operation-ended', ...operation, outcome: 'result', value: { tag } },
  closes: { kind: 'close-begun', owner: 'ann-1' },
  closed: { kind: 'closed', connection: 'c1', how: 'ended' },
  released: { kind: 'released', resource: 'child 7', owner: 'ann-1' },
  settled: { kind: 'close-settled', owner: 'ann-1' },
  sample: { kind: 'sample', what: 'outbox', where: 'c1', value: 10, cap: 10 },
  finished: { kind: 'finished' },
} as const satisfies Readonly<Record<string, HistoryEvent>>

/** The name of something that happens in it. */
export type Moment = keyof typeof oneCall

/** What happens instead at some moments; nothing where the list is empty. */
export type Changes = Readonly<Partial<Record<Moment, readonly HistoryEvent[]>>>

/** The call with something else at some moments. */
export function oneCallWith(changes: Changes): readonly HistoryEvent[] {
  return Object.entries(oneCall).flatMap(([moment, event]) => changes[moment as Moment] ?? [event])
}
