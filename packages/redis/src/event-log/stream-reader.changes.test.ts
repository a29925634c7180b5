import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { idOf, logEpoch, nonceOf, openLog, pageReply } from '../fixtures/open-log.js'
import { type AppendedEvents, StreamReader } from './stream-reader.js'

const gone = { code: 'limit', message: 'event log: the requested events are gone' }

function open(replies: unknown[] = []) {
  const opened = openLog()
  opened.connection.answer = () => replies.shift()
  const { signal } = new AbortController()
  const reader = new StreamReader(opened.services, { stream: 'a', after: undefined, signal })
  const noticed: unknown[] = []
  /** Reads to the end in the background. */
  const readAll = async () => {
    for (let events = await reader.next(); events !== undefined; events = await reader.next()) {
      noticed.push(...events.map(({ event }) => event))
    }
  }
  return { ...opened, reader, replies, noticed, readAll }
}

/** A reader that has read one event and waits. */
async function openIdle(replies: unknown[] = [], first = pageReply(1, 1)) {
  const opened = open([first, ...replies])
  const reading = opened.readAll()
  reading.catch(() => {})
  await settled()
  return { ...opened, reading }
}

const sweepOf = (fields: readonly (string | null)[], nowMs = 11_000) => ({ nowMs, fields })
const head = (number = 1) => [logEpoch, String(number), nonceOf(number), null, '9000']

describe('a hint', () => {
  test.each([
    [`${logEpoch}/1/other`, 1],
    [`${logEpoch}/0/other`, 1],
    [`${logEpoch}/2/other`, 2],
    ['ba9876543210/1/other', 2],
    ['-', 2],
    ['', 2],
  ])('%j of a reader that has the first event', async (detail, count) => {
    const { reader, calls } = await openIdle()
    reader.onHint(detail)
    await settled()
    expect(calls()).toHaveLength(count)
  })

  test('during a page makes another one', async () => {
    const { reader, readAll, connection, noticed, calls } = open()
    void readAll()
    await settled()
    reader.onHint(`${logEpoch}/2/other`)
    connection.sent[0]?.reply(pageReply(1, 1))
    await settled()
    connection.sent[1]?.reply(pageReply(2, 2))
    await settled()
    expect([noticed, calls().length]).toEqual([['1', '2'], 2])
  })
})

describe('a look at the head of the stream', () => {
  test.each<[string, (string | null)[], number]>([
    ['that is the same', head(), 1],
    ['without a deletion', head().slice(0, 3), 1],
    ['with another epoch', ['ba9876543210', '1', nonceOf(1), null, '9000'], 2],
    ['with another number', [logEpoch, '2', nonceOf(1), null, '9000'], 2],
    ['with another nonce', [logEpoch, '1', nonceOf(2), null, '9000'], 2],
    ['that was deleted', [logEpoch, '1', nonceOf(1), 'd', '9000'], 2],
    ['that is gone', [null, null, null, null, null], 2],
  ])('%s', async (_what, fields, count) => {
    const { reader, calls } = await openIdle()
    reader.onSweep(sweepOf(fields))
    await settled()
    expect(calls()).toHaveLength(count)
  })

  test.each<[string, (string | null)[], number]>([
    ['no stream', [null, null, null, null, null], 1],
    ['its first event', head(), 2],
    ['a deletion', [null, null, null, 'd', null], 2],
  ])('by a reader that found no stream: %s', async (_what, fields, count) => {
    const { reader, calls } = await openIdle([], ['none', '5', null])
    reader.onSweep(sweepOf(fields))
    await settled()
    expect(calls()).toHaveLength(count)
  })
})

describe('a stream that is forgotten in its time', () => {
  // The last append was at 9,000 and the stream lasts for 120 s; it was read at 10,000.
  test.each([129_000, 129_999])('is read from its first event at %i', async (now) => {
    const { reader, calls, noticed } = await openIdle([['none', String(now), null], pageReply(1, 1)])
    reader.onHint('-')
    await settled()
    reader.onHint('-')
    await settled()
    expect(calls().map(({ args }) => args.slice(0, 4))).toEqual([
      ['1', '', '0', ''],
      ['0', logEpoch, '1', nonceOf(1)],
      ['0', '', '0', ''],
    ])
    expect(noticed).toEqual(['1', '1'])
  })

  test.each([128_999, 130_000])('is a gap at %i', async (now) => {
    const { reader, reading } = await openIdle([['none', String(now), null]])
    reader.onHint('-')
    await expect(reading).rejects.toMatchObject(gone)
  })

  test('is read from its first event where others were appended since', async () => {
    const { reader, calls, noticed } = await openIdle([
      ['gone', '129500', null, 'ba9876543210', '129400'],
      pageReply(1, 2),
    ])
    reader.onHint('-')
    await settled()
    expect([noticed, calls().length]).toEqual([['1', '1', '2'], 3])
  })

  test('is not asked for again before something is appended', async () => {
    const { reader, calls } = await openIdle([['none', '129500', null]])
    reader.onHint('-')
    await settled()
    expect(calls()).toHaveLength(2)
  })

  test('is a gap where it is the same stream', async () => {
    const { reader, reading } = await openIdle([['gone', '129500', null, logEpoch, '129400']])
    reader.onHint('-')
    await expect(reading).rejects.toMatchObject(gone)
  })

  test.each([
    ['9000', 139_999, true],
    ['9000', 140_000, false],
    ['15000', 134_999, false],
    ['15000', 135_000, true],
  ])('lasts from the look at it: appended at %s, at %i', async (appendedAt, now, goesOn) => {
    const { reader, reading, calls } = await openIdle([['none', String(now), null]])
    reader.onSweep(sweepOf([...head().slice(0, 4), appendedAt], 20_000))
    let failure: unknown
    reading.catch((error: unknown) => (failure = error))
    reader.onHint('-')
    await settled()
    expect([calls().length, failure]).toEqual([2, goesOn ? undefined : expect.objectContaining(gone)])
  })
})

describe('events of this node', () => {
  const offered = (from: number, to = from, given: Partial<AppendedEvents> = {}): AppendedEvents => {
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    const events = numbers.map((number) => ({
      position: { epoch: logEpoch, number, nonce: nonceOf(number) },
      text: `s${number}`,
    }))
    return { epoch: logEpoch, previous: from === 1 ? '' : nonceOf(from - 1), deletion: null, events, ...given }
  }

  test('are taken without asking Redis where they follow', async () => {
    const { reader, noticed, calls } = await openIdle()
    reader.offer(offered(2, 3))
    await settled()
    reader.offer(offered(4))
    await settled()
    expect([noticed, calls().length]).toEqual([['1', '2', '3', '4'], 1])
  })

  test('have their ids', async () => {
    const { reader } = open()
    reader.expectOffer()
    reader.offer(offered(1, 2))
    expect(await reader.next()).toEqual([
      { id: idOf(1), event: '1' },
      { id: idOf(2), event: '2' },
    ])
  })

  test.each([
    ['that were taken', offered(1)],
    ['after others', offered(3)],
    ['of another epoch', offered(2, 2, { epoch: 'ba9876543210' })],
    ['after another event of the number', offered(2, 2, { previous: nonceOf(7) })],
    ['that are no events', offered(2, 2, { events: [] })],
  ])('%s are left to Redis', async (_what, appended) => {
    const { reader, noticed } = await openIdle()
    reader.offer(appended)
    await settled()
    expect(noticed).toEqual(['1'])
  })

  test('that are the first ones are taken by a reader that expects them', async () => {
    const { reader, readAll, noticed, calls } = open()
    reader.expectOffer()
    void readAll()
    reader.offer(offered(1))
    reader.readUnlessOffered()
    await settled()
    expect([noticed, calls()]).toEqual([['1'], []])
  })

  test.each([
    ['after others', offered(2)],
    ['that are the second ones', offered(2, 2, { previous: '' })],
    ['after an earlier stream', offered(1, 1, { previous: nonceOf(9) })],
  ])('%s are not the first ones', async (_what, appended) => {
    const { reader, readAll, noticed, calls } = open([pageReply(1, 2)])
    reader.expectOffer()
    void readAll()
    reader.offer(appended)
    await settled()
    expect([noticed, calls()]).toEqual([[], []])
    reader.readUnlessOffered()
    await settled()
    expect([noticed, calls().length]).toEqual([['1', '2'], 1])
  })

  test('are not taken before the first page, nor during one', async () => {
    const { reader, readAll, noticed, connection } = open()
    reader.offer(offered(1))
    void readAll()
    await settled()
    reader.offer(offered(1))
    connection.sent[0]?.reply(pageReply(1, 1))
    await settled()
    expect(noticed).toEqual(['1'])
    reader.onHint('-')
    await settled()
    reader.offer(offered(2))
    connection.sent[1]?.reply(pageReply(2, 2))
    await settled()
    expect([noticed, connection.sent.length]).toEqual([['1', '2'], 2])
  })

  test('are taken after a stream was not there', async () => {
    const { reader, noticed, calls } = await openIdle([], ['none', '5', 'd'])
    reader.offer(offered(1))
    await settled()
    expect([noticed, calls().length]).toEqual([['1'], 1])
  })

  test('say whether the stream was deleted before', async () => {
    const { reader, readAll, noticed } = open([pageReply(2, 2, { deletion: 'd' })])
    reader.expectOffer()
    void readAll()
    reader.offer(offered(1, 1, { deletion: 'd' }))
    reader.onSweep(sweepOf([logEpoch, '2', nonceOf(2), 'd', '9000']))
    await settled()
    expect([noticed, reader.isOver]).toEqual([['1', '2'], false])
  })

  test('beyond a page wait in Redis', async () => {
    const { reader, calls, replies } = open([pageReply(201, 201)])
    reader.expectOffer()
    reader.offer(offered(1, 199))
    reader.offer(offered(200))
    reader.offer(offered(201))
    expect(await reader.next()).toHaveLength(200)
    reader.onHint(`${logEpoch}/201/x`)
    expect(await reader.next()).toEqual([{ id: idOf(201), event: '201' }])
    expect([calls()[0]?.args.slice(0, 4), replies]).toEqual([['0', logEpoch, '200', nonceOf(200)], []])
  })
})
