import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvents } from '../../packages/omniport/src/client/http/read-events.js'
import { formatSseEvent, sseComment } from '../../packages/omniport/src/transport/http/responses/sse-event.js'
import { OmniportError } from '../../packages/omniport/src/values/errors/omniport-error.js'
import { type Cut, cut } from './cut.js'
import { fuzz } from './fuzz.js'
import { jsonText } from './json-text.js'
import { type ParsedEvent, parseEvents } from './parse-events.js'

/** What came out of a stream, and whether it ended in good order. */
interface Read {
  readonly events: readonly ParsedEvent[]
  readonly retries: readonly number[]
  readonly isTooLong: boolean
}

async function read(pieces: Iterable<Uint8Array>, maxBytes = 1_000_000): Promise<Read> {
  const events: ParsedEvent[] = []
  const retries: number[] = []
  try {
    for await (const event of readEvents(each(pieces), { maxBytes, onRetry: (ms) => retries.push(ms) })) {
      events.push({ ...event, data: decode(event.data) })
    }
    return { events, retries, isTooLong: false }
  } catch (reason) {
    if (OmniportError.is(reason) && reason.code === 'limit') return { events, retries, isTooLong: true }
    throw reason
  }
}

async function* each(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces
}

const decode = (data: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(data)

const piecesOf = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text))

test('an event whose lines end in carriage returns is there when its last byte is, not with the next one', async () => {
  const received: string[] = []
  const body = (async function* () {
    yield* piecesOf('data: 1\r\r')
    received.push('waiting')
    yield* piecesOf('\ndata: 2\r\n\r', '\n')
  })()
  for await (const { data } of readEvents(body, { maxBytes: 100 })) received.push(decode(data))
  expect(received).toEqual(['1', 'waiting', '2'])
})

test('nothing is given after an event that is too long, however the stream was cut', async () => {
  const texts = ['data: 1\n\n', 'data: 0123456789\n\n', 'data: 2\n\n']
  const whole = await read(piecesOf(texts.join('')), 8)
  expect(whole).toEqual(await read(piecesOf(...texts), 8))
  expect(whole).toEqual({ events: [{ type: 'message', id: undefined, data: '1' }], retries: [], isTooLong: true })
})

test('a stream that begins with letters which look like a byte order mark is read alike however it is cut', async () => {
  const text = 'ï»¿data: 1\n\ndata: 2\n\n'
  const events = [{ type: 'message', id: undefined, data: '2' }]
  expect((await read(piecesOf(text))).events).toEqual(events)
  expect((await read(piecesOf('ï', text.slice(1)))).events).toEqual(events)
})

const unit = fc.constantFrom(
  ...['\n', '\n', '\n', '\r', '\r\n', 'data: ', 'data:', 'data', 'event: message', 'event:x', 'id: 7', 'id:\0'],
  ...['id:', 'id: é', 'retry: 10', 'retry:1x', 'retry: 9999999999999999999', ':', ': comment', ' ', 'é', '😀', '\0'],
  ...['\ufeff', '{"jsonrpc":"2.0"}', 'dat', 'eventually: ', '\u2028', 'ï»¿'],
)
const text = fc.array(unit, { maxLength: 20 }).map((units) => Buffer.from(units.join('')))

fuzz(
  'the events of a stream are what the standard says, wherever the bytes were cut',
  fc.asyncProperty(cut(text), async ({ whole, pieces }) => {
    const retries: number[] = []
    const events = parseEvents(whole, retries)
    expect(await read(pieces)).toEqual({ events, retries, isTooLong: false })
  }),
)

fuzz(
  'any bytes are read as a stream without failing, wherever they were cut',
  fc.asyncProperty(cut(fc.uint8Array({ maxLength: 60 })), async ({ whole, pieces }) => {
    expect((await read(pieces)).events).toEqual(parseEvents(whole))
  }),
)

const lines = fc
  .array(
    fc.constantFrom(
      'data: 1',
      'data: 123456',
      `data: ${'x'.repeat(30)}`,
      `data: ${'x'.repeat(2_000)}`,
      'id: 1',
      ': c',
      '',
      '',
      'other',
    ),
    {
      maxLength: 16,
    },
  )
  .map((all) => Buffer.from(all.map((line) => `${line}\n`).join('')))

fuzz(
  'of a stream with an event that is too long, what came before it is given and nothing after it',
  fc.asyncProperty(cut(lines), async ({ whole, pieces }) => {
    const maxBytes = 32
    const all = parseEvents(whole)
    const tooLong = all.findIndex(({ data }) => data.length > maxBytes)
    const { events, isTooLong } = await read(pieces, maxBytes)
    expect(tooLong !== -1 && !isTooLong).toBe(false)
    // What the end of the stream cuts off may be found too long as well: it has to be kept meanwhile.
    const given = tooLong === -1 ? all : all.slice(0, tooLong)
    expect(events).toEqual(given)
  }),
)

const sent = fc.record(
  {
    event: fc.constantFrom('message', 'endpoint'),
    id: fc.stringMatching(/^[0-9a-f]{4}_[!-~]{1,8}$/),
    data: fc.oneof(jsonText, fc.constant('')),
    retry: fc.nat({ max: 100_000 }),
  },
  { requiredKeys: ['data'] },
)

fuzz(
  'what a server writes to a stream is what a client reads, wherever the bytes were cut',
  fc.asyncProperty(streamOf(sent), async ({ events, cut: { pieces } }) => {
    const expected = events.map(({ event = 'message', id, data }) => ({ type: event, id, data }))
    const retries = events.flatMap(({ retry }) => (retry === undefined ? [] : [retry]))
    expect(await read(pieces)).toEqual({ events: expected, retries, isTooLong: false })
  }),
)

type Sent = Parameters<typeof formatSseEvent>[0]

function streamOf(event: fc.Arbitrary<Sent>): fc.Arbitrary<{ readonly events: readonly Sent[]; readonly cut: Cut }> {
  return fc.array(event, { maxLength: 5 }).chain((events) => {
    const written = events.map((each) => formatSseEvent(each) + (each.retry === 1 ? sseComment : '')).join(sseComment)
    return cut(fc.constant(Buffer.from(written))).map((pieces) => ({ events, cut: pieces }))
  })
}
