import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { LineReader } from './line-reader.js'

function read(chunks: readonly Buffer[], lineBytes = 1_000_000) {
  const lines: string[] = []
  const oversized: { bytes: number; last: boolean }[] = []
  const reader = new LineReader({
    lineBytes,
    onOversized: (piece, last) => oversized.push({ bytes: piece.length, last }),
  })
  for (const chunk of chunks) for (const line of reader.split(chunk)) lines.push(line.toString())
  const last = reader.end()
  if (last !== undefined) lines.push(last.toString())
  return { lines, oversized }
}

test.each([
  ['lines are split at line feeds', 'a\nb\n', ['a', 'b']],
  ['a last line without a line break counts', 'a\nb', ['a', 'b']],
  ['carriage returns before line feeds are dropped', 'a\r\nb\r\n', ['a', 'b']],
  ['other carriage returns are kept', 'a\rb\n', ['a\rb']],
  ['empty lines are dropped', '\n\na\n\r\n\nb\n', ['a', 'b']],
  ['a byte order mark at the start is dropped', '\ufeffa\n\ufeffb\n', ['a', '\ufeffb']],
  ['nothing is nothing', '', []],
])('%s', (_, text, lines) => {
  verifies('STDIO-02')
  expect(read([Buffer.from(text)])).toEqual({ lines, oversized: [] })
})

test('however a stream is cut, it gives the same lines', () => {
  verifies('STDIO-02', 'BASE-17')
  const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/[\r\n\ufeff]/g, ''))
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat({ max: 500 })), (lines, cuts) => {
      const bytes = Buffer.from(`\ufeff${lines.map((text) => `${text}\r\n`).join('')}`)
      expect(read(cut(bytes, cuts))).toEqual({ lines: lines.filter((text) => text !== ''), oversized: [] })
    }),
  )
})

test('however a line that is too long is cut, all of it is skipped and the next one is read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 17, max: 200 }), fc.array(fc.nat({ max: 300 })), (length, cuts) => {
      const bytes = Buffer.from(`short\n${'x'.repeat(length)}\nnext\n${'y'.repeat(16)}\n`)
      const { lines, oversized } = read(cut(bytes, cuts), 16)
      expect(lines).toEqual(['short', 'next', 'y'.repeat(16)])
      expect(oversized.reduce((sum, { bytes: size }) => sum + size, 0)).toBe(length)
      expect(oversized.map(({ last }) => last)).toEqual(oversized.map((_, index) => index === oversized.length - 1))
    }),
  )
})

test('a line that is too long and never ends is told of at the end', () => {
  expect(read([Buffer.from('x'.repeat(30))], 16)).toEqual({
    lines: [],
    oversized: [
      { bytes: 30, last: false },
      { bytes: 0, last: true },
    ],
  })
})

test('a line may be as long as its limit, with a byte order mark and a line break of two bytes beside it', () => {
  const [mark, line] = [Buffer.from('\ufeff'), Buffer.from('x'.repeat(16))]
  expect(read([mark, line, Buffer.from('\r'), Buffer.from('\n')], 16)).toEqual({
    lines: ['x'.repeat(16)],
    oversized: [],
  })
  expect(read([mark, line, Buffer.from('y\r'), Buffer.from('\nz')], 16)).toEqual({
    lines: ['z'],
    oversized: [
      { bytes: 3, last: false },
      { bytes: 16, last: false },
      { bytes: 2, last: false },
      { bytes: 0, last: true },
    ],
  })
})

test.each([
  ['\ufeff', []],
  ['\ufeff\n\ufeffa', ['\ufeffa']],
  ['\n\ufeffa', ['\ufeffa']],
  ['\ufeff\r\n', []],
  ['\r', []],
  ['a\r', ['a']],
  ['a\r\r\n', ['a\r']],
])('%j is split whether it comes whole or byte by byte', (text, lines) => {
  const bytes = Buffer.from(text)
  expect(read([bytes])).toEqual({ lines, oversized: [] })
  expect(read([...bytes].map((byte) => Buffer.from([byte])))).toEqual({ lines, oversized: [] })
})

test.each([
  [[0xef, 0x61], 'the first byte'],
  [[0xef, 0xbb, 0x61], 'the first two bytes'],
  [[0x61, 0xbb, 0xbf], 'the last two bytes'],
  [[0xef, 0x61, 0xbf], 'the first and the last byte'],
])('%j begins as it is: it has %s of a byte order mark alone', (bytes) => {
  const reader = new LineReader({ lineBytes: 10, onOversized: () => expect.unreachable() })
  const lines: number[][] = []
  for (const line of reader.split(Buffer.from([...bytes, 0x0a]))) lines.push([...line])
  expect(lines).toEqual([bytes])
})

test('a byte order mark is none after a line that was too long', () => {
  expect(read([Buffer.from('x'.repeat(30)), Buffer.from('\n\ufeffa\n')], 16).lines).toEqual(['\ufeffa'])
})

test('a line of 40 MiB in pieces of 64 KiB comes out whole', () => {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const lengths: number[] = []
  const reader = new LineReader({
    lineBytes: 64 * 1024 * 1024,
    onOversized: () => expect.unreachable(),
  })
  const pieces = [...Array.from({ length: 640 }, () => piece), Buffer.from('\n')]
  for (const chunk of pieces) for (const line of reader.split(chunk)) lengths.push(line.length)
  expect(lengths).toEqual([640 * 64 * 1024])
})

test('a line sent byte by byte comes out whole', () => {
  const text = '0123456789'.repeat(1_000)
  expect(read([...`${text}\nnext`].map((byte) => Buffer.from(byte))).lines).toEqual([text, 'next'])
})

function cut(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.filter((place) => place < bytes.length).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((to, index) => bytes.subarray(places[index], to))
}
