import { expect, test } from 'vitest'
import { openWriter } from './fixtures/open-writer.js'
import type { RecordedLine } from './recording-line.js'

const start = { transport: 'stdio', connection: 1, from: 'client' } as const

test('a line is JSON with a line feed, its message as it was sent', () => {
  const { writer, texts } = openWriter()
  writer.write(start, { end: 'complete' })
  writer.write(start, { status: 200 }, { members: { bytes: 3, text: 'abc' }, json: undefined })
  writer.write(start, {}, { members: { bytes: 9, message: { a: 1 } }, json: '{ "a":1.0}' })
  expect(texts).toEqual([
    '{"ms":0,"transport":"stdio","connection":1,"from":"client","end":"complete"}\n',
    '{"ms":0,"transport":"stdio","connection":1,"from":"client","status":200,"bytes":3,"text":"abc"}\n',
    '{"ms":0,"transport":"stdio","connection":1,"from":"client","bytes":9,"message":{ "a":1.0}}\n',
  ])
})

test('a line is told as it is written, with its message', () => {
  const reported: RecordedLine[] = []
  const { writer } = openWriter({ onLine: (line) => reported.push(line) })
  writer.write(start, { end: 'complete' })
  writer.write(start, {}, { members: { bytes: 9, message: { a: 1 } }, json: '{ "a":1.0}' })
  expect(reported).toEqual([
    { ms: 0, ...start, end: 'complete' },
    { ms: 0, ...start, bytes: 9, message: { a: 1 } },
  ])
})

test('the time of a line is that since the beginning, to a thousandth of a millisecond', () => {
  let now = 1_000.25
  const { writer, lines } = openWriter({ now: () => now })
  for (now of [1_000.25, 1_001.2504, 1_001.2506]) writer.write(start, {})
  expect(lines().map(({ ms }) => ms)).toEqual([0, 1, 1.001])
})

test('connections are counted from 1', () => {
  const { writer } = openWriter()
  expect([writer.nextConnection(), writer.nextConnection()]).toEqual([1, 2])
})
