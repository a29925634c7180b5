import { expect, test } from 'vitest'
import type { EventLog } from '../event-log.js'
import { expectLimit, read } from './event-log-reader.js'

/** A log of two events, which then ends or fails; and how it was read. */
function create(failure?: Error) {
  const asked: unknown[] = []
  const signals: AbortSignal[] = []
  const log: Pick<EventLog, 'read'> = {
    async *read(stream, after, signal) {
      asked.push([stream, after])
      signals.push(signal)
      yield { id: '1', event: 'a' }
      yield { id: '2', event: 'b' }
      if (failure !== undefined) throw failure
    },
  }
  return { log: log as EventLog, asked, signals }
}

test('as many events are taken as are asked for, and fewer at the end', async () => {
  const { log } = create()
  const reader = read(log)
  expect([await reader.take(1), await reader.take(2), await reader.take(1)]).toEqual([['a'], ['b'], []])
})

test('the stream has a name and a beginning, and is read with the first take', async () => {
  const { log, asked } = create()
  for (const reader of [read(log), read(log, '1'), read(log, '1', 't')]) {
    const before = asked.length
    expect(await reader.take(0)).toEqual([])
    expect(asked).toHaveLength(before)
    await reader.take(1)
  }
  expect(asked).toEqual([
    ['s', undefined],
    ['s', '1'],
    ['t', '1'],
  ])
})

test('a reader is stopped by its signal', async () => {
  const { log, signals } = create()
  const reader = read(log)
  await reader.take(1)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  reader.stop()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('a limit is expected, and nothing else', async () => {
  const limited = read(create(Object.assign(new Error('gone'), { code: 'limit' })).log)
  await limited.take(2)
  expect(await expectLimit(limited)).toBeUndefined()
  const failed = read(create(Object.assign(new Error('gone'), { code: 'closed' })).log)
  await failed.take(2)
  await expect(expectLimit(failed)).rejects.toThrow(new Error('Expected "limit", got "closed"'))
  await expect(expectLimit(read(create().log))).rejects.toThrow(new Error('Expected a rejection, got ["a"]'))
})
