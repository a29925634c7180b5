import { describe, expect, test } from 'vitest'
import type { RecordedLine } from '../../entries/protocol.js'
import type { ConsoleEvent, MessageRecord, Span } from '../contract.js'
import { SpanTracker, type SpanTrackerOptions } from './span-tracker.js'

const line: RecordedLine = { ms: 0, transport: 'stdio', connection: 1, from: 'client' }
const exit: RecordedLine = { ...line, from: 'server', end: 'exit' }
const work: Omit<Span, 'id'> = { server: 's', kind: 'call', title: 'add', from: 'client', start: 0 }

function create(options: Partial<SpanTrackerOptions> = {}) {
  const events: ConsoleEvent[] = []
  const tracker = new SpanTracker({
    ...{ publish: (event: ConsoleEvent) => void events.push(event), parentOf: () => undefined },
    ...options,
  })
  const record = (kind: MessageRecord['kind'], more: Partial<MessageRecord> = {}): MessageRecord => ({
    ...{ seq: 1, at: 0, server: 's', connection: 1, transport: 'stdio', from: 'client', kind, id: '1', bytes: 0 },
    isFailure: false,
    ...more,
  })
  return {
    tracker,
    events,
    request: (more: Partial<MessageRecord> = {}) => tracker.observe(record('request', more), line),
    answer: (more: Partial<MessageRecord> = {}) =>
      tracker.observe(record('response', { from: 'server', ...more }), line),
    observe: (kind: MessageRecord['kind'], more: Partial<MessageRecord> = {}, of = line) =>
      tracker.observe(record(kind, more), of),
  }
}

describe('a request', () => {
  test.each<[Partial<MessageRecord>, string]>([
    [{ method: 'tools/call', name: 'add' }, 'tools/call add'],
    [{ method: 'ping' }, 'ping'],
    [{ name: 'add' }, 'add'],
    [{}, ''],
  ])('with %j has the title %j', (more, title) => {
    const { request, tracker } = create()
    expect(request({ ...more, seq: 4, at: 7, from: 'server' })).toEqual({ span: 's1' })
    expect(tracker.all).toStrictEqual([
      { id: 's1', server: 's', kind: 'request', from: 'server', title, start: 7, firstSeq: 4, lastSeq: 4 },
    ])
  })

  test('of an operation is a part of it', () => {
    const { request, answer, tracker } = create({ parentOf: () => ({ id: 's1', operation: 'o' }) })
    tracker.start(work)
    request({ seq: 5, id: '1' })
    request({ seq: 6, id: '2' })
    answer({ seq: 9, id: '2' })
    expect(tracker.get('s1')).toEqual({ ...work, id: 's1', firstSeq: 5, lastSeq: 9 })
    expect(tracker.childrenOf('s1')).toMatchObject([
      { id: 's2', parent: 's1', operation: 'o' },
      { id: 's3', parent: 's1', operation: 'o' },
    ])
    expect(tracker.childrenOf('s2')).toEqual([])
  })

  test('of other work is a part of that, without an operation', () => {
    const { request, tracker } = create({ parentOf: () => ({ id: 'gone' }) })
    request()
    expect(tracker.all).toStrictEqual([
      {
        ...{ id: 's1', server: 's', kind: 'request', from: 'client', title: '', start: 0, firstSeq: 1, lastSeq: 1 },
        parent: 'gone',
      },
    ])
  })
})

describe('an answer', () => {
  test('says what it answers, and how long that took', () => {
    const { request, answer, tracker } = create()
    request({ at: 10, method: 'tools/call', name: 'add' })
    expect(answer({ seq: 2, at: 11.23456 })).toStrictEqual({
      ...{ span: 's1', ms: 1.235, method: 'tools/call', name: 'add' },
    })
    expect(tracker.get('s1')).toMatchObject({ end: 11.23456, outcome: 'ok', lastSeq: 2, firstSeq: 1 })
  })

  test('says no more than the request did', () => {
    const { request, answer } = create()
    request()
    expect(answer()).toStrictEqual({ span: 's1', ms: 0 })
    expect(answer()).toEqual({})
  })

  test.each<[MessageRecord['kind'], boolean, string]>([
    ['response', false, 'ok'],
    ['response', true, 'tool-error'],
    ['error', true, 'error'],
    ['error', false, 'error'],
  ])('that is of the kind %s, a failure: %s, has the outcome %s', (kind, isFailure, outcome) => {
    const { request, observe, tracker } = create()
    request()
    observe(kind, { from: 'server', isFailure })
    expect(tracker.get('s1')?.outcome).toBe(outcome)
  })

  test('is of the other side, the same connection, the same server and the same id', () => {
    const { request, answer } = create()
    request({ from: 'server', connection: 2 })
    const others: readonly Partial<MessageRecord>[] = [
      { from: 'server' },
      { connection: 1 },
      { server: 't' },
      { id: '2' },
    ]
    for (const more of others) {
      expect(answer({ from: 'client', connection: 2, ...more })).toEqual({})
    }
    expect(answer({ from: 'client', connection: 2 })).toMatchObject({ span: 's1' })
  })

  test.each(['notification', 'http', 'stderr', 'event', 'other'] as const)('is not what is of the kind %s', (kind) => {
    const { request, observe, answer } = create()
    request()
    expect(observe(kind, { from: 'server' })).toEqual({})
    expect(answer()).toMatchObject({ span: 's1' })
  })
})

describe('the end of a program', () => {
  test('ends what it was asked, and what it asked', () => {
    const { request, observe, tracker, answer } = create()
    request()
    request({ from: 'server' })
    observe('event', { from: 'server', seq: 8, at: 9 }, exit)
    const ended = { end: 9, outcome: 'error', lastSeq: 8, firstSeq: 1 }
    expect(tracker.all).toMatchObject([ended, ended])
    expect(answer()).toEqual({})
  })

  test('is not that of another connection or server', () => {
    const { request, observe, tracker } = create()
    request({ connection: 11 })
    request({ server: 't' })
    observe('event', {}, exit)
    expect(tracker.all.map(({ end }) => end)).toEqual([undefined, undefined])
  })

  test.each<[string, MessageRecord['kind'], Partial<RecordedLine>]>([
    ['a stream that ends', 'event', { end: 'complete' }],
    ['a response over HTTP that ends', 'event', { transport: 'http' }],
    ['what is no event', 'other', {}],
  ])('is not %s', (_what, kind, more) => {
    const { request, observe, tracker } = create()
    request()
    observe(kind, {}, { ...exit, ...more })
    expect(tracker.get('s1')?.end).toBeUndefined()
  })
})

describe('spans', () => {
  test('are told to the page once, those that changed and are still there', () => {
    const { tracker, events } = create({ maxSpans: 2 })
    tracker.publish()
    for (let count = 0; count < 3; count += 1) tracker.start(work)
    tracker.publish()
    tracker.publish()
    tracker.update('s3', { end: 5 })
    tracker.publish()
    const [second, third] = [
      { ...work, id: 's2' },
      { ...work, id: 's3' },
    ]
    expect(events).toEqual([
      { type: 'spans', spans: [second, third] },
      { type: 'spans', spans: [{ ...third, end: 5 }] },
    ])
  })

  test('that are gone are not changed', () => {
    const { tracker, events } = create()
    tracker.update('s1', { end: 5 })
    tracker.publish()
    expect([tracker.all, events]).toEqual([[], []])
  })

  test('that have ended can be cleared', () => {
    const { tracker } = create()
    for (const end of [0, undefined, 5]) tracker.start({ ...work, ...(end !== undefined && { end }) })
    tracker.clear()
    expect(tracker.all).toEqual([{ ...work, id: 's2' }])
  })

  test('are 2,000 by default', () => {
    const { tracker } = create()
    for (let count = 0; count < 2_000; count += 1) tracker.start(work)
    expect(tracker.all[0]?.id).toBe('s1')
    tracker.start(work)
    expect([tracker.all.length, tracker.all[0]?.id]).toEqual([2_000, 's2'])
  })

  test('of 10,000 requests can be answered, of more the newest', () => {
    const { request, answer } = create()
    for (let id = 0; id < 10_000; id += 1) request({ id: `${id}` })
    expect(answer({ id: '0' })).toMatchObject({ span: 's1' })
    request({ id: 'a' })
    request({ id: 'b' })
    expect(answer({ id: '1' })).toEqual({})
    expect(answer({ id: '2' })).toMatchObject({ span: 's3' })
  })
})
