import { expect, test } from 'vitest'
import { assertHistory, checkHistory } from './check-history.js'
import { History } from './history.js'
import type { HistoryEvent, OperationEnded } from './history-event.js'
import { type Changes, logged, note, oneCall, oneCallWith, operation, received, sent, tag } from './one-call.js'
import { createTag } from './tag.js'
import type { Promised } from './violation.js'

const foreign = createTag({ party: 'bob-1', operation: 'echo-1' })
const sibling = createTag({ party: 'ann-1', operation: 'echo-2' })
const { started, first, second, gotFirst, gotSecond, hearsFirst, hearsSecond, request } = oneCall
const { answer, gotAnswer, ended, settled, opened, runs, ran, released, closed } = oneCall

const failed = (value: unknown): OperationEnded => ({ ...ended, outcome: 'error', value })
const observed = (value: string): HistoryEvent => ({ kind: 'heard', ...operation, what: 'log', value })
const leftOut: HistoryEvent = { kind: 'left-out' }
const onShared = { ...sent('server', note(tag)), stream: 'c1/get-1' }
const ofBob: readonly HistoryEvent[] = [
  { kind: 'opened', connection: 'c2', party: 'bob-1', route: 'http', principal: 'bob' },
  {
    kind: 'handler-started',
    run: 'r2',
    party: 'bob-1',
    operation: 'x',
    owner: 'server',
    principal: 'bob',
    session: 's1',
  },
  { kind: 'handler-ended', run: 'r2', owner: 'server' },
  { kind: 'closed', connection: 'c2', how: 'ended' },
]

test('a history in which all goes well breaks nothing', () => {
  expect(checkHistory({ events: oneCallWith({}) })).toEqual([])
  assertHistory({ events: oneCallWith({}) })
})

test.each<[string, Promised, Changes]>([
  ['a second response', 'one-answer', { answer: [answer, sent('server', answer.message)] }],
  [
    'a second response that arrives',
    'one-answer',
    { gotAnswer: [gotAnswer, received(sent('server', answer.message))] },
  ],
  ['a response to nothing', 'one-answer', { answer: [answer, sent('server', { id: 9, result: {} })] }],
  ['a response to the id as text', 'one-answer', { answer: [answer, sent('server', { id: '1', result: {} })] }],
  ['a request without a response', 'one-answer', { answer: [], gotAnswer: [] }],
  ['an operation that does not end', 'one-answer', { ended: [], closes: [], settled: [] }],
  ['an operation that ends twice', 'one-answer', { ended: [ended, ended] }],
  ['an operation that ends without having begun', 'one-answer', { started: [] }],
  ['a result without the tag', 'one-answer', { ended: [{ ...ended, value: {} }] }],
  ['an error without words', 'one-answer', { ended: [failed({ code: 1, message: '' })] }],
  ['an error without a code', 'one-answer', { ended: [failed({ message: 'Failed' })] }],
  [
    'an error that nothing excuses',
    'one-answer',
    { started: [{ ...started, mustSucceed: true }], ended: [failed({ code: 1, message: 'Failed' })] },
  ],
  ['a message of another party', 'no-crossing', { first: [first, sent('server', note(foreign))] }],
  ['a message of another request on a stream', 'no-crossing', { first: [first, sent('server', note(sibling))] }],
  [
    'a message on a stream of no request',
    'no-crossing',
    { first: [{ kind: 'shared-stream', stream: 'c1/get-1' }, onShared, first] },
  ],
  ['a handler that sees somebody else', 'no-crossing', { runs: [{ ...runs, principal: 'bob' }] }],
  ['a session of two parties', 'no-crossing', { ran: [ran, ...ofBob] }],
  ['a user who hears of another operation', 'no-crossing', { hearsFirst: [hearsFirst, observed(sibling)] }],
  ['a result with something of another party', 'no-crossing', { ended: [{ ...ended, value: { tag, foreign } }] }],
  [
    'a party that is two principals',
    'no-crossing',
    {
      opened: [opened, closed, { ...opened, connection: 'c2', principal: 'bob' }],
      closed: [{ ...closed, connection: 'c2' }],
    },
  ],
  ['a message on a connection that is none', 'no-crossing', { first: [{ ...first, connection: 'c9' }] }],
  ['an event that comes twice', 'exact-resume', { gotSecond: [gotSecond, gotFirst] }],
  ['an event that is missing', 'exact-resume', { gotFirst: [] }],
  ['events that change places', 'exact-resume', { gotFirst: [gotSecond], gotSecond: [gotFirst] }],
  ['an event that became another', 'exact-resume', { second: [second, sent('server', logged(3), 'e1')] }],
  [
    'an event that was never sent',
    'exact-resume',
    { gotSecond: [gotSecond, received(sent('server', logged(3), 'e0'))] },
  ],
  ['something told that nobody hears', 'exact-resume', { hearsSecond: [] }],
  [
    'something sent that nobody hears, although other things are left out',
    'exact-resume',
    { tellsFirst: [oneCall.tellsFirst, leftOut], gotSecond: [], hearsSecond: [] },
  ],
  ['something heard twice', 'exact-resume', { hearsSecond: [hearsSecond, hearsSecond] }],
  ['something heard late', 'exact-resume', { hearsFirst: [hearsSecond], hearsSecond: [hearsFirst] }],
  ['more than the cap', 'bounded', { sample: [{ ...oneCall.sample, value: 11 }] }],
  ['a connection that stays open', 'all-ends', { closed: [] }],
  ['a handler that stays', 'all-ends', { ran: [] }],
  ['a child that stays', 'all-ends', { released: [] }],
  ['a child that ends after the close of its owner', 'all-ends', { released: [], settled: [settled, released] }],
  ['a child that is given back twice', 'all-ends', { released: [released, released] }],
  ['a child that nobody had', 'all-ends', { acquired: [] }],
  ['a close that does not settle', 'all-ends', { settled: [] }],
  ['a close that settles twice', 'all-ends', { settled: [settled, settled] }],
  ['an operation that ends after the close', 'all-ends', { ended: [], settled: [settled, ended] }],
  ['something heard after the close', 'all-ends', { settled: [settled, observed('')] }],
])('%s breaks %s', (_name, promise, changes) => {
  const events = oneCallWith(changes)
  const found = checkHistory({ events })
  expect(new Set(found.map((violation) => violation.promise))).toEqual(new Set([promise]))
  expect(found.every((violation) => violation.events.every((event) => events.includes(event)))).toBe(true)
  expect(() => assertHistory({ events })).toThrow(`[${promise}]`)
})

const isLost: HistoryEvent = { kind: 'lost', connection: 'c1', stream: 'c1/post-1' }
const giveUp = sent('client', { method: 'notifications/cancelled', params: { requestId: 1 } })
const unanswered = { answer: [], gotAnswer: [], ended: [failed({ code: 'closed', message: 'Lost' })] }
const refusal = sent('server', { jsonrpc: '2.0', error: { code: -32603, message: 'Closing' } })
const asksBack = sent('server', { id: 'q', method: 'elicitation/create', params: { tag } })
const answersBack = (stream: string) => ({ ...sent('client', { id: 'q', result: { tag } }), stream })

test.each<[string, Changes]>([
  ['a request that was cancelled needs no response', { ...unanswered, ran: [giveUp, received(giveUp), ran] }],
  ['nor does one that was lost with its stream', { ...unanswered, ran: [isLost, ran] }],
  ['nor one that was lost with its connection', { ...unanswered, closed: [{ ...closed, how: 'cut' }] }],
  ['a refusal of a whole POST needs no id', { ...unanswered, answer: [refusal, received(refusal)] }],
  ['a gap is none that the reader was told of', { gotFirst: [{ kind: 'gap', stream: 'c1/post-1' }] }],
  [
    'what a server says it leaves out need not arrive',
    { tellsSecond: [oneCall.tellsSecond, leftOut], second: [], gotSecond: [], hearsSecond: [] },
  ],
  ['an event may be sent again, as replays do', { second: [second, first, second] }],
  [
    'an answer whose POST broke may be sent again',
    {
      ran: [
        ...[asksBack, received(asksBack), answersBack('p2'), { ...isLost, stream: 'p2' } as const, answersBack('p3')],
        ...[received(answersBack('p2')), received(answersBack('p3')), ran],
      ],
    },
  ],
])('%s', (_name, changes) => {
  expect(checkHistory({ events: oneCallWith(changes) })).toEqual([])
})

test('what is still open in a history that goes on breaks nothing', () => {
  expect(checkHistory({ events: [opened, started, request, runs] })).toEqual([])
})

test('a history is the same after it was written and read, and dates what has no date', () => {
  const history = new History(() => 7)
  for (const event of oneCallWith({})) history.record(event)
  const again = History.parse(history.toText())
  expect(again.events).toEqual(oneCallWith({}).map((event) => ({ ...event, at: 7 })))
})
