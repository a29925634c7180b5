import { Buffer } from 'node:buffer'
import { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidMessage } from '../../packages/omniport/src/jsonrpc/messages/parse-message.js'
import type { RpcError } from '../../packages/omniport/src/jsonrpc/messages/rpc-error.js'
import { createLimits } from '../../packages/omniport/src/protocol/limits/limits.js'
import { LineReader } from '../../packages/omniport/src/transport/stdio/read/line-reader.js'
import { MessageReader } from '../../packages/omniport/src/transport/stdio/read/message-reader.js'
import { verifies } from '../requirements/verifies.js'
import { cut } from './cut.js'
import { fuzz } from './fuzz.js'
import { jsonText, nestedText } from './json-text.js'

/** The lines of `pieces`, and `null` for each that is too long. */
function linesOf(pieces: readonly Uint8Array[], lineBytes: number): (string | null)[] {
  const lines: (string | null)[] = []
  const reader = new LineReader({
    lineBytes,
    onOversized: (_, last) => last && lines.push(null),
  })
  for (const piece of pieces) for (const line of reader.split(Buffer.from(piece))) lines.push(line.toString('latin1'))
  const last = reader.end()
  if (last !== undefined) lines.push(last.toString('latin1'))
  return lines
}

/** The same, said in one go. */
function expectedLines(whole: Uint8Array, lineBytes: number): (string | null)[] {
  const text = Buffer.from(whole).toString('latin1')
  return text
    .replace(/^\xef\xbb\xbf/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line !== '')
    .map((line) => (line.length > lineBytes ? null : line))
}

test('a byte order mark on the second line is kept after a first line that is too long, however that is cut', () => {
  verifies('STDIO-02')
  const pieces = ['0123456789', 'ab\n', '\ufeffx\n'].map((text) => Buffer.from(text))
  expect(linesOf(pieces, 4)).toEqual([null, '\xef\xbb\xbfx'])
})

const unit = fc.constantFrom('\n', '\n', '\r', '\r\n', 'a', 'bcd', 'é', '😀', '\ufeff')
const bytes = fc.array(unit, { maxLength: 24 }).map((units) => Buffer.from(units.join('')))
const smallLimit = fc.integer({ min: 1, max: 9 })

fuzz(
  'lines do not depend on where the bytes were cut',
  fc.property(cut(bytes), smallLimit, ({ whole, pieces }, lineBytes) => {
    const expected = expectedLines(whole, lineBytes)
    expect(linesOf(pieces, lineBytes)).toEqual(expected)
  }),
)

const line = fc.oneof(
  jsonText,
  fc
    .tuple(fc.constantFrom('{"id":7,"method":"m","a":', '{"id":"é","result":', '[', ' \ufeff'), jsonText)
    .map((both) => both.join('')),
  nestedText(4),
  fc.constantFrom('', ' ', '\t', '\r', 'hello', '{"jsonrpc":"2.0"', `{"id":1,"method":"m","x":"${'😀'.repeat(30)}"}`),
)
const ended = fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')).map((both) => both.join(''))
const broken = fc.uint8Array({ maxLength: 6 })
const stream = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.oneof({ weight: 9, arbitrary: ended }, { weight: 1, arbitrary: broken }), { maxLength: 6 }),
  )
  .map(([mark, parts]) => Buffer.concat([Buffer.from(mark ? '\ufeff' : ''), ...parts.map((part) => Buffer.from(part))]))

fuzz(
  'messages on stdio do not depend on where the bytes were cut',
  fc.property(cut(stream), ({ whole, pieces }) => {
    expect(arrivalsOf(pieces)).toEqual(arrivalsOf([whole]))
  }),
)

/** What arrives, as far as anybody can see it. */
function arrivalsOf(pieces: readonly Uint8Array[]): unknown[] {
  const arrivals: unknown[] = []
  const input = Object.assign(new EventEmitter(), { pause() {}, resume() {} })
  const source = new MessageReader(input as unknown as Readable, {
    limits: createLimits({ lineBytes: 96, jsonDepth: 4 }),
    receiver: {
      receive: (value) => arrivals.push({ value }),
      receiveBroken: (error, start) => arrivals.push(visible(error, start)),
    },
    blocked: () => false,
    onEnd: (problem) => arrivals.push(['end', problem]),
  }) // all it uses of a stream is its events
  for (const piece of pieces) input.emit('data', Buffer.from(piece))
  input.emit('end')
  source.stop()
  return arrivals
}

function visible(error: RpcError, start: string): unknown {
  const { code, message } = error
  const read = error instanceof InvalidMessage ? [error.id, error.shape] : []
  return [code, message, ...read, start]
}
