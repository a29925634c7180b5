import { describe, expect, test } from 'vitest'
import { type ReadEventsOptions, type ReceivedEvent, readEvents } from './read-events.js'

type Part = string | Uint8Array

const encode = (part: Part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part)

/** A body in these chunks. `onOver` is called when it was read, or is not read any further. */
async function* bodyOf(parts: readonly Part[], onOver = () => {}): AsyncGenerator<Uint8Array> {
  try {
    for (const part of parts) yield encode(part)
  } finally {
    onOver()
  }
}

async function collect(parts: readonly Part[], options: ReadEventsOptions): Promise<ReceivedEvent[]> {
  const events: ReceivedEvent[] = []
  for await (const event of readEvents(bodyOf(parts), options)) events.push(event)
  return events
}

/** All events in the chunks, each with its data as text, once all are read. */
async function read(...parts: readonly Part[]) {
  const events = await collect(parts, { maxBytes: 1_100 })
  return events.map(({ type, id, data }) => ({
    type,
    id,
    data: new TextDecoder('utf-8', { ignoreBOM: true }).decode(data),
  }))
}

const message = (data: string, id?: string) => ({ type: 'message', id, data })

const twoEvents = 'event: a\nid: 1\ndata: one\ndata: two\n\n: comment\ndata: three\n\n'
const bothEvents = [{ type: 'a', id: '1', data: 'one\ntwo' }, message('three')]

describe('the events of a stream', () => {
  test.each<[string, readonly Part[]]>([
    ['in one chunk', [twoEvents]],
    ['byte by byte', [...twoEvents]],
    ['with carriage returns', [twoEvents.replaceAll('\n', '\r')]],
    ['with both line breaks', [twoEvents.replaceAll('\n', '\r\n')]],
    ['with both, byte by byte', [...twoEvents.replaceAll('\n', '\r\n')]],
    ['with one of each kind', [twoEvents.replace('\n', '\r').replace('\n', '\r\n')]],
  ])('are the same %s', async (_name, parts) => {
    expect(await read(...parts)).toEqual(bothEvents)
  })

  test('may be cut between the two bytes of a line break, with nothing between them', async () => {
    expect(await read('data: a\r', '', '\ndata: b\n\n')).toEqual([message('a\nb')])
    expect(await read('data: a\r', '\ndata: b\n', '\n')).toEqual([message('a\nb')])
    expect(await read('data: a\n', '\ndata: b\n\n')).toEqual([message('a'), message('b')])
    expect(await read('data: a\r\r', '\n\ndata: b\r\r')).toEqual([message('a'), message('b')])
  })

  test('are over with an empty line: one that is cut off is skipped', async () => {
    expect(await read('data: a\n')).toEqual([])
    expect(await read('data: a\n\ndata: b')).toEqual([message('a')])
    expect(await read('\n\nevent: a\nid: 1\n\ndata: b\n\n')).toEqual([message('b')])
  })

  test('close the body when nobody reads on', async () => {
    let isOver = false
    const body = bodyOf(['data: a\n\n', 'data: b\n\n'], () => {
      isOver = true
    })
    for await (const _event of readEvents(body, { maxBytes: 10 })) break
    expect(isOver).toBe(true)
  })
})

describe('a byte order mark', () => {
  test('is skipped before the first line alone', async () => {
    expect(await read('\uFEFFdata: a\n\n\uFEFFdata: b\n\ndata: c\n\n')).toEqual([message('a'), message('c')])
    expect(await read(...[...encode('\uFEFFdata: a\n\n')].map((byte) => Uint8Array.of(byte)))).toEqual([message('a')])
    expect(await read('\n\uFEFFdata: a\n\ndata: b\n\n')).toEqual([message('b')])
    expect(await read('\uFEFF\ndata: a\n\n')).toEqual([message('a')])
  })

  test.each([[[0x41, 0xbb, 0xbf]], [[0xef, 0x41, 0xbf]], [[0xef, 0xbb, 0x41]]])('is not in %j', async (bytes) => {
    expect(await read(Uint8Array.from(bytes), 'data: a\n\n')).toEqual([])
    expect(await read(Uint8Array.from([...bytes, ...encode('data: a\n\n')]))).toEqual([])
  })

  test('is part of a value', async () => {
    const times: number[] = []
    const text = 'event: \uFEFFx\nretry: \uFEFF5\ndata: \uFEFFy\n\n'
    const events = readEvents(bodyOf([text]), { maxBytes: 100, onRetry: (ms) => times.push(ms) })
    expect(await events.next()).toMatchObject({ value: { type: '\uFEFFx', data: encode('\uFEFFy') } })
    expect(times).toEqual([])
  })
})

describe('a field', () => {
  test.each([
    ['one space before its value', 'data: a\n\n', 'a'],
    ['no space before it', 'data:a\n\n', 'a'],
    ['two spaces before it', 'data:  a\n\n', ' a'],
    ['a colon in it', 'data: a:b\n\n', 'a:b'],
    ['no value', 'data:\n\n', ''],
    ['a space alone', 'data: \n\n', ''],
    ['no colon', 'data\n\n', ''],
    ['no colon, before a line with a space', 'data\n: x\ndata\n data: x\n\n', '\n'],
    ['an empty line before another', 'data\ndata: b\ndata\n\n', '\nb\n'],
  ])('may have %s', async (_name, text, data) => {
    expect(await read(text)).toEqual([message(data)])
  })

  test.each([
    'dat',
    'datax',
    'Data',
    'adata',
    ' data',
    '\0data',
    'events',
    'event s',
    'eventual',
    'retryx',
    'ids',
    'i',
  ])('of the name %j counts as none', async (name) => {
    expect(await read(`${name}: x\n\ndata: b\n${name}: x\n\n`)).toEqual([message('b')])
  })

  test('that comes again replaces the one before, but for data', async () => {
    expect(await read('event: a\nevent: b\nid: 1\nid: 2\ndata: x\n\n')).toEqual([{ type: 'b', id: '2', data: 'x' }])
    expect(await read('event: a\nevent\ndata: x\n\n')).toEqual([message('x')])
  })
})

describe('the id of an event', () => {
  test.each<[string, string | undefined]>([
    ['7', '7'],
    ['!', '!'],
    ['~', '~'],
    ['a b', 'a b'],
    ['', undefined],
    [' a', undefined],
    ['a ', undefined],
    ['a\tb', undefined],
    ['\x7f', undefined],
    ['é', undefined],
  ])('%j is sent back as %j', async (text, id) => {
    expect(await read(`id: before\nid: ${text}\ndata: x\n\n`)).toEqual([message('x', id)])
  })

  test('has up to 1024 characters', async () => {
    const longest = 'x'.repeat(1_024)
    expect(await read(`id: ${longest}\ndata: x\n\nid: ${longest}x\ndata: y\n\n`)).toEqual([
      message('x', longest),
      message('y'),
    ])
  })

  test('with a zero byte is no id', async () => {
    expect(await read('id: a\nid: b\0\ndata: x\n\n')).toEqual([message('x', 'a')])
  })

  test('is not that of the next event', async () => {
    expect(await read('id: a\ndata: x\n\ndata: y\n\n')).toEqual([message('x', 'a'), message('y')])
  })
})

test('the time to wait is a whole number, told as it comes', async () => {
  const times: number[] = []
  const lines = ['0', '1500', '1x', 'x1', '-1', '1.5', '', '3'].map((value) => `retry: ${value}\n`)
  const options = { maxBytes: 100, onRetry: (ms: number) => times.push(ms) }
  const events = await collect(lines, options)
  expect([events, times]).toEqual([[], [0, 1_500, 3]])
  expect(await read('retry: 5\ndata: x\n\n')).toEqual([message('x')])
})

describe('the limit for an event of 10 bytes', () => {
  const sizes = async (...parts: readonly Part[]) => {
    const events = await collect(parts, { maxBytes: 10 })
    return events.map(({ data }) => data.length)
  }
  const xs = (length: number) => 'x'.repeat(length)

  test.each<[string, readonly string[], number[]]>([
    ['one line', [`data: ${xs(10)}\n\n`], [10]],
    ['one line in two chunks', [`data: ${xs(5)}`, `${xs(5)}\n\n`], [10]],
    ['two lines', [`data: ${xs(4)}\ndata: ${xs(5)}\n\n`], [10]],
    ['two events', [`data: ${xs(10)}\n\ndata: ${xs(10)}\n\n`], [10, 10]],
    ['one line behind a mark', [`\uFEFFdata: ${xs(10)}\n\n`], [10]],
    ['a comment', [`:${xs(15)}\n`], []],
    ['a line without an end', [`:${xs(15)}`], []],
  ])('lets %s through', async (_name, parts, lengths) => {
    expect(await sizes(...parts)).toEqual(lengths)
  })

  test.each<[string, readonly string[]]>([
    ['one line', [`data: ${xs(11)}\n\n`]],
    ['one line without a space', [`data:${xs(11)}\n\n`]],
    ['one line in two chunks', [`data: ${xs(6)}`, `${xs(5)}\n\n`]],
    ['two lines', [`data: ${xs(5)}\ndata: ${xs(5)}\n\n`]],
    ['three lines', [`data: ${xs(4)}\ndata: ${xs(4)}\ndata: x\n\n`]],
    ['a comment', [`:${xs(16)}\n`]],
    ['a line without an end', [`:${xs(10)}`, xs(6)]],
  ])('refuses %s beyond it', async (_name, parts) => {
    const problem = { code: 'limit', message: 'An event is longer than limits.responseBytes: 10' }
    await expect(sizes(...parts)).rejects.toMatchObject(problem)
  })

  test('lets the events before through', async () => {
    const events = readEvents(bodyOf([`data: a\n\ndata: ${xs(11)}\n\n`]), { maxBytes: 10 })
    expect(await events.next()).toMatchObject({ done: false, value: { type: 'message' } })
    await expect(events.next()).rejects.toMatchObject({ code: 'limit' })
  })
})
