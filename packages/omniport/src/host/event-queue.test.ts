import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { EventQueue } from './event-queue.js'
import type { HostEvent } from './host-event.js'

const mebibyte = 1024 * 1024

const prompts = (server: string): HostEvent => ({ type: 'prompts', server })
const line = (server: string, text = ''): HostEvent => ({ type: 'stderr', server, text })
const log = (server: string, data: unknown = 0): HostEvent => ({ type: 'log', server, entry: { level: 'info', data } })
const failure = (error: Error): HostEvent => ({ type: 'error', error })

function queueOf(...events: readonly HostEvent[]): EventQueue {
  const queue = new EventQueue()
  for (const event of events) queue.push(event)
  return queue
}

const times = (count: number, event: HostEvent) => Array.from({ length: count }, () => event)

/** All that is queued, as types; of dropped events their message. */
function rest(queue: EventQueue): readonly string[] {
  const found: string[] = []
  for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
    found.push(event.type === 'error' ? event.error.message : event.type)
  }
  return found
}

const dropped = (server: string, which: string) =>
  `Too many events of the server ${server} were unread, and these were dropped: ${which}`

test('events come out as they went in, and then nothing', () => {
  const events = [prompts('a'), line('b'), failure(new Error('x'))]
  const queue = queueOf(...events)
  expect([queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual([...events, undefined])
})

test('what was cleared is not read, and there is as much room as before', () => {
  const queue = queueOf(line('a', 'x'.repeat(5 * mebibyte)), ...times(2_000, prompts('a')))
  queue.clear()
  expect(queue.shift()).toBeUndefined()
  for (const event of times(1_000, line('a'))) queue.push(event)
  expect(rest(queue)).toEqual(Array.from({ length: 1_000 }, () => 'stderr'))
})

describe('output', () => {
  test.each([
    ['lines', line('a'), dropped('a', '2 lines of stderr')],
    ['log messages', log('a'), dropped('a', '2 log messages')],
  ])('of more than 1,000 %s is dropped', (_, event, message) => {
    expect(rest(queueOf(...times(1_000, event)))).toHaveLength(1_000)
    expect(rest(queueOf(...times(1_002, event))).slice(999)).toEqual([event.type, message])
  })

  test('of one server is dropped where others wrote too much, and each is counted by itself', () => {
    const queue = queueOf(...times(1_000, prompts('a')), line('a'), log('b'), line('b'), line('a'))
    expect(rest(queue).slice(1_000)).toEqual([
      dropped('a', '2 lines of stderr'),
      dropped('b', '1 log message, 1 line of stderr'),
    ])
  })

  test('is queued again once there is room', () => {
    const queue = queueOf(...times(1_001, line('a')))
    queue.shift()
    queue.shift()
    queue.push(log('a'))
    expect(rest(queue).slice(-2)).toEqual([dropped('a', '1 line of stderr'), 'log'])
  })

  test('of 8 MiB is dropped', () => {
    // Two bytes for each character.
    const half = line('a', 'x'.repeat(2 * mebibyte))
    expect(rest(queueOf(half, half, line('a')))).toEqual(['stderr', 'stderr', dropped('a', '1 line of stderr')])
    expect(rest(queueOf(half, line('a'), line('a')))).toEqual(['stderr', 'stderr', 'stderr'])
  })
})

describe('events of one server', () => {
  const advice = '; list its tools, prompts and resources again'

  test('are 2,000 with the one in place of what was dropped', () => {
    expect(rest(queueOf(...times(1_999, prompts('a'))))).toHaveLength(1_999)
    const found = rest(queueOf(...times(2_001, prompts('a')), prompts('b')))
    expect(found.slice(1_998)).toEqual(['prompts', dropped('a', `2 other events${advice}`), 'prompts'])
  })

  test('are 16 MiB', () => {
    const large = failureOf('a', 'x'.repeat(4 * mebibyte))
    expect(rest(queueOf(large, large, prompts('a'), prompts('b'))).slice(2)).toEqual([
      dropped('a', `1 other event${advice}`),
      'prompts',
    ])
  })

  test('that have no server are dropped by nobody', () => {
    const queue = queueOf(...times(3_000, failure(new Error('x'))))
    expect(rest(queue)).toHaveLength(3_000)
  })

  test('are counted from 0 again once all were read', () => {
    const queue = queueOf(...times(2_000, prompts('a')))
    rest(queue)
    for (const event of times(1_999, prompts('a'))) queue.push(event)
    expect(rest(queue)).toHaveLength(1_999)
  })

  test('have one event in their place for what was dropped until that is read', () => {
    const queue = queueOf(...times(2_000, prompts('a')))
    for (let count = 0; count < 1_999; count += 1) queue.shift()
    expect(queue.shift()).toMatchObject({ type: 'error', server: 'a', error: { code: 'limit' } })
    expect(queue.shift()).toBeUndefined()
  })

  test('name a server whose name is long in few words', () => {
    const name = 'n'.repeat(129)
    expect(rest(queueOf(...times(2_000, prompts(name)))).at(-1)).toBe(
      dropped(`${'n'.repeat(128)}…`, `1 other event${advice}`),
    )
  })
})

describe('too much of many servers', () => {
  const message = 'More than 10000 events, or 64 MiB of them, are unread: read events() faster'

  test('is more than 10,000 events', () => {
    const queue = new EventQueue()
    for (let count = 0; count < 10_000; count += 1) queue.push(prompts(String(count)))
    expect(thrownBy(() => queue.push(prompts('last')))).toMatchObject({ code: 'limit', message })
    queue.shift()
    queue.push(prompts('last'))
    expect(thrownBy(() => queue.push(prompts('more')))).toMatchObject({ code: 'limit' })
  })

  test('is more than 64 MiB', () => {
    const queue = new EventQueue()
    for (let count = 0; count < 8; count += 1) queue.push(failureOf(String(count), 'x'.repeat(4 * mebibyte)))
    expect(thrownBy(() => queue.push(prompts('last')))).toMatchObject({ code: 'limit', message })
    queue.shift()
    queue.push(prompts('last'))
    expect(queue.shift()).toMatchObject({ server: '1' })
  })
})

describe('the size of an event counts', () => {
  /** True if an event with this fills the room for output. */
  const isLarge = (data: unknown) => rest(queueOf(log('a', data), log('a')))[1] !== 'log'
  const text = 'x'.repeat(5 * mebibyte)

  test.each<[string, unknown]>([
    ['a text', text],
    ['a text in a list', [1, [text]]],
    ['a text in an object', { a: { b: text } }],
    ['a name', { [text]: 1 }],
    ['the message of an error', new Error(text)],
    ['the cause of an error', new Error('x', { cause: { text } })],
    ['many values', Array.from({ length: 140_000 }, () => null)],
  ])('by %s', (_, data) => {
    expect(isLarge(data)).toBe(true)
  })

  test.each<[string, unknown]>([
    ['half as many values', Array.from({ length: 100_000 }, () => true)],
    ['half as long a text', 'x'.repeat(3 * mebibyte)],
    ['nothing', null],
  ])('and is not too much by %s', (_, data) => {
    expect(isLarge(data)).toBe(false)
  })

  test('by the stack of an error', () => {
    const error = new Error('x')
    error.stack = text
    expect(isLarge(error)).toBe(true)
  })

  test('as very much, where it holds itself', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(isLarge(cycle)).toBe(true)
  })
})

/** An event of a server that is not output. */
function failureOf(server: string, message: string): HostEvent {
  const error = new Error('x')
  error.stack = ''
  error.message = message
  return { type: 'error', server, error }
}
