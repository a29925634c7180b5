import { describe, expect, test } from 'vitest'
import { checkVersion, parseRecordingLine, UnsupportedRecording } from './parse-recording-line.js'

const base = { ms: 1, transport: 'stdio', connection: 1, from: 'client' }
const header = { format: 'omniport-recording', version: 1, started: 'x', target: { url: 'http://a/' } }

const parse = (value: unknown) => parseRecordingLine(JSON.stringify(value))

describe('a line may have', () => {
  test.each<[string, object]>([
    ['a time of 0', { ms: 0 }],
    ['a time of a hundred years', { ms: 3_155_760_000_000 }],
    ['a server', { from: 'server' }],
    ['HTTP with an exchange', { transport: 'http', exchange: 1 }],
    ['a status of 100', { status: 100 }],
    ['a status of 599', { status: 599 }],
    ['headers', { headers: { a: 'b' } }],
    ['no headers in its headers', { headers: {} }],
    ['a request', { request: { method: 'POST', path: '/' } }],
    ['text', { text: '' }],
    ['base64', { base64: 'aZ09+/_-==' }],
    ['an empty base64', { base64: '' }],
    ['a frame', { frame: ['', '\n'] }],
    ['a message of any kind', { message: null, other: 1 }],
  ])('%s', (_, more) => {
    expect(parse({ ...base, ...more })).toEqual({ type: 'line', line: { ...base, ...more } })
  })
})

describe('a line may not have', () => {
  const status = 'status: must be a status of HTTP'
  const connection = 'connection: must be a whole number from 1'
  test.each<[object, string]>([
    [{ ms: -0.001 }, 'ms: must be a number from 0'],
    [{ ms: 3_155_760_000_001 }, 'ms: must be a number from 0'],
    [{ ms: '1' }, 'ms: must be a number from 0'],
    [{ transport: undefined }, 'transport: must be "stdio" or "http"'],
    [{ connection: 1.5 }, connection],
    [{ connection: '1' }, connection],
    [{ connection: 2 ** 53 }, connection],
    [{ from: undefined }, 'from: must be "client" or "server"'],
    [{ exchange: 0 }, 'exchange: must be a whole number from 1'],
    [{ status: 99 }, status],
    [{ status: 600 }, status],
    [{ status: 200.5 }, status],
    [{ headers: ['a'] }, 'headers: must be an object of texts'],
    [{ headers: { a: 'b', c: 1 } }, 'headers: must be an object of texts'],
    [{ request: 'GET /' }, 'request: must have method and path'],
    [{ request: { method: 'GET' } }, 'request: must have method and path'],
    [{ request: { path: '/' } }, 'request: must have method and path'],
    [{ text: 1 }, 'text: must be a text'],
    [{ base64: 1 }, 'base64: must be base64'],
    [{ base64: 'a b' }, 'base64: must be base64'],
    [{ base64: '*a' }, 'base64: must be base64'],
    [{ base64: 'a*' }, 'base64: must be base64'],
    [{ frame: ['', 1] }, 'frame: must be two texts'],
    [{ frame: [''] }, 'frame: must be two texts'],
    [{ frame: { 0: '', 1: '', length: 2 } }, 'frame: must be two texts'],
  ])('%j', (more, message) => {
    expect(() => parse({ ...base, ...more })).toThrow(new TypeError(message))
  })
})

describe('a header', () => {
  test('may be that of a program', () => {
    const of = { ...header, target: { command: 'node', args: ['a'] } }
    expect(parse(of)).toEqual({ type: 'header', header: of })
  })

  const target = 'target: must have command and args, or url'
  test.each<[object, string]>([
    [{ version: '1' }, 'version: must be a whole number from 1'],
    [{ version: 0.5 }, 'version: must be a whole number from 1'],
    [{ started: 1 }, 'started: must be a date'],
    [{ target: undefined }, target],
    [{ target: { url: 1 } }, target],
    [{ target: { command: 'node' } }, target],
    [{ target: { command: 'node', args: [1] } }, target],
    [{ target: { args: [] } }, target],
  ])('may not have %j', (more, message) => {
    expect(() => parse({ ...header, ...more })).toThrow(new TypeError(message))
  })

  test('of a newer version cannot be read, whatever else is in it', () => {
    const message = 'The recording has version 2; versions up to 1 can be read: use a newer omniport'
    expect(() => parse({ ...header, version: 2, started: 5 })).toThrow(new UnsupportedRecording(message))
    expect(checkVersion({ version: 1 })).toBeUndefined()
  })
})

test('a text that is no JSON is no line', () => {
  expect(() => parseRecordingLine('{')).toThrow(new TypeError('must be JSON'))
  expect(() => parseRecordingLine('')).toThrow(new TypeError('must be JSON'))
})

test('a line nests 1,010 levels at most', () => {
  const nested = (levels: number) =>
    JSON.stringify(base).replace(/\}$/, `,"message":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`)
  expect(parseRecordingLine(nested(1_010)).type).toBe('line')
  expect(() => parseRecordingLine(nested(1_011))).toThrow(new TypeError('must not nest deeper than 1010 levels'))
})
