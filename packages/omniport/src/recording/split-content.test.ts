import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventSplitter, LineSplitter, type RawContent } from './split-content.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Cuts a text into pieces of these lengths, in turn. */
function* piecesOf(text: string, lengths: readonly number[]): Generator<Uint8Array> {
  const bytes = encoder.encode(text)
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1
    yield bytes.subarray(at, at + length)
    at += length
  }
}

function split(splitter: LineSplitter | EventSplitter, text: string, lengths: readonly number[]): readonly string[] {
  const found: RawContent[] = []
  for (const piece of piecesOf(text, lengths)) found.push(...splitter.push(piece))
  return [...found, ...splitter.end()].map(({ bytes }) => decoder.decode(bytes))
}

const lengths = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })

test('lines are those between line feeds, however they are cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\r', '\n', '{'), maxLength: 30 })
  fc.assert(
    fc.property(text, lengths, (given, cuts) => {
      const lines = given.split('\n')
      const expected = lines.at(-1) === '' ? lines.slice(0, -1) : lines
      expect(split(new LineSplitter(1_000), given, cuts)).toEqual(expected)
    }),
  )
})

test.each([
  ['line feeds', 'data: 1\n\ndata: 2\n\n', ['data: 1\n\n', 'data: 2\n\n']],
  ['both', 'data: 1\r\n\r\ndata: 2\r\n\r\n', ['data: 1\r\n\r\n', 'data: 2\r\n\r\n']],
  ['carriage returns', 'data: 1\r\rdata: 2\r\r', ['data: 1\r\r', 'data: 2\r\r']],
  ['several fields', 'id: 1\ndata: 1\n\n: wait\n\n', ['id: 1\ndata: 1\n\n', ': wait\n\n']],
  ['an event that is cut off', 'data: 1\n\ndata: 2\n', ['data: 1\n\n', 'data: 2\n']],
  ['empty lines before an event', '\n\ndata: 1\n\n', ['\n\ndata: 1\n\n']],
])('events end at an empty line: %s', (_, text, expected) => {
  expect(split(new EventSplitter(1_000), text, [1_000])).toEqual(expected)
})

test('the events of a stream are its bytes, and each has its data, however they are cut', () => {
  const ends = fc.constantFrom('\n', '\r', '\r\n')
  const stream = fc.array(fc.tuple(fc.constantFrom('data: a', 'id: é', ': c'), ends, ends), { maxLength: 6 })
  fc.assert(
    fc.property(stream, lengths, (events, cuts) => {
      const text = events.map((parts) => parts.join('')).join('')
      const found = split(new EventSplitter(1_000), text, cuts)
      expect(found.join('')).toBe(text)
    }),
  )
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 5 }), ends, (cuts, count, end) => {
      const text = Array.from({ length: count }, (_, at) => `id: ${at}${end}data: ${at}${end}${end}`).join('')
      const whole = split(new EventSplitter(1_000), text, cuts).map((event) => /data: (\d)/.exec(event)?.[1])
      expect(whole.filter((data) => data !== undefined)).toEqual(Array.from({ length: count }, (_, at) => String(at)))
    }),
  )
})

test('bytes beyond the limit are counted, and not kept', () => {
  const splitter = new LineSplitter(4)
  const found = [...splitter.push(encoder.encode('123456789\nab\n'))]
  expect(found.map(({ bytes, total }) => [decoder.decode(bytes), total])).toEqual([
    ['1234', 9],
    ['ab', 2],
  ])
})

test.each([
  ['lines', LineSplitter, 'ab\ncd'],
  ['events', EventSplitter, 'a\n\nb\n'],
])('of %s only one that the end of the stream ends is told as such, once', (_, Splitter, text) => {
  const splitter = new Splitter(1_000)
  const found = [...splitter.push(encoder.encode(text)), ...splitter.end()]
  expect(found.map(({ isLast, bytes, total }) => [isLast, bytes.length === total])).toEqual([
    [false, true],
    [true, true],
  ])
  expect([...splitter.end()]).toEqual([])
})

test('an event is bounded too, and the next one begins anew', () => {
  const splitter = new EventSplitter(4)
  const found = [...splitter.push(encoder.encode('123456789\n\nab')), ...splitter.end()]
  expect(found.map(({ bytes, total }) => [decoder.decode(bytes), total])).toEqual([
    ['1234', 11],
    ['ab', 2],
  ])
})
