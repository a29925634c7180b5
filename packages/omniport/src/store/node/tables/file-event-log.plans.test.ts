import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { FileEventLog } from './file-event-log.js'
import { createJournaled } from './fixtures/journaled.js'

const limits = { eventLogEvents: 100, eventLogBytes: 10_000, eventLogMs: 400 }

function open() {
  const journaled = createJournaled()
  return { ...journaled, log: new FileEventLog({ ...journaled.services, limits }) }
}

/** A log whose records are written one by one, when that is asked for. */
function openSlow() {
  const opened = open()
  const waiting: (() => void)[] = []
  const write = (text: string, commit: () => unknown) =>
    new Promise((resolve) => {
      waiting.push(() => {
        opened.records.push(text)
        resolve(commit())
      })
    })
  Object.assign(opened.services.journal, { write })
  const writeNext = async () => {
    waiting.shift()?.()
    await settled(1)
  }
  return { ...opened, writeNext }
}

describe('what is planned', () => {
  test('counts until the last of it is written', async () => {
    const { log, writeNext } = openSlow()
    const ids = [log.append('s', 1), log.append('s', 2)]
    await settled(1)
    await writeNext()
    ids.push(log.append('s', 3))
    for (const _ of ids) await writeNext()
    expect(await Promise.all(ids)).toEqual(['1-0', '1-1', '1-2'])
    const events = [...log.records()].map((text) => JSON.parse(text).at(-1))
    expect(events).toEqual([[1, 2, 3]])
  })

  test('is deleted, too', async () => {
    const { log, records } = open()
    await Promise.all([log.append('s', 1), log.delete('s')])
    expect(records.map((text) => JSON.parse(text)[1])).toEqual(['append', 'delete'])
    expect([...log.records()]).toEqual([])
  })

  test('counts no more once it is written: a stream that has ended begins anew', async () => {
    const { log, clock } = open()
    expect(await log.append('s', 1)).toBe('1-0')
    clock.advance(400)
    expect(await log.append('s', 2)).toBe('2-0')
    await log.delete('s')
    await log.delete('s')
    expect(await log.append('s', 3)).toBe('3-0')
  })
})

test('what is no JSON is refused, and nothing is written', async () => {
  const { log, records } = open()
  const failure = new TypeError('event log: an event must be a JSON value, got undefined')
  await expect(log.append('s', undefined as never)).rejects.toThrow(failure)
  await expect(log.appendAll('s', [1, undefined as never])).rejects.toThrow(failure)
  expect(records).toEqual([])
})

test('a stream that was deleted is not deleted again', async () => {
  const { log, records } = open()
  await log.append('s', 1)
  await log.delete('s')
  await log.delete('s')
  expect(records).toHaveLength(2)
})
