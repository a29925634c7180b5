import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { createLimits } from '../../../protocol/limits/limits.js'
import { MessageReader, type MessageReaderOptions, parseLine } from './message-reader.js'

const request = (id: number, more = '') => `{"id":${id},"method":"m"${more}}`
const cancel = (id: number) => `{"method":"notifications/cancelled","params":{"requestId":${id}}}`

function open(options: Partial<MessageReaderOptions> = {}, stream = new PassThrough()) {
  const log: unknown[] = []
  const state = { blocked: false }
  const reader = new MessageReader(stream, {
    limits: createLimits({ lineBytes: 2_000_000 }),
    receiver: {
      receive: (value, bytes) => log.push([value, bytes > 0]),
      receiveBroken: ({ code, message }, start) => log.push([code, message, start]),
    },
    blocked: () => state.blocked,
    onEnd: (problem) => log.push(['end', problem?.message]),
    ...options,
  })
  const write = async (text: string) => {
    stream.write(text)
    await settled(1)
  }
  return { stream, reader, log, state, write }
}

const ids = (log: readonly unknown[]) => log.map((entry) => (entry as [{ id?: number; method?: string }])[0].id ?? 'x')

describe('lines', () => {
  test('are delivered in order, with what each takes in memory, and blank ones are left out', async () => {
    const { log, write } = open()
    await write(`${request(1)}\n \n\t\n5\n`)
    expect(log).toEqual([
      [{ id: 1, method: 'm' }, true],
      [5, true],
    ])
  })

  test('that are not JSON are told with their first 120 bytes', async () => {
    const { log, write } = open()
    await write(`${'x'.repeat(121)}\n${request(1)}\n`)
    expect(log).toEqual([
      [-32700, 'Parse error: the line is not JSON', 'x'.repeat(120)],
      [{ id: 1, method: 'm' }, true],
    ])
  })

  test('may come as texts', async () => {
    const stream = new PassThrough().setEncoding('utf8')
    const { log, write } = open({}, stream)
    await write('"gr\u00fcn"\n')
    expect(log).toEqual([['gr\u00fcn', true]])
  })

  test('that are too long are refused with the limit, and the next one is read', async () => {
    const { log, write } = open({ limits: createLimits({ lineBytes: 20 }) })
    const refused = [-32600, 'Invalid message: it is longer than 20 bytes (limits.lineBytes)', '']
    for (const piece of [`"${'x'.repeat(30)}`, 'y'.repeat(30), '"\n5\n']) await write(piece)
    await write(`"${'x'.repeat(30)}"\n`)
    expect(log).toEqual([refused, [5, true], refused])
  })

  test('may be read in the place of parsing them', async () => {
    const { log, write } = open({ readRaw: (line) => (line[0] === 0x7b ? `raw ${line.length}` : undefined) })
    await write('{}\n5\n')
    expect(log).toEqual([
      ['raw 2', true],
      [5, true],
    ])
  })
})

describe('while the receiver is blocked', () => {
  test('requests wait, and responses and progress do not', async () => {
    const { log, state, write, reader } = open()
    state.blocked = true
    await write(`${request(1)}\n${request(2)}\n{"id":3,"result":{}}\n`)
    expect(ids(log)).toEqual([3])
    state.blocked = false
    reader.pump()
    expect(ids(log)).toEqual([3, 1, 2])
  })

  test('a request that is cancelled is dropped', async () => {
    const { log, state, write, reader } = open()
    state.blocked = true
    await write(`${request(1)}\n${request(2)}\n${cancel(1)}\n`)
    state.blocked = false
    reader.pump()
    expect(ids(log)).toEqual([2])
  })

  test('a line that is too long waits its turn', async () => {
    const { log, state, write, reader } = open({ limits: createLimits({ lineBytes: 40 }) })
    state.blocked = true
    await write(`${request(1)}\n"${'x'.repeat(60)}"\n`)
    expect(log).toEqual([])
    state.blocked = false
    reader.pump()
    expect([(log[0] as unknown[])[1], (log[1] as unknown[])[0]]).toEqual([true, -32600])
  })

  test('more than 1 MiB pauses the stream until there is room', async () => {
    const { stream, state, write, reader } = open()
    state.blocked = true
    const line = (bytes: number) => {
      const empty = request(1, ',"p":""').length
      return `${request(1, `,"p":"${'x'.repeat(bytes - empty)}"`)}\n`
    }
    await write(line(1024 * 1024))
    expect(stream.isPaused()).toBe(false)
    await write(line(50))
    expect(stream.isPaused()).toBe(true)
    reader.pump()
    expect(stream.isPaused()).toBe(true)
    state.blocked = false
    reader.pump()
    expect(stream.isPaused()).toBe(false)
  })

  test('more than 1 MiB that comes in one piece pauses the stream as well', async () => {
    const { stream, state, write, reader } = open()
    state.blocked = true
    await write(`${request(1, `,"p":"${'x'.repeat(1024 * 1024)}"`)}\n`)
    expect(stream.isPaused()).toBe(true)
    state.blocked = false
    reader.pump()
    expect(stream.isPaused()).toBe(false)
  })

  test('all that waits can be released', async () => {
    const { log, state, write, reader } = open()
    state.blocked = true
    await write(`${request(1)}\n${request(2)}\n`)
    let isEmpty = false
    const emptied = reader.emptied().then(() => {
      isEmpty = true
    })
    reader.pump()
    await settled(1)
    expect([log, isEmpty]).toEqual([[], false])
    reader.release()
    await emptied
    expect(ids(log)).toEqual([1, 2])
    await reader.emptied()
  })

  test('who waits until nothing does is told when there is room', async () => {
    const { state, write, reader } = open()
    state.blocked = true
    await write(`${request(1)}\n`)
    const emptied = [reader.emptied(), reader.emptied()]
    state.blocked = false
    reader.pump()
    expect(await Promise.all(emptied)).toEqual([undefined, undefined])
  })
})

describe('the end', () => {
  test('comes once, after a last line without a line break', async () => {
    const { stream, log } = open()
    stream.end('5')
    await settled()
    expect(log).toEqual([
      [5, true],
      ['end', undefined],
    ])
  })

  test('comes after a line that was too long', async () => {
    const { stream, log } = open({ limits: createLimits({ lineBytes: 20 }) })
    stream.end('x'.repeat(50))
    await settled()
    expect(log.map((entry) => (entry as unknown[])[0])).toEqual([-32600, 'end'])
  })

  test('is told with what broke the stream', async () => {
    const { stream, log, write } = open()
    await write('5\n')
    stream.destroy(new Error('EIO'))
    await settled()
    expect(log).toEqual([
      [5, true],
      ['end', 'EIO'],
    ])
  })

  test('comes where a stream is closed without one', async () => {
    const { stream, log } = open()
    stream.destroy()
    await settled()
    expect(log).toEqual([['end', undefined]])
  })

  test.each([
    ['ended', (stream: PassThrough) => stream.resume().end()],
    ['closed', (stream: PassThrough) => stream.destroy()],
  ])('comes in a later turn where the stream has %s before', async (_name, end) => {
    const stream = new PassThrough()
    end(stream)
    await settled()
    const { log } = open({}, stream)
    expect(log).toEqual([])
    await settled()
    expect(log).toEqual([['end', undefined]])
  })

  test('is not told after a stop, which leaves the stream open and without listeners', async () => {
    const { stream, log, write, reader } = open()
    const names = ['data', 'end', 'close', 'error']
    expect(names.map((name) => stream.listenerCount(name) > 0)).toEqual([true, true, true, true])
    reader.stop()
    reader.stop()
    await write('5\n')
    expect([log, stream.isPaused(), stream.destroyed]).toEqual([[], true, false])
    expect(['data', 'error'].map((name) => stream.listenerCount(name))).toEqual([0, 0])
  })

  test('leaves the stream paused, whatever waits', async () => {
    const { stream, reader, state, write } = open()
    state.blocked = true
    await write(`${request(1)}\n`)
    reader.stop()
    state.blocked = false
    reader.pump()
    expect(stream.isPaused()).toBe(true)
  })
})

test('text in which there are no other characters than ASCII is read as that', () => {
  const { value } = parseLine(Buffer.from('"\u007f\\u00fc"'), { jsonDepth: 4, jsonNodes: 4 })
  expect(value).toBe('\u007f\u00fc')
  expect(parseLine(Buffer.from('  '), { jsonDepth: 4, jsonNodes: 4 })).toEqual({ value: undefined, bytes: 0 })
})
