import { afterEach, describe, expect, test } from 'vitest'
import type { RecordedLine } from '../../entries/protocol.js'
import type { ConsoleEvent, MessageRecord } from '../contract.js'
import { FaultSwitches } from './fault-switches.js'
import { SpanTracker } from './span-tracker.js'
import { Spool } from './spool.js'
import { Timeline, type TimelineOptions } from './timeline.js'

const open: { close(): void }[] = []

afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

function create(
  options: Partial<TimelineOptions> = {},
  parentOf: (record: MessageRecord) => { id: string; operation?: string } | undefined = () => undefined,
) {
  const events: ConsoleEvent[] = []
  const publish = (event: ConsoleEvent) => void events.push(event)
  const spans = new SpanTracker({ publish, parentOf, maxSpans: 3 })
  const timeline = new Timeline({ publish, spans, ...options })
  open.push(timeline)
  let ms = 0
  const add = (line: Partial<RecordedLine>, more: { server?: string; isAuth?: boolean } = {}) => {
    ms += 1
    const whole = { ms, transport: 'stdio', connection: 1, from: 'client', ...line } as RecordedLine
    const text = `${JSON.stringify(whole)}\n`
    return timeline.add({ server: 's', startedAt: 1_000, isAuth: false, ...more, line: whole, text })
  }
  return { timeline, spans, events, add }
}

const request = (id: number, method = 'tools/call', params: object = {}) => ({
  message: { jsonrpc: '2.0', id, method, params },
})
const response = (id: number) => ({ from: 'server' as const, message: { jsonrpc: '2.0', id, result: {} } })

describe('records', () => {
  test('count from 1, with their time and what is known of them', () => {
    const { add, timeline } = create()
    expect([timeline.firstSeq, timeline.lastSeq]).toEqual([1, 0])
    const record = add({ ...request(5), exchange: 2, bytes: 7 })
    expect(record).toMatchObject({
      ...{ seq: 1, at: 1_001, server: 's', connection: 1, exchange: 2, transport: 'stdio', from: 'client', bytes: 7 },
      ...{ kind: 'request', method: 'tools/call', id: '5', isFailure: false, span: 's1' },
    })
    expect(record).not.toHaveProperty('isAuth')
    expect(add({ text: 'x' }, { isAuth: true })).toMatchObject({ seq: 2, bytes: 0, isAuth: true })
    expect([timeline.lastSeq, timeline.bytes > 100]).toEqual([2, true])
  })

  test('come in pages, from either end', () => {
    const { add, timeline } = create()
    for (let count = 0; count < 5; count += 1) add({ text: 'x' })
    const seqs = (range: Parameters<Timeline['page']>[0]) => timeline.page(range).records.map(({ seq }) => seq)
    expect(seqs({ limit: 2 })).toEqual([1, 2])
    expect(seqs({ after: 2, limit: 2 })).toEqual([3, 4])
    expect(seqs({ after: 9, limit: 2 })).toEqual([])
    expect(seqs({ before: 4, limit: 2 })).toEqual([2, 3])
    expect(seqs({ before: 2, limit: 5 })).toEqual([1])
    expect(seqs({ before: 0, limit: 5 })).toEqual([])
    expect(timeline.page({ limit: 1 })).toMatchObject({ firstSeq: 1, lastSeq: 5 })
    expect(timeline.records(2, 3).map(({ seq }) => seq)).toEqual([2, 3])
    expect(timeline.records(-5, 1).map(({ seq }) => seq)).toEqual([1])
  })

  test('are forgotten when they are cleared, and their numbers are not given again', () => {
    const { add, timeline, events } = create()
    add({ text: 'x' })
    timeline.clear()
    expect([timeline.firstSeq, timeline.lastSeq, timeline.detail(1, false)]).toEqual([2, 1, undefined])
    expect(events).toEqual([{ type: 'messages-dropped', firstSeq: 2 }])
    expect(add({ text: 'y' }).seq).toBe(2)
    expect(timeline.detail(2, false)?.text).toBe('y')
  })

  test('of one server are the lines of its recording', () => {
    const { add, timeline } = create()
    add({ text: 'x' })
    add({ text: 'y' }, { server: 't' })
    add({ text: 'z' })
    expect([...timeline.lines('s')].map((line) => JSON.parse(line).text)).toEqual(['x', 'z'])
  })
})

describe('a message as a whole', () => {
  const long = 'x'.repeat(300_000)
  test.each<[string, Partial<RecordedLine>, object]>([
    ['is JSON', request(1), { message: request(1).message }],
    ['is a text', { text: 'x' }, { text: 'x' }],
    ['is base64', { base64: 'AAEC' }, { base64: 'AAEC' }],
    ['is gone in part', { text: 'x', cut: true }, { text: 'x', isGone: true }],
    ['is gone in part, in base64', { base64: 'AAEC', cut: true }, { base64: 'AAEC', isGone: true }],
    ['is nothing', {}, {}],
    [
      'has its head',
      { text: 'x', transport: 'http', request: { method: 'POST', path: '/mcp' }, headers: { a: 'b' } },
      { text: 'x', http: { method: 'POST', path: '/mcp', headers: { a: 'b' } } },
    ],
    ['has its status', { transport: 'http', status: 404 }, { http: { status: 404 } }],
  ])('%s', (_what, line, detail) => {
    const { add, timeline } = create()
    const record = add(line)
    expect(timeline.detail(1, false)).toEqual({ record, ...detail, related: [] })
  })

  test.each<[string, Partial<RecordedLine>, string]>([
    ['a text', { text: long }, 'text'],
    ['base64', { base64: long }, 'base64'],
  ])('is cut where it is long: %s', (_what, line, name) => {
    const { add, timeline } = create()
    add(line)
    const cut = timeline.detail(1, false) as unknown as Record<string, string> | undefined
    expect([cut?.['isCut'], long.startsWith(cut?.[name] ?? '-')]).toEqual([true, true])
    expect(cut?.[name]?.length).toBeLessThan(long.length)
    const whole = timeline.detail(1, true) as unknown as Record<string, string> | undefined
    expect([whole?.['isCut'], whole?.[name]]).toEqual([undefined, long])
  })

  test('is the start of its JSON where that is long', () => {
    const { add, timeline } = create()
    add(request(1, 'tools/call', { long }))
    const cut = timeline.detail(1, false)
    expect([cut?.isCut, cut?.message, cut?.text?.startsWith('{"jsonrpc":"2.0","id":1')]).toEqual([
      true,
      undefined,
      true,
    ])
    expect(timeline.detail(1, true)?.message).toEqual(request(1, 'tools/call', { long }).message)
  })

  test.each(['text', 'base64'] as const)('is whole up to its bound: %s', (name) => {
    const { add, timeline } = create()
    const most = 65_536
    add({ [name]: 'x'.repeat(most) })
    add({ [name]: 'x'.repeat(most + 1) })
    const [whole, cut] = [timeline.detail(1, false), timeline.detail(2, false)]
    expect([whole?.isCut, whole?.[name]?.length, cut?.isCut, cut?.[name]?.length]).toEqual([
      undefined,
      most,
      true,
      most,
    ])
  })

  test('of JSON is whole up to its bound', () => {
    const { add, timeline } = create()
    const most = 65_536
    add({ message: 'x'.repeat(most - 2) })
    add({ message: 'x'.repeat(most - 1) })
    const [whole, cut] = [timeline.detail(1, false), timeline.detail(2, false)]
    expect([whole?.isCut, cut?.isCut, cut?.text?.length, cut?.message]).toEqual([undefined, true, most, undefined])
  })

  test('names what belongs to it: the same exchange, or the same request', () => {
    const { add, timeline } = create()
    add({ text: 'a', exchange: 1 })
    add({ ...request(1), exchange: 1 })
    add({ ...response(1), exchange: 2 })
    add({ text: 'b', exchange: 1 }, { server: 't' })
    add({ text: 'c', exchange: 1 }, { isAuth: true })
    add({ ...response(1), connection: 2 })
    add({ text: 'd' })
    expect(timeline.detail(2, false)?.related).toEqual([1, 3])
    expect(timeline.detail(7, false)?.related).toEqual([])
  })
})

test('beyond what is kept the oldest are dropped, and that is published', () => {
  const { add, timeline, events } = create({ maxMessages: 10 })
  for (let count = 0; events.length === 0 && count < 20_000; count += 1) add({ text: 'x' })
  expect(events.map(({ type }) => type)).toEqual(['messages'])
  while (!events.some(({ type }) => type === 'messages-dropped')) add({ text: 'x' })
  expect(timeline.lastSeq - timeline.firstSeq + 1).toBe(10)
  expect(events.at(-1)).toEqual({ type: 'messages-dropped', firstSeq: timeline.firstSeq })
})

test('what the disk does not keep is dropped as well', () => {
  const { add, timeline } = create({ spool: new Spool({ segmentBytes: 200, maxBytes: 400 }) })
  for (let count = 0; count < 20; count += 1) add({ text: 'x'.repeat(50) })
  expect(timeline.firstSeq).toBeGreaterThan(10)
  expect(timeline.detail(timeline.firstSeq, false)?.text).toBe('x'.repeat(50))
})

describe('spans', () => {
  test('pair a request with its response', () => {
    const { add, spans } = create()
    add(request(1, 'tools/call', { name: 'add' }))
    expect(spans.all).toEqual([
      {
        id: 's1',
        server: 's',
        kind: 'request',
        from: 'client',
        title: 'tools/call add',
        start: 1_001,
        firstSeq: 1,
        lastSeq: 1,
      },
    ])
    expect(add(response(1))).toMatchObject({ span: 's1', ms: 1, method: 'tools/call', name: 'add' })
    expect(spans.get('s1')).toMatchObject({ end: 1_002, outcome: 'ok', lastSeq: 2 })
    expect(add(response(1))).not.toHaveProperty('span')
  })

  test.each([
    [{ result: { isError: true } }, 'tool-error'],
    [{ error: { code: 1, message: 'x' } }, 'error'],
  ])('say how it ended: %j', (outcome, expected) => {
    const { add, spans } = create()
    add(request(1))
    add({ from: 'server', message: { jsonrpc: '2.0', id: 1, ...outcome } })
    expect(spans.get('s1')?.outcome).toBe(expected)
  })

  test('are apart for each side, connection and server', () => {
    const { add } = create()
    add(request(1))
    add({ ...response(1), from: 'client' })
    expect(add({ ...response(1), connection: 2 })).not.toHaveProperty('span')
    expect(add(response(1), { server: 't' })).not.toHaveProperty('span')
    expect(add(response(1))).toHaveProperty('span', 's1')
  })

  test('end with the program', () => {
    const { add, spans } = create()
    add(request(1))
    add({ ...request(1), connection: 2 })
    add({ from: 'server', end: 'exit', code: 0 })
    expect(spans.all.map(({ outcome }) => outcome)).toEqual(['error', undefined])
    expect(add(response(1))).not.toHaveProperty('span')
  })

  test('belong to the work that they are for, and make it longer', () => {
    const { add, spans } = create({}, () => ({ id: 's1', operation: 'o' }))
    const parent = spans.start({ server: 's', kind: 'operation', title: 'add', start: 1_000 } as never)
    add(request(1))
    add(response(1))
    expect(spans.get(parent)).toMatchObject({ firstSeq: 1, lastSeq: 2 })
    expect(spans.childrenOf(parent)).toMatchObject([{ id: 's2', parent, operation: 'o' }])
  })

  test('are published once for each change, and so many are kept', () => {
    const { add, spans, events } = create()
    for (let id = 1; id <= 4; id += 1) add(request(id))
    spans.publish()
    spans.publish()
    expect(events.map((event) => event.type === 'spans' && event.spans.map(({ id }) => id))).toEqual([
      ['s2', 's3', 's4'],
    ])
    add(response(4))
    spans.clear()
    expect(spans.all.map(({ id }) => id)).toEqual(['s2', 's3'])
    spans.update('s4', { end: 5 })
    expect(spans.get('s4')).toBeUndefined()
  })
})

describe('the switches of faults', () => {
  const off = { delayMs: 0, duplicate: false, stall: false, unauthorized: false, expiredSession: false }

  function createSwitches() {
    let changes = 0
    const switches = new FaultSwitches(() => {
      changes += 1
    })
    return { switches, changes: () => changes }
  }

  test('are off at first, and each is changed by itself', () => {
    const { switches, changes } = createSwitches()
    expect(switches.current).toEqual(off)
    expect(switches.change({ delayMs: 5, stall: true })).toEqual({ ...off, delayMs: 5, stall: true })
    expect(switches.change({ duplicate: true, unauthorized: true, expiredSession: true, delayMs: null })).toEqual({
      ...{ delayMs: 0, duplicate: true, stall: true, unauthorized: true, expiredSession: true },
    })
    expect(switches.change({ duplicate: null, stall: null, unauthorized: null, expiredSession: null })).toEqual(off)
    expect(changes()).toBe(3)
  })

  test('cut a connection after so many messages, once', () => {
    const { switches } = createSwitches()
    expect(switches.countMessage()).toBe(false)
    switches.change({ cutAfter: 2 })
    expect([switches.countMessage(), switches.current.cutAfter]).toEqual([false, 1])
    expect([switches.countMessage(), switches.current, switches.countMessage()]).toEqual([true, off, false])
  })

  test('refuse a session once', () => {
    const { switches, changes } = createSwitches()
    expect([switches.takeExpiredSession(), changes()]).toEqual([false, 0])
    switches.change({ expiredSession: true })
    expect([switches.takeExpiredSession(), switches.takeExpiredSession(), changes()]).toEqual([true, false, 2])
  })

  test('wake those who wait for the next change', async () => {
    const { switches } = createSwitches()
    const changed = switches.changed()
    switches.change({})
    expect(await changed).toBeUndefined()
  })
})
