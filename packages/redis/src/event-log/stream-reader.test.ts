import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { idOf, logEpoch, nonceOf, openLog, pageReply } from '../fixtures/open-log.js'
import { StreamReader } from './stream-reader.js'

const stream = 'a stream'
const gone = { code: 'limit', message: 'event log: the requested events are gone' }

/** A reader, and the replies that it gets one after the other. What is an error is thrown. */
function open({ after, replies = [] }: { after?: string; replies?: unknown[] } = {}) {
  const opened = openLog()
  const abort = new AbortController()
  opened.connection.answer = () => {
    const reply = replies.shift()
    if (reply instanceof Error) throw reply
    return reply
  }
  const reader = new StreamReader(opened.services, { stream, after, signal: abort.signal })
  /** The texts of the next events. */
  const texts = async () => (await reader.next())?.map(({ event }) => event)
  return { ...opened, abort, reader, texts, replies }
}

/** Whether a promise has settled with something. */
function watch<T>(promise: Promise<T>): { value: T | undefined; isSettled: boolean } {
  const watched = { value: undefined as T | undefined, isSettled: false }
  void promise.then((value) => Object.assign(watched, { value, isSettled: true }))
  return watched
}

describe('a reader', () => {
  test('gets the events from the first one', async () => {
    const { reader, calls, keys } = open({ replies: [pageReply(1, 2)] })
    expect([reader.kind, reader.id, reader.key]).toEqual(['e', stream, keys.of('e', stream)])
    expect(await reader.next()).toEqual([
      { id: idOf(1), event: '1' },
      { id: idOf(2), event: '2' },
    ])
    expect(calls()).toEqual([
      { keys: [keys.of('e', stream), keys.of('l', stream)], args: ['1', '', '0', '', '200', '262144', '60000'] },
    ])
  })

  test('gets the events after an id, and asks for the rest of them', async () => {
    const { reader, texts, calls } = open({
      after: idOf(40),
      replies: [pageReply(41, 42, { end: 43 }), pageReply(43, 43)],
    })
    expect(await reader.next()).toMatchObject([{ id: idOf(41) }, { id: idOf(42) }])
    expect(await texts()).toEqual(['43'])
    expect(calls().map(({ args }) => args.slice(0, 4))).toEqual([
      ['1', logEpoch, '40', nonceOf(40)],
      ['0', logEpoch, '42', nonceOf(42)],
    ])
  })

  test('gets values and texts with spaces as they are', async () => {
    const entries = [`${nonceOf(1)} s a  b `, `${nonceOf(2)} j{"a": [1, null]}`]
    const { texts } = open({ replies: [pageReply(1, 2, { entries })] })
    expect(await texts()).toEqual([' a  b ', { a: [1, null] }])
  })

  test('needs the id of an event', () => {
    expect(() => open({ after: 'x' })).toThrow(expect.objectContaining(gone))
    expect(() => open({ after: '' })).toThrow(expect.objectContaining(gone))
  })

  test('waits where there is no stream yet, and reads what then comes', async () => {
    const { texts, reader, calls, replies } = open({ replies: [['none', '5', null], pageReply(1, 1)] })
    const next = watch(texts())
    await settled()
    expect([next.isSettled, calls().length]).toEqual([false, 1])
    reader.onHint(`${logEpoch}/1/other`)
    await settled()
    expect([next.value, replies]).toEqual([['1'], []])
  })

  test('fails where there is no stream and it comes from an event of it', async () => {
    const { reader } = open({ after: idOf(1), replies: [['none', '5', null]] })
    await expect(reader.next()).rejects.toMatchObject(gone)
  })

  test('fails where the events after its start are gone', async () => {
    const { reader } = open({ after: idOf(1), replies: [['gone', '5', null, logEpoch, '4']] })
    await expect(reader.next()).rejects.toMatchObject(gone)
  })

  test('gets the events before a gap, and fails there', async () => {
    const entries = [`${nonceOf(1)} s1`, 'gap-x g', `${nonceOf(3)} s3`]
    const { reader, texts, calls } = open({ replies: [pageReply(1, 3, { entries })] })
    expect(await texts()).toEqual(['1'])
    await expect(reader.next()).rejects.toMatchObject(gone)
    await expect(reader.next()).rejects.toMatchObject(gone)
    expect(calls()).toHaveLength(1)
  })

  test('fails with what Redis says, also when it has begun', async () => {
    const refusal = new Error('Redis refused a command: ERR no')
    await expect(open({ replies: [new Error('ERR no')] }).reader.next()).rejects.toThrow(refusal)
    const { reader, texts } = open({ replies: [pageReply(1, 1), new Error('ERR no')] })
    expect(await texts()).toEqual(['1'])
    reader.onHint('-')
    await expect(reader.next()).rejects.toThrow(refusal)
  })
})

describe('the end of reading', () => {
  test('comes with the signal, also with events left', async () => {
    const { reader, texts, abort, calls } = open({ replies: [pageReply(1, 1)] })
    reader.expectOffer()
    reader.offer({ epoch: logEpoch, previous: '', deletion: null, events: [{ position: position(1), text: 's1' }] })
    abort.abort()
    expect([await texts(), calls(), reader.isOver]).toEqual([undefined, [], false])
  })

  test('comes when it is stopped, also while it waits', async () => {
    const { reader, texts } = open({ replies: [pageReply(1, 1)] })
    await texts()
    const next = watch(texts())
    await settled()
    expect([next.isSettled, reader.isOver]).toEqual([false, false])
    reader.stop()
    await settled()
    expect([next, reader.isOver]).toEqual([{ isSettled: true, value: undefined }, true])
  })

  test('comes without the failure of a page that was on its way', async () => {
    const { reader, connection } = open()
    const next = reader.next()
    await settled()
    reader.stop()
    connection.sent[0]?.fail(new Error('ERR no'))
    expect(await next).toBeUndefined()
  })

  test.each([
    [null, 'd1'],
    ['d1', null],
    ['d1', 'd2'],
  ])('comes when the stream was deleted: %s, then %s', async (before, deletion) => {
    const { reader, texts } = open({ replies: [pageReply(1, 1, { deletion: before }), ['none', '5', deletion]] })
    await texts()
    reader.onHint('-')
    expect([await texts(), reader.isOver]).toEqual([undefined, true])
  })

  test('does not come where it was deleted before', async () => {
    const replies = [pageReply(1, 1, { deletion: 'd' }), pageReply(2, 2, { deletion: 'd' })]
    const { reader, texts } = open({ replies })
    await texts()
    reader.onHint('-')
    expect([await texts(), reader.isOver]).toEqual([['2'], false])
  })
})

describe('while Redis is away', () => {
  test('reading does not begin', async () => {
    const { reader } = open({ replies: [new Error('LOADING wait')] })
    await expect(reader.next()).rejects.toMatchObject({ name: 'StoreUnavailable' })
  })

  test('a reader that has begun waits until it is back', async () => {
    const { reader, texts, clock, connection } = open({ replies: [pageReply(1, 1)] })
    await texts()
    reader.onHint('-')
    const next = watch(texts())
    await clock.advance(1_500)
    expect(next.isSettled).toBe(false)
    connection.answer = ([name]) => (name === 'EXISTS' ? 0 : pageReply(2, 2))
    await clock.advance(1_000)
    expect(next.value).toEqual(['2'])
  })

  test('a reader that waits for it can be stopped', async () => {
    const { reader, texts, clock, calls } = open({ replies: [pageReply(1, 1)] })
    await texts()
    reader.onHint('-')
    const next = watch(texts())
    await clock.advance(1_300)
    const before = calls().length
    reader.stop()
    await settled()
    expect([next.isSettled, calls().length]).toEqual([true, before])
  })

  test('a reader waits for it once, however long that is, and no more when it is stopped', async () => {
    const { reader, texts, clock, commands } = open({ replies: [pageReply(1, 1)] })
    await texts()
    reader.onHint('-')
    const next = watch(texts())
    await clock.advance(600_000)
    expect(commands.waitCount).toBe(1)
    reader.stop()
    await settled()
    expect([next.isSettled, commands.waitCount]).toEqual([true, 0])
  })

  test('one that is not ready is not asked again at once', async () => {
    const { reader, texts, calls, clock } = open({
      replies: [pageReply(1, 1), new Error('LOADING wait'), pageReply(2, 2)],
    })
    await texts()
    reader.onHint('-')
    const next = watch(texts())
    await settled()
    expect([next.isSettled, calls().length]).toEqual([false, 2])
    await clock.advance(2_000)
    expect([next.value, calls().length]).toEqual([['2'], 3])
  })
})

function position(number: number) {
  return { epoch: logEpoch, number, nonce: nonceOf(number) }
}
