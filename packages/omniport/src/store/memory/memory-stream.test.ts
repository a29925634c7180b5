import { describe, expect, test } from 'vitest'
import { MemoryStream } from './memory-stream.js'
import { StoredEvent } from './stored-event.js'

const gone = { code: 'limit', message: 'event log: the requested events are gone' }

/** What a stream takes beside its events, and what one event of one character takes. */
const [streamBytes, eventBytes] = [640, 98]

function create(lagBytes = 1_000) {
  const total = { bytes: 0 }
  const stream = new MemoryStream({ name: 's', prefix: 'p-', lagBytes, total })
  const append = (...texts: readonly string[]) => stream.append(texts.map((text) => StoredEvent.of(text)))
  const read = (reader: ReturnType<MemoryStream['openReader']>) => {
    const read: unknown[] = []
    for (let event = stream.next(reader); event !== undefined; event = stream.next(reader)) read.push(event.event)
    return read
  }
  return { stream, total, append, read }
}

describe('a stream', () => {
  test('gives its events ids in their order', () => {
    const { stream, append } = create()
    expect([stream.size, stream.bytes, stream.nextPosition]).toEqual([0, 0, { prefix: 'p-', number: 0 }])
    expect(append('a', 'bc')).toEqual(['p-0', 'p-1'])
    expect(append('é')).toEqual(['p-2'])
    expect([stream.size, stream.bytes, stream.nextPosition]).toEqual([3, 5, { prefix: 'p-', number: 3 }])
    expect(stream.available.first).toEqual({ prefix: 'p-', number: 0 })
    expect(stream.available.events.map(({ value }) => value)).toEqual(['a', 'bc', 'é'])
  })

  test('drops its oldest events', () => {
    const { stream, append } = create()
    append('a', 'bc', 'd')
    stream.drop()
    stream.drop()
    expect([stream.size, stream.bytes, stream.available.first.number]).toEqual([1, 1, 2])
    expect(stream.available.events.map(({ value }) => value)).toEqual(['d'])
  })

  test('counts what it takes in memory', () => {
    const { stream, append, total } = create()
    append('a')
    expect(total.bytes).toBe(streamBytes + eventBytes)
    append('b', 'c')
    expect(total.bytes).toBe(streamBytes + 3 * eventBytes)
    stream.drop()
    expect(total.bytes).toBe(streamBytes + 2 * eventBytes)
    stream.clear()
    expect([total.bytes, stream.size, stream.bytes]).toEqual([0, 0, 0])
    append('d')
    expect([total.bytes, stream.nextPosition.number]).toEqual([streamBytes + eventBytes, 4])
  })

  test('takes any number of events at once', () => {
    const { stream, append } = create()
    append('a')
    expect(stream.append(new Array<StoredEvent>(150_000).fill(StoredEvent.of(null))).at(-1)).toBe('p-150000')
    expect([stream.size, stream.available.events.length]).toEqual([150_001, 150_001])
  })

  test('may begin at any position', () => {
    const { stream, append } = create()
    const reader = stream.openReader(undefined)
    stream.startAt({ prefix: 'q-', number: 7 })
    expect([stream.size, stream.nextPosition]).toEqual([0, { prefix: 'q-', number: 7 }])
    expect(append('a')).toEqual(['q-7'])
    expect(stream.next(reader)).toEqual({ id: 'q-7', event: 'a' })
    expect(() => stream.openReader('q-5')).toThrow(expect.objectContaining(gone))
  })
})

describe('a reader', () => {
  test('gets the events that there are, and then those that come', () => {
    const { stream, append, read } = create()
    append('a', 'b')
    const [first, second] = [stream.openReader(undefined), stream.openReader('p-0')]
    expect([read(first), read(second)]).toEqual([['a', 'b'], ['b']])
    append('c')
    expect([read(first), read(second)]).toEqual([['c'], ['c']])
  })

  test('is woken by what is appended, until it is closed', () => {
    const { stream, append } = create()
    const woken: string[] = []
    const [one, two] = [stream.openReader(undefined), stream.openReader(undefined)]
    one.wake = () => void woken.push('one')
    two.wake = () => void woken.push('two')
    append('a')
    expect(woken.splice(0)).toEqual(['one', 'two'])
    stream.closeReader(one)
    expect([woken.splice(0), one.isDone, two.isDone, stream.hasReaders]).toEqual([['one'], true, false, true])
    append('b')
    expect(woken.splice(0)).toEqual(['two'])
    stream.closeReaders()
    expect([woken, two.isDone, stream.hasReaders]).toEqual([['two'], true, false])
  })

  test.each(['p-2', 'p-3', 'p--1', 'p-01', 'p-', 'p-0.5', 'q-0', '0', ''])('cannot begin after %j', (after) => {
    const { stream, append } = create()
    append('a', 'b')
    expect(() => stream.openReader(after)).toThrow(expect.objectContaining(gone))
    expect(stream.hasReaders).toBe(false)
  })

  test('begins after the last event, and after the one before the first', () => {
    const { stream, append, read } = create()
    append('a', 'b', 'c')
    stream.drop()
    expect(read(stream.openReader('p-2'))).toEqual([])
    expect(read(stream.openReader('p-0'))).toEqual(['b', 'c'])
    stream.drop()
    expect(() => stream.openReader('p-0')).toThrow(expect.objectContaining(gone))
  })

  test('that is slow gets what was dropped, so long as that is not too much', () => {
    const { stream, append, read, total } = create(2)
    append('a', 'b', 'c', 'd')
    const reader = stream.openReader(undefined)
    stream.drop()
    stream.drop()
    expect(total.bytes).toBe(streamBytes + 4 * eventBytes)
    expect(read(reader)).toEqual(['a', 'b', 'c', 'd'])
    expect(total.bytes).toBe(streamBytes + 2 * eventBytes)
  })

  test('that is too slow has lost it', () => {
    const { stream, append, total } = create(2)
    append('a', 'b', 'c', 'd')
    const reader = stream.openReader(undefined)
    for (let count = 0; count < 3; count += 1) stream.drop()
    expect(total.bytes).toBe(streamBytes + 3 * eventBytes)
    expect(() => stream.next(reader)).toThrow(expect.objectContaining(gone))
  })

  test('that is faster than another does not take what that one needs', () => {
    const { stream, append, read } = create()
    append('a', 'b')
    const [fast, slow] = [stream.openReader(undefined), stream.openReader(undefined)]
    stream.drop()
    expect([read(fast), read(slow)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  test('that is closed leaves what only it needed', () => {
    const { stream, append, total } = create()
    append('a', 'b')
    const reader = stream.openReader(undefined)
    stream.drop()
    stream.closeReader(reader)
    expect(total.bytes).toBe(streamBytes + eventBytes)
  })

  test('has lost what was cleared', () => {
    const { stream, append, read } = create()
    append('a')
    const [behind, ahead] = [stream.openReader(undefined), stream.openReader('p-0')]
    stream.clear()
    append('b')
    expect(() => stream.next(behind)).toThrow(expect.objectContaining(gone))
    expect(read(ahead)).toEqual(['b'])
  })
})
