import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../../../protocol/limits/limits.js'
import type { EventLog } from '../../../../store/event-log.js'
import { createMemoryEventLog } from '../../../../store/memory/memory-event-log.js'
import type { ByteSink } from '../../requests/http-request.js'
import { EventStream } from '../../responses/event-stream.js'
import { SessionStream } from './session-stream.js'
import { StreamReader, type StreamReaderOptions } from './stream-reader.js'

const message = { jsonrpc: '2.0', method: 'notifications/x' } as const
const data = JSON.stringify(message)

/** A connection, whose client takes everything at once unless it is slow. */
function connect() {
  const seen = { text: '', ends: [] as string[], waiting: 0, isSlow: false }
  let onDrain = () => {}
  const sink: ByteSink = {
    write: (chunk) => {
      seen.text += String(chunk)
      if (seen.isSlow) seen.waiting += chunk.length
    },
    get waiting() {
      return seen.waiting
    },
    taken: 0,
    onDrain: (fn) => {
      onDrain = fn
    },
    end: () => void seen.ends.push('end'),
    destroy: () => void seen.ends.push('destroy'),
  }
  const take = () => {
    seen.waiting = 0
    onDrain()
  }
  const runtime = createManualRuntime()
  return { seen, take, runtime, events: new EventStream({ sink, limits: defaultLimits, runtime }) }
}

function open(options: Partial<StreamReaderOptions> = {}, log: EventLog = createLog()) {
  const stream = new SessionStream({ log, sessionId: 's', key: 'k', onError: () => expect.unreachable() })
  const reader = new StreamReader({ stream, position: '', sendsPrimingEvents: true, ...options })
  const connection = connect()
  const write = async () => {
    stream.write(message)
    await settled(1)
    return stream.last
  }
  return { stream, reader, write, ...connection }
}

const createLog = () => createMemoryEventLog({ clock: createManualRuntime(), limits: defaultLimits })
const eventOf = (position: string, text = data) => `id: k_${position}\ndata: ${text}\n\n`

describe('a reader', () => {
  test('copies the events of a stream to their end', async () => {
    const { stream, reader, write, seen, events, runtime } = open()
    const running = reader.run(events)
    stream.begin()
    await settled(1)
    const first = stream.last
    const second = await write()
    expect(seen).toMatchObject({ text: eventOf(first, '') + eventOf(second), ends: [] })
    stream.end()
    await running
    expect([seen.ends, runtime.timers]).toEqual([['end'], 0])
  })

  test('leaves out empty events for clients that do not expect them', async () => {
    const { stream, reader, write, seen, events } = open({ sendsPrimingEvents: false })
    stream.begin()
    const second = await write()
    stream.end()
    await reader.run(events)
    expect(seen.text).toBe(eventOf(second))
  })

  test('begins after its position', async () => {
    const log = createLog()
    const before = open({}, log)
    before.stream.begin()
    const first = await before.write()
    const second = await before.write()
    before.stream.end()
    const { reader, seen, events } = open({ position: first }, log)
    await reader.run(events)
    expect(seen.text).toBe(eventOf(second))
  })

  test('misses nothing that comes after it has begun, and begins once', async () => {
    const { stream, reader, write, seen, events } = open()
    const begun = reader.begin()
    expect(reader.begin()).toBe(begun)
    const first = await write()
    stream.end()
    expect(await begun).toEqual({ done: false, value: { position: first, data } })
    await reader.run(events)
    expect(seen.text).toBe(eventOf(first))
  })

  test('reads no faster than its client', async () => {
    const { stream, reader, write, seen, take, events } = open()
    seen.isSlow = true
    const running = reader.run(events)
    const first = await write()
    const second = await write()
    expect(seen.text).toBe(eventOf(first))
    take()
    await settled(1)
    expect(seen.text).toBe(eventOf(first) + eventOf(second))
    seen.isSlow = false
    take()
    stream.end()
    await running
    expect(seen.ends).toEqual(['end'])
  })

  test('that is stopped ends its connection, and reads nothing more', async () => {
    const { reader, write, seen, events } = open()
    const running = reader.run(events)
    const first = await write()
    reader.stop()
    await running
    await write()
    expect([seen.text, seen.ends]).toEqual([eventOf(first), ['end']])
  })

  test('that is stopped says so to the log it reads', async () => {
    const log = createLog()
    const signals: (AbortSignal | undefined)[] = []
    const { reader } = open(
      {},
      {
        append: (name, event) => log.append(name, event),
        delete: (name) => log.delete(name),
        read: (name, after, signal) => {
          signals.push(signal)
          return log.read(name, after, signal)
        },
      },
    )
    const reading = reader.begin()
    await settled()
    expect(signals.map((signal) => signal?.aborted)).toEqual([false])
    reader.stop()
    expect(signals[0]?.reason).toBe('The reader has stopped')
    await reading
  })

  test('that was stopped before it has a connection sends nothing', async () => {
    const { reader, write, seen, events } = open()
    await write()
    reader.stop()
    await reader.run(events)
    expect([seen.text, seen.ends]).toEqual(['', ['end']])
  })

  test('ends with its connection', async () => {
    const { stream, reader, write, seen, events } = open()
    const running = reader.run(events)
    const first = await write()
    events.end()
    await write()
    await running
    stream.end()
    expect(seen.text).toBe(eventOf(first))
  })

  test('that ends with its connection leaves nothing open in a log that cleans up when it returns', async () => {
    const log = createLog()
    let reading = 0
    const { reader, write, events } = open(
      {},
      {
        append: (name, event) => log.append(name, event),
        delete: (name) => log.delete(name),
        read: async function* (name, after, signal) {
          reading += 1
          try {
            yield* log.read(name, after, signal)
          } finally {
            reading -= 1
          }
        },
      },
    )
    const running = reader.run(events)
    await write()
    expect(reading).toBe(1)
    events.end()
    await write()
    await running
    expect(reading).toBe(0)
  })

  test('whose log fails closes the connection', async () => {
    const error = new Error('away')
    const log = createLog()
    const { reader, seen, events } = open(
      {},
      {
        append: (name, event) => log.append(name, event),
        delete: (name) => log.delete(name),
        read: async function* () {
          yield* []
          throw error
        },
      },
    )
    await expect(reader.run(events)).rejects.toBe(error)
    expect(seen.ends).toEqual(['destroy'])
  })
})

describe('closing the connection for a while', () => {
  test.each([
    [5, 5],
    [undefined, 1_000],
  ])('tells the client when to come back: %s', async (retryMs, expected) => {
    const { stream, reader, write, seen, events } = open()
    const running = reader.run(events)
    const first = await write()
    reader.suspend(stream.last, retryMs)
    await running
    expect([seen.text, seen.ends]).toEqual([`${eventOf(first)}retry: ${expected}\ndata: \n\n`, ['end']])
  })

  test('waits until everything before it was sent', async () => {
    const log = createLog()
    const writer = open({}, log)
    await writer.write()
    const second = await writer.write()
    await writer.write()
    const { reader, seen, events } = open({}, log)
    reader.suspend(second, 5)
    await reader.run(events)
    expect(seen.text.match(/^(id|retry)/gm)).toEqual(['id', 'id', 'retry'])
  })

  test('at the start comes before anything is sent', async () => {
    const { reader, seen, events } = open()
    const running = reader.run(events)
    reader.suspend('', 5)
    await running
    expect(seen.text).toBe('retry: 5\ndata: \n\n')
  })
})

describe('an event that the log did not take', () => {
  test('is sent without an id, unless it is empty', async () => {
    const { reader, seen, events } = open()
    const running = reader.run(events)
    await settled(1)
    reader.sendUnlogged('')
    reader.sendUnlogged({ a: 1 })
    reader.sendUnlogged('text')
    expect([seen.text, seen.ends]).toEqual(['data: text\n\n', []])
    reader.sendUnlogged(null)
    await running
    expect(seen.ends).toEqual(['end'])
  })

  test('is lost without a connection', () => {
    const { reader, seen } = open()
    reader.sendUnlogged('text')
    expect(seen.text).toBe('')
  })
})
