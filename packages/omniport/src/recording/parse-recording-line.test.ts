import { expect, test } from 'vitest'
import { parseRecordingLine } from './parse-recording-line.js'

const base = { ms: 1, transport: 'stdio', connection: 1, from: 'client' }
const header = { format: 'omniport-recording', version: 1, started: 'x', target: { url: 'http://a/' } }

test('a line and a header are what they were', () => {
  expect(parseRecordingLine(JSON.stringify(base))).toEqual({ type: 'line', line: base })
  expect(parseRecordingLine(JSON.stringify(header))).toEqual({ type: 'header', header })
})

test.each([
  ['a list', [], 'must be a JSON object'],
  ['no time', { ...base, ms: 'x' }, 'ms: must be a number from 0'],
  ['an infinite time', { ...base, ms: 1e300 }, 'ms: must be a number from 0'],
  ['another transport', { ...base, transport: 'tcp' }, 'transport: must be "stdio" or "http"'],
  ['a connection of 0', { ...base, connection: 0 }, 'connection: must be a whole number from 1'],
  ['another sender', { ...base, from: '__proto__' }, 'from: must be "client" or "server"'],
  ['headers that are no texts', { ...base, headers: { a: 1 } }, 'headers: must be an object of texts'],
  ['a frame of three', { ...base, frame: ['', '', ''] }, 'frame: must be two texts'],
  ['a status of 7', { ...base, status: 7 }, 'status: must be a status of HTTP'],
  ['HTTP without an exchange', { ...base, transport: 'http' }, 'exchange: is required'],
  ['a version of 0', { ...header, version: 0 }, 'version: must be a whole number from 1'],
  ['a target of nothing', { ...header, target: {} }, 'target: must have command and args, or url'],
])('%s is refused', (_, value, message) => {
  expect(() => parseRecordingLine(JSON.stringify(value))).toThrow(new TypeError(message))
})

test('deep nesting is refused before it is parsed', () => {
  const deep = `{"ms":1,"message":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
  expect(() => parseRecordingLine(deep)).toThrow('must not nest deeper than 1010 levels')
})
