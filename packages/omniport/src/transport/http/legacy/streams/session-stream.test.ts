import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../../../protocol/limits/limits.js'
import type { EventLog } from '../../../../store/event-log.js'
import { createMemoryEventLog } from '../../../../store/memory/memory-event-log.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import { formatEventId, isGap, parseEventId, SessionStream } from './session-stream.js'

const signal = new AbortController().signal
const message = { jsonrpc: '2.0', method: 'notifications/x' } as const
const data = JSON.stringify(message)

function open(wrap: (log: EventLog) => EventLog = (log) => log, limits: Partial<typeof defaultLimits> = {}) {
  const log = wrap(createMemoryEventLog({ clock: new VirtualRuntime(), limits: { ...defaultLimits, ...limits } }))
  const failures: unknown[] = []
  const create = (sessionId = 's') =>
    new SessionStream({ log, sessionId, key: 'k', onError: (error, event) => void failures.push([error, event]) })
  return { log, failures, create, stream: create() }
}

/** The log without what a log need not have. */
const plain = (log: EventLog): EventLog => ({
  append: (name, event) => log.append(name, event),
  read: (name, after, until) => log.read(name, after, until),
  delete: (name) => log.delete(name),
})

async function dataOf(stream: SessionStream, position = ''): Promise<string[]> {
  const all: string[] = []
  for await (const event of stream.read(position, signal)) all.push(event.data)
  return all
}

describe('a stream', () => {
  test('has an empty event first, then messages, until its end', async () => {
    const { stream, failures } = open()
    expect([stream.key, stream.last]).toEqual(['k', ''])
    stream.begin()
    stream.write(message)
    stream.write({ jsonrpc: '2.0', id: 1, result: {} })
    stream.end()
    expect(await dataOf(stream)).toEqual(['', data, '{"jsonrpc":"2.0","id":1,"result":{}}'])
    expect(failures).toEqual([])
  })

  test('knows the position of its last event when that is written', async () => {
    const { stream, create } = open()
    stream.begin()
    await stream.settled()
    const first = stream.last
    stream.write(message)
    expect(stream.last).toBe(first)
    await stream.settled()
    const events = create().read('', signal)
    const positions = [(await events.next()).value?.position, (await events.next()).value?.position]
    expect([first, stream.last]).toEqual(positions)
  })

  test('is read from after a position, and by its own session only', async () => {
    const { stream, create } = open()
    stream.begin()
    await stream.settled()
    const first = stream.last
    stream.write(message)
    stream.end()
    await stream.settled()
    expect(await dataOf(create(), first)).toEqual([data])
    await expect(dataOf(create('other'), first)).rejects.toMatchObject({ code: 'limit' })
  })

  test('refuses at once what JSON cannot carry', async () => {
    const { stream } = open()
    expect(() => stream.write({ jsonrpc: '2.0', id: 1, result: 1n })).toThrow(TypeError)
    stream.end()
    expect(await dataOf(stream)).toEqual([])
  })

  test('reports what the log does not take, and goes on', async () => {
    const failing = new Error('full')
    let calls = 0
    const { stream, failures } = open((log) => ({
      ...plain(log),
      append: (name, event) => {
        calls += 1
        return calls === 2 ? Promise.reject(failing) : log.append(name, event)
      },
    }))
    stream.begin()
    await stream.settled()
    const first = stream.last
    stream.write(message)
    await stream.settled()
    expect([failures, stream.last]).toEqual([[[failing, data]], first])
    stream.end()
    await stream.settled()
    expect(await dataOf(stream)).toEqual([''])
  })
})

describe('a whole stream at once', () => {
  test.each([
    ['by a log that takes several events', (log: EventLog) => log],
    ['by a log that takes one by one', plain],
  ])('is written %s', async (_name, wrap) => {
    const { stream, create } = open(wrap)
    const events = await stream.writeComplete(data)
    expect(events.map((event) => event.data)).toEqual(['', data])
    await stream.settled()
    const [first, second] = events
    expect(new Set([first?.position, second?.position, stream.last, '']).size).toBe(4)
    expect(await dataOf(create())).toEqual(['', data])
    expect(await dataOf(create(), first?.position)).toEqual([data])
    expect(await dataOf(create(), second?.position)).toEqual([])
  })

  test.each([
    [
      'by a log that takes several events',
      (error: Error, log: EventLog) => ({ ...plain(log), appendAll: () => Promise.reject(error) }),
    ],
    [
      'by a log that takes one by one',
      (error: Error, log: EventLog) => ({ ...plain(log), append: () => Promise.reject(error) }),
    ],
  ])('that is not taken %s has no position', async (_name, fail) => {
    const error = new Error('full')
    const { stream, failures } = open((log) => fail(error, log))
    expect(await stream.writeComplete(data)).toEqual([{ position: '', data }])
    await stream.settled()
    expect(failures).toContainEqual([error, data])
    expect(stream.last).toBe('')
  })

  test('of whose events the log does not take the first has a position for the other', async () => {
    let calls = 0
    const { stream } = open((log) => ({
      ...plain(log),
      append: (name, event) => {
        calls += 1
        return calls === 1 ? Promise.reject(new Error('full')) : log.append(name, event)
      },
    }))
    const events = await stream.writeComplete(data)
    expect(events).toEqual([{ position: expect.stringMatching(/./), data }])
  })
})

describe('resuming', () => {
  test('is possible at the start, at the last event, and where the log says so', async () => {
    const asked: unknown[] = []
    const { stream } = open((log) => ({
      ...plain(log),
      canResume: async (name, after) => {
        asked.push([name, after])
        return false
      },
    }))
    stream.begin()
    await stream.settled()
    expect([await stream.canResume(''), await stream.canResume(stream.last), asked]).toEqual([true, true, []])
    expect([await stream.canResume('x'), asked]).toEqual([false, [['s/k', 'x']]])
  })

  test('is possible as far as is known where the log does not say', async () => {
    expect(await open(plain).stream.canResume('x')).toBe(true)
  })

  test('after the last event misses nothing, though that is gone', async () => {
    const { log, stream } = open()
    stream.begin()
    await stream.settled()
    const { last } = stream
    await log.delete('s/k')
    const reading = dataOf(stream, last)
    await settled(1)
    stream.write(message)
    stream.end()
    expect(await reading).toEqual([data])
  })

  test('after an event that is gone fails', async () => {
    const { stream } = open(undefined, { eventLogEvents: 1 })
    stream.begin()
    await stream.settled()
    const first = stream.last
    stream.write(message)
    stream.write(message)
    await stream.settled()
    await expect(dataOf(stream, first)).rejects.toMatchObject({ code: 'limit' })
  })

  test('fails as the log does', async () => {
    const error = new Error('away')
    const { stream } = open((log) => ({
      ...plain(log),
      read: async function* () {
        yield* []
        throw error
      },
    }))
    await expect(dataOf(stream)).rejects.toBe(error)
    await expect(dataOf(stream, 'x')).rejects.toBe(error)
  })
})

describe('waiting for the end of a stream', () => {
  test('ends with it', async () => {
    const { stream } = open()
    const ended = stream.ended('', signal)
    stream.begin()
    stream.write(message)
    stream.end()
    expect(await ended).toBe(true)
  })

  test('ends with its signal', async () => {
    const { stream } = open()
    stream.begin()
    const over = new AbortController()
    const ended = stream.ended('', over.signal)
    await stream.settled()
    over.abort()
    expect(await ended).toBe(false)
  })
})

describe('the id of an event', () => {
  test('names the stream and the position in it', () => {
    const key = '0123456789abcdef'
    expect(formatEventId(key, 'a-1')).toBe('0123456789abcdef_a-1')
    for (const position of ['a', '!', '~', '_', 'x'.repeat(64)]) {
      expect(parseEventId(formatEventId(key, position))).toEqual({ key, position })
    }
  })

  test.each([
    '',
    '0123456789abcdef',
    '0123456789abcdef_',
    '0123456789abcde_a',
    '0123456789abcdeff_a',
    'x0123456789abcdef_a',
    '0123456789abcdeF_a',
    '0123456789abcdef_ ',
    '0123456789abcdef_a b',
    '0123456789abcdef_\u00fc',
    `0123456789abcdef_${'x'.repeat(65)}`,
  ])('of another form is none: %j', (id) => {
    expect(parseEventId(id)).toBeUndefined()
  })
})

test('only a limit means that events are gone', () => {
  expect(isGap(new OmniportError('limit', 'x'))).toBe(true)
  for (const error of [new OmniportError('timeout', 'x'), { code: 'limit' }, undefined])
    expect(isGap(error)).toBe(false)
})
