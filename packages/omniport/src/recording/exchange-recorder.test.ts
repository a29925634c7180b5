import { describe, expect, test } from 'vitest'
import { ExchangeRecorder, type ExchangeRequest } from './exchange-recorder.js'
import { encode, openWriter } from './fixtures/open-writer.js'
import { SessionNumbers } from './session-numbers.js'

const base = { ms: 0, transport: 'http', connection: 1, exchange: 5 }
const client = { ...base, from: 'client' }
const server = { ...base, from: 'server' }
const request = { method: 'POST', path: '/mcp' }

function open(more: Partial<ExchangeRequest> = {}, options: Parameters<typeof openWriter>[0] = {}) {
  const { writer, marks, lines } = openWriter(options)
  const sessions = new SessionNumbers(writer)
  const exchange = new ExchangeRecorder({ ...request, headers: [], ...more }, { writer, sessions, exchange: 5 })
  return { exchange, sessions, marks, lines }
}

const stream = (type = 'text/event-stream') => ({ status: 200, headers: [['Content-Type', type] as const] })

describe('a request', () => {
  test('is a line when it ends, once', () => {
    const { exchange, lines } = open({ headers: [['Accept', 'x']] })
    exchange.requestBody(encode('{"a"'))
    exchange.requestBody(encode(':1}'))
    expect(lines()).toEqual([])
    exchange.endRequest()
    exchange.endRequest()
    expect(lines()).toEqual([{ ...client, request, headers: { accept: 'x' }, bytes: 7, message: { a: 1 } }])
  })

  test('without a body has no content', () => {
    const { exchange, lines } = open()
    exchange.requestBody(encode(''))
    exchange.endRequest()
    expect(lines()).toEqual([{ ...client, request, headers: {} }])
  })

  test('has no secrets in its path', () => {
    const { exchange, lines } = open({ path: '/mcp?token=a-long-token' })
    exchange.endRequest()
    expect(lines()).toMatchObject([{ request: { method: 'POST', path: '/mcp?token=[secret 1]' } }])
  })

  test('has as much of its body as the recorder says', () => {
    const { exchange, lines } = open({}, { maxContentBytes: 3 })
    exchange.requestBody(encode('abcd'))
    exchange.endRequest()
    expect(lines()).toMatchObject([{ bytes: 4, cut: true, text: 'abc' }])
  })
})

describe('a response', () => {
  test('is a line when it ends', () => {
    const { exchange, lines } = open()
    exchange.response({ status: 404, headers: [['Server', 'x']] })
    exchange.responseBody(encode('no'))
    expect(lines()).toEqual([])
    exchange.endResponse()
    expect(lines()).toEqual([{ ...server, status: 404, headers: { server: 'x' }, bytes: 2, text: 'no' }])
  })

  test('without a body has no content', () => {
    const { exchange, lines } = open()
    exchange.response({ status: 202, headers: [] })
    exchange.endResponse()
    expect(lines()).toEqual([{ ...server, status: 202, headers: {} }])
  })

  test('opens a session, by headers that can be read once', () => {
    const { exchange, sessions } = open()
    exchange.response({ status: 200, headers: new Map([['Mcp-Session-Id', 'a']]).entries() })
    expect(sessions.numberOf('/mcp', [['mcp-session-id', 'a']])).toBe(1)
  })
})

describe('a stream of events', () => {
  test.each(['text/event-stream', 'TEXT/Event-Stream', 'text/event-stream; charset=utf-8'])(
    'of the type %s is a line at once, and one for each event',
    (type) => {
      const { exchange, lines } = open()
      exchange.response(stream(type))
      expect(lines()).toEqual([{ ...server, status: 200, headers: { 'content-type': type } }])
      exchange.responseBody(encode('data: {}\n'))
      expect(lines()).toHaveLength(1)
      exchange.responseBody(encode('\ndata: [1]\n\nrest'))
      exchange.endResponse()
      expect(lines().slice(1)).toEqual([
        { ...server, bytes: 2, frame: ['data: ', '\n\n'], message: {} },
        { ...server, bytes: 3, frame: ['data: ', '\n\n'], message: [1] },
        { ...server, bytes: 4, text: 'rest' },
        { ...server, end: 'complete' },
      ])
    },
  )

  test.each([
    ['content-type', 'application/text/event-stream'],
    ['content-type', 'text/event-streams'],
    ['x-content-type', 'text/event-stream'],
    ['content-types', 'text/event-stream'],
  ])('is not announced by %s: %s', (name, value) => {
    const { exchange, lines } = open()
    exchange.response({ status: 200, headers: [[name, value]] })
    exchange.responseBody(encode('data: {}\n\n'))
    exchange.endResponse()
    expect(lines()).toMatchObject([{ status: 200, text: 'data: {}\n\n' }])
    expect(lines()).toHaveLength(1)
  })

  test('may announce the address of its session', () => {
    const { exchange, sessions } = open()
    exchange.response(stream())
    exchange.responseBody(encode('event: endpoint\ndata: /message\n\n'))
    expect(sessions.numberOf('/message', [])).toBe(1)
  })
})

describe('an exchange that is broken off', () => {
  test('before its request ended has what came of it', () => {
    const { exchange, lines } = open()
    exchange.requestBody(encode('ab'))
    exchange.abort('client')
    expect(lines()).toEqual([
      { ...client, request, headers: {}, bytes: 2, text: 'ab' },
      { ...client, end: 'aborted' },
    ])
  })

  test('during its response has what came of that', () => {
    const { exchange, lines } = open()
    exchange.endRequest()
    exchange.response({ status: 200, headers: [] })
    exchange.responseBody(encode('ab'))
    exchange.abort('server')
    expect(lines().slice(1)).toEqual([
      { ...server, status: 200, headers: {}, bytes: 2, text: 'ab' },
      { ...server, end: 'aborted' },
    ])
  })

  test('during a stream has the event that was cut off', () => {
    const { exchange, lines } = open()
    exchange.endRequest()
    exchange.response(stream())
    exchange.responseBody(encode('data: {}'))
    exchange.abort('client')
    expect(lines().slice(2)).toEqual([
      { ...server, bytes: 8, text: 'data: {}' },
      { ...client, end: 'aborted' },
    ])
  })

  test('says why, without secrets', () => {
    const { exchange, marks, lines } = open()
    marks.mark('a-long-secret')
    exchange.abort('server', 'no a-long-secret')
    expect(lines().at(-1)).toEqual({ ...server, end: 'aborted', error: 'no [secret 1]' })
  })
})
