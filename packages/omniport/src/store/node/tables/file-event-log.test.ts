import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { eventLogContract } from '../../contracts/event-log.contract.js'
import type { EventLog } from '../../event-log.js'
import { FileEventLog } from './file-event-log.js'
import { createJournaled, type Journaled } from './fixtures/journaled.js'

const roomy = { eventLogEvents: 100, eventLogBytes: 10_000, eventLogMs: 400 }

describe('the contract', () => {
  const clock = createManualRuntime()
  const checks = eventLogContract({
    create: (limits) => new FileEventLog({ ...createJournaled().services, clock, limits: { ...roomy, ...limits } }),
    pass: async (ms) => {
      await settled(2)
      clock.advance(ms)
      await settled(2)
    },
  })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

function open(journaled: Journaled = createJournaled()) {
  return { ...journaled, log: new FileEventLog({ ...journaled.services, limits: roomy }) }
}

/** The events that are there, with their ids. */
async function eventsOf(log: EventLog, stream: string, after?: string): Promise<readonly unknown[]> {
  const ending = new AbortController()
  const found: unknown[] = []
  const reading = (async () => {
    for await (const { id, event } of log.read(stream, after, ending.signal)) found.push([id, event])
  })()
  await settled(3)
  ending.abort()
  await reading
  return found
}

describe('a stream', () => {
  test('is written with the position and the time of its events', async () => {
    const { log, clock, records } = open()
    const at = clock.now()
    expect(await log.append('s', { a: 1 })).toBe('1-0')
    expect(await log.appendAll('s', [1, null])).toEqual(['1-1', '1-2'])
    expect(await log.append('t', 'x')).toBe('2-0')
    expect(records).toEqual([
      `["events","append","s","1-",0,${at},[{"a":1}]]`,
      `["events","append","s","1-",1,${at},[1,null]]`,
      `["events","append","t","2-",0,${at},["x"]]`,
    ])
  })

  test('of no events is not written', async () => {
    const { log, records } = open()
    expect(await log.appendAll('s', [])).toEqual([])
    expect(records).toEqual([])
  })

  test('goes on while events are being written', async () => {
    const { log } = open()
    expect(await Promise.all([log.append('s', 1), log.append('s', 2), log.append('t', 3)])).toEqual([
      '1-0',
      '1-1',
      '2-0',
    ])
  })

  test('that is deleted begins anew with ids of its own, also while it is being deleted', async () => {
    const { log, records } = open()
    await log.append('s', 1)
    const deleted = log.delete('s')
    expect(await log.append('s', 2)).toBe('2-0')
    await deleted
    expect(records[1]).toBe('["events","delete","s"]')
    expect(await eventsOf(log, 's')).toEqual([['2-0', 2]])
  })

  test('that somebody waits for begins with ids that were never given', async () => {
    const { log, records, clock } = open()
    const reading = eventsOf(log, 's')
    await settled(1)
    expect(await log.append('s', 1)).toBe('1-0')
    expect(await reading).toEqual([['1-0', 1]])
    expect(records).toEqual([`["events","append","s","1-",0,${clock.now()},[1]]`])
  })

  test('that was never there is not deleted', async () => {
    const { log, records } = open()
    await log.delete('s')
    expect(records).toEqual([])
  })

  test('whose events could not be written goes on where it was', async () => {
    const { log, refuse, services } = open()
    await log.append('s', 1)
    refuse()
    await expect(log.append('s', 2)).rejects.toMatchObject({ name: 'StoreUnavailable' })
    log.rollBack()
    const { write } = createJournaled().services.journal
    Object.assign(services.journal, { write })
    expect(await log.append('s', 3)).toBe('1-1')
  })
})

describe('after a restart', () => {
  test('a stream goes on where it was', async () => {
    const before = open()
    await before.log.appendAll('s', [1, 2])
    const after = open(createJournaled({ restarted: before }))
    expect(after.replay(after.log, before.records)).toEqual([true])
    expect(await eventsOf(after.log, 's', '1-0')).toEqual([['1-1', 2]])
    expect(await after.log.append('s', 3)).toBe('1-2')
    expect([...after.log.records()]).toEqual([`["events","append","s","1-",0,${before.clock.now()},[1,2,3]]`])
  })

  test('events that are read twice are there once', async () => {
    const before = open()
    await before.log.appendAll('s', [1, 2])
    await before.log.append('s', 3)
    const [first = '', second = ''] = before.records
    const whole = `["events","append","s","1-",0,${before.clock.now()},[1,2,3,4]]`
    const { log, replay } = open(createJournaled({ restarted: before }))
    replay(log, [first, second, first, second, whole])
    expect(await eventsOf(log, 's')).toEqual([
      ['1-0', 1],
      ['1-1', 2],
      ['1-2', 3],
      ['1-3', 4],
    ])
  })

  test('events that come again among others stay as they are', async () => {
    const before = open()
    await before.log.appendAll('s', [1, 2])
    await before.log.append('s', 3)
    const [first = '', second = ''] = before.records
    const { log, replay } = open(createJournaled({ restarted: before }))
    replay(log, [first, second, first])
    expect(await eventsOf(log, 's')).toEqual([
      ['1-0', 1],
      ['1-1', 2],
      ['1-2', 3],
    ])
    expect(await log.append('s', 4)).toBe('1-3')
  })

  test('events after others that are gone are a stream that begins with them', async () => {
    const { log, replay, clock } = open()
    const record = (number: number, events: string) => `["events","append","s","1-",${number},${clock.now()},${events}]`
    replay(log, [record(0, '[1]'), record(5, '[6,7]')])
    expect(await eventsOf(log, 's')).toEqual([
      ['1-5', 6],
      ['1-6', 7],
    ])
  })

  test('events of a stream that began anew replace those before', async () => {
    const { log, replay, clock } = open()
    const record = (prefix: string, events: string) => `["events","append","s","${prefix}",0,${clock.now()},${events}]`
    replay(log, [record('1-', '[1,2]'), record('2-', '[3]')])
    expect(await eventsOf(log, 's')).toEqual([['2-0', 3]])
  })

  test('a stream that is deleted is gone', async () => {
    const before = open()
    await before.log.append('s', 1)
    await before.log.delete('s')
    const { log, replay } = open(createJournaled({ restarted: before }))
    expect(replay(log, before.records)).toEqual([true, true])
    expect([...log.records()]).toEqual([])
  })

  test('events end in their time', async () => {
    const before = open()
    await before.log.append('s', 1)
    before.clock.advance(400)
    const { log, replay } = open(createJournaled({ restarted: before }))
    replay(log, before.records)
    expect([...log.records()]).toEqual([])
  })

  test('streams whose last events may be lost are dropped', async () => {
    const before = open()
    await before.log.append('s', 1)
    const { log, replay } = open(createJournaled({ restarted: before }))
    replay(log, before.records)
    log.finishReplay(true)
    expect([...log.records()]).toEqual([])
  })
})

test.each([
  ['no stream', ['events', 'append', 5, '1-', 0, 1, []]],
  ['another change', ['events', 'add', 's', '1-', 0, 1, []]],
  ['no prefix', ['events', 'append', 's', 1, 0, 1, []]],
  ['no number', ['events', 'append', 's', '1-', 0.5, 1, []]],
  ['no time', ['events', 'append', 's', '1-', 0, '1', []]],
  ['no events', ['events', 'append', 's', '1-', 0, 1, {}]],
  ['more', ['events', 'append', 's', '1-', 0, 1, [], 1]],
  ['a deletion with more', ['events', 'delete', 's', '1-']],
])('a record with %s is not understood', (_what, record) => {
  expect(open().log.replay(record)).toBe(false)
})
