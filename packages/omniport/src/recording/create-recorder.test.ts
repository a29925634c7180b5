import { describe, expect, test } from 'vitest'
import { createRecorder, type RecorderOptions } from './create-recorder.js'
import type { RecordedLine } from './recording-line.js'

const encode = (text: string) => new TextEncoder().encode(text)

/** A recorder whose clock goes on by a millisecond with every line, and what it wrote. */
function open(options: Partial<RecorderOptions> = {}) {
  let text = ''
  let ms = 0
  const recorder = createRecorder({
    target: { command: 'node', args: ['server.js'] },
    write: (line) => {
      text += line
    },
    now: () => ms++,
    startedAt: new Date(0),
    ...options,
  })
  const lines = () =>
    text
      .split('\n')
      .slice(1, -1)
      .map((line) => JSON.parse(line) as RecordedLine)
  return { recorder, text: () => text, lines }
}

const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}'

test('the first line says what is recorded, and when', () => {
  const target = { command: 'node', args: ['server.js', '--api-key', 'key-0123', 'https://a:pass-word@host/'] }
  expect(JSON.parse(open({ target }).text())).toEqual({
    format: 'omniport-recording',
    version: 1,
    started: '1970-01-01T00:00:00.000Z',
    target: { command: 'node', args: ['server.js', '--api-key', '[secret 1]', 'https://a:[secret 2]@host/'] },
  })
})

describe('over pipes', () => {
  test('each line is a line, with its time, its size and its frame', () => {
    const { recorder, lines } = open()
    const pipe = recorder.pipe()
    pipe.fromClient(encode(`${initialize.slice(0, 9)}`))
    pipe.fromClient(encode(`${initialize.slice(9)}\nno mess`))
    pipe.fromServer(encode('{"jsonrpc":"2.0","id":1,"result":{}}\r\n'))
    pipe.fromClient(Uint8Array.of(0x61, 0x67, 0x65, 0xff))
    pipe.stderr(encode('started\n'))
    pipe.endClient()
    pipe.endServer()
    pipe.exit({ code: 3 })
    const at = { transport: 'stdio', connection: 1 }
    expect(lines()).toEqual([
      { ms: 1, ...at, from: 'client', bytes: 58, message: JSON.parse(initialize) },
      { ms: 2, ...at, from: 'server', bytes: 36, frame: ['', '\r\n'], message: { jsonrpc: '2.0', id: 1, result: {} } },
      { ms: 3, ...at, from: 'server', stream: 'stderr', bytes: 7, text: 'started' },
      { ms: 4, ...at, from: 'client', bytes: 11, frame: ['', ''], base64: btoa('no message\xff') },
      { ms: 5, ...at, from: 'client', end: 'complete' },
      { ms: 6, ...at, from: 'server', end: 'complete' },
      { ms: 7, ...at, from: 'server', end: 'exit', code: 3 },
    ])
  })

  test('JSON stays as it was written', () => {
    const { recorder, text } = open()
    recorder.pipe().fromServer(encode('{ "id": 12345678901234567890, "a": 1.0, "a": 2 }\n'))
    expect(text()).toContain('"message":{ "id": 12345678901234567890, "a": 1.0, "a": 2 }}\n')
  })

  test('what is too long is recorded in part', () => {
    const { recorder, lines } = open({ maxContentBytes: 20 })
    recorder.pipe().fromServer(encode(`${initialize}\n`))
    expect(lines()).toMatchObject([{ bytes: 58, cut: true, text: '{"jsonrpc":"2.0","id' }])
  })

  test('JSON that nests deeply is text', () => {
    const { recorder, lines } = open()
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    recorder.pipe().fromServer(encode(`${deep}\n`))
    expect(lines()).toMatchObject([{ bytes: 10_000, text: deep }])
  })

  test('secrets of the program are replaced, also where they are escaped or broken', () => {
    const { recorder, text, lines } = open({ env: { API_KEY: 'kéy-of/env', PWD: '/home/ann', MODE: 'verbose' } })
    const pipe = recorder.pipe()
    pipe.fromServer(encode('{"a":"kéy-of/env","b":"k\\u00e9y-of\\/env","c":"/home/ann","d":"verbose"}\n'))
    pipe.fromServer(encode('{"a":"k\\u00e9y-of/env"}\n'))
    pipe.fromServer(Uint8Array.of(...encode('kéy-of/env '), 0xff, 0x0a))
    pipe.stderr(encode('kéy-of/env\n'))
    const marked = '[secret 1]'
    expect(lines()).toMatchObject([
      { message: { a: marked, b: marked, c: '/home/ann', d: 'verbose' } },
      { message: { a: marked } },
      { text: `${marked} \ufffd` },
      { text: marked },
    ])
    expect(text()).not.toContain('kéy')
  })

  test('variables of most systems that only sound like secrets stay readable', () => {
    const names = [
      ...['PWD', 'OLDPWD', 'SSH_AUTH_SOCK', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'SESSION_MANAGER', 'SESSIONNAME'],
      ...['DESKTOP_SESSION', 'GDMSESSION', 'XDG_SESSION_ID', 'XDG_SESSION_TYPE', 'XDG_SESSION_CLASS'],
      ...['XDG_SESSION_DESKTOP', 'OTHER_SESSION'],
    ]
    const { recorder, lines } = open({ env: Object.fromEntries(names.map((name) => [name, `value-of-${name}`])) })
    recorder.pipe().stderr(encode(`${names.map((name) => `value-of-${name}`).join(' ')}\n`))
    const plain = names.slice(0, -1).map((name) => `value-of-${name}`)
    expect(lines().map(({ text }) => text)).toEqual([[...plain, '[secret 1]'].join(' ')])
  })

  test('without values, methods, ids, sizes and error codes are left', () => {
    const { recorder, text, lines } = open({ hideValues: true })
    const pipe = recorder.pipe()
    pipe.fromClient(encode('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"private"}}\n'))
    pipe.fromServer(encode('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"private","data":"private"}}\n'))
    pipe.fromServer(encode('[{"jsonrpc":"2.0","id":2,"result":{"private":1},"private":2}]\n'))
    pipe.fromServer(encode('private\n'))
    pipe.stderr(encode('private\n'))
    expect(lines()).toMatchObject([
      { hidden: true, message: { jsonrpc: '2.0', id: 1, method: 'tools/call' } },
      { hidden: true, message: { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'hidden' } } },
      { hidden: true, message: [{ jsonrpc: '2.0', id: 2, result: {} }] },
      { hidden: true, bytes: 7 },
      { hidden: true, bytes: 7, stream: 'stderr' },
    ])
    expect(text()).not.toContain('private')
  })
})

describe('over HTTP', () => {
  const post = (headers: readonly (readonly [string, string])[] = []) => ({ method: 'POST', path: '/mcp', headers })

  test('a request and its response are a line each', () => {
    const { recorder, lines } = open()
    const exchange = recorder.exchange(
      post([
        ['Content-Type', 'application/json'],
        ['X-Other', '1'],
      ]),
    )
    exchange.requestBody(encode(initialize))
    exchange.endRequest()
    exchange.response({ status: 200, headers: [['content-type', 'application/json']] })
    exchange.responseBody(encode('{"jsonrpc":"2.0",\n"id":1,"result":{}}'))
    exchange.endResponse()
    const at = { transport: 'http', connection: 1, exchange: 1 }
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', path: '/mcp' }
    expect(lines()).toEqual([
      { ms: 1, ...at, from: 'client', request, headers, bytes: 58, message: JSON.parse(initialize) },
      {
        ...{ ms: 2, ...at, from: 'server', status: 200, headers, bytes: 37 },
        text: '{"jsonrpc":"2.0",\n"id":1,"result":{}}',
        message: { jsonrpc: '2.0', id: 1, result: {} },
      },
    ])
  })

  test('each event of a stream is a line, whose frame and message are its bytes', () => {
    const { recorder, lines } = open()
    const exchange = recorder.exchange({ method: 'GET', path: '/mcp', headers: [] })
    exchange.endRequest()
    exchange.response({ status: 200, headers: [['content-type', 'text/event-stream; charset=utf-8']] })
    const data = '{"jsonrpc":"2.0","method":"a"}'
    exchange.responseBody(encode(`id: 7\r\nevent: message\r\ndata: ${data}\r\nretry: 5\r\n\r\n: wait\n\ndata:[1,\nda`))
    exchange.responseBody(encode('ta: 2]\n\nid: 9\ndata:\n\n'))
    exchange.abort('client')
    const message = { jsonrpc: '2.0', method: 'a' }
    expect(lines().slice(2)).toMatchObject([
      { from: 'server', bytes: 30, frame: ['id: 7\r\nevent: message\r\ndata: ', '\r\nretry: 5\r\n\r\n'], message },
      { from: 'server', text: ': wait\n\n' },
      { from: 'server', text: 'data:[1,\ndata: 2]\n\n', message: [1, 2] },
      { from: 'server', text: 'id: 9\ndata:\n\n' },
      { from: 'client', end: 'aborted' },
    ])
  })

  test('a session is a connection, and a request without one is a connection by itself', () => {
    const { recorder, lines, text } = open()
    const ask = (given: string | undefined, answered?: string) => {
      const exchange = recorder.exchange(post(given === undefined ? [] : [['Mcp-Session-Id', given]]))
      exchange.endRequest()
      exchange.response({ status: 202, headers: answered === undefined ? [] : [['mcp-session-id', answered]] })
      exchange.endResponse()
    }
    ask(undefined, 'session-a')
    ask(undefined)
    ask('session-a')
    ask(undefined, 'session-b')
    ask('session-b')
    const requests = lines().filter(({ from }) => from === 'client')
    expect(requests.map(({ connection, exchange }) => [connection, exchange])).toEqual([
      [1, 1],
      [2, 2],
      [1, 3],
      [3, 4],
      [3, 5],
    ])
    expect(requests.map(({ headers }) => headers?.['mcp-session-id'])).toEqual([
      ...[undefined, undefined, '[secret 1]', undefined, '[secret 2]'],
    ])
    expect(text()).not.toContain('session-a')
  })

  test('a session of HTTP+SSE is known by the address that it announces', () => {
    const { recorder, lines, text } = open()
    const stream = recorder.exchange({ method: 'GET', path: '/sse', headers: [] })
    stream.endRequest()
    stream.response({ status: 200, headers: [['content-type', 'text/event-stream']] })
    stream.responseBody(encode('event: endpoint\ndata: /message?sessionId=0123456789\n\n'))
    const sent = recorder.exchange({ method: 'POST', path: '/message?sessionId=0123456789', headers: [] })
    sent.endRequest()
    expect(lines().at(-1)).toMatchObject({ connection: 1, request: { path: '/message?sessionId=[secret 1]' } })
    expect(text()).not.toContain('0123456789')
  })

  test('credentials are replaced by their place in the headers, and from then on everywhere', () => {
    const { recorder, lines, text } = open()
    const headers: readonly (readonly [string, string])[] = [
      ['Authorization', 'Bearer token-0123'],
      ['Cookie', 'theme=dark-mode; sid=cookie-0123'],
      ['X-Api-Key', 'k'],
      ['User-Agent', 'agent with token-0123'],
    ]
    const exchange = recorder.exchange({ method: 'POST', path: '/mcp?access_token=query-0123', headers })
    exchange.requestBody(encode('{"a":"token-0123 cookie-0123 query-0123"}'))
    exchange.endRequest()
    const basic = `Basic ${btoa('ann:pass-0123')}`
    recorder.exchange(post([['authorization', basic]])).abort('server', 'no pass-0123')
    expect(lines()).toMatchObject([
      {
        request: { path: '/mcp?access_token=[secret 1]' },
        headers: {
          authorization: 'Bearer [secret 2]',
          cookie: 'theme=[secret 3]; sid=[secret 4]',
          'x-api-key': '[secret 5]',
          'user-agent': 'agent with [secret 2]',
        },
        message: { a: '[secret 2] [secret 4] [secret 1]' },
      },
      { headers: { authorization: 'Basic [secret 7]' } },
      { end: 'aborted', error: 'no [secret 6]' },
    ])
    expect(text()).not.toMatch(/(?:token|cookie|query|pass)-0123/)
  })

  test('cookies of the server leave their names and attributes', () => {
    const { recorder, lines } = open()
    const exchange = recorder.exchange(post())
    exchange.response({ status: 200, headers: [['set-cookie', 'sid=cookie-0123; Path=/; HttpOnly']] })
    exchange.endResponse()
    expect(lines()).toMatchObject([{ headers: { 'set-cookie': 'sid=[secret 1]; Path=/; HttpOnly' } }])
  })

  test('without values, headers that repeat arguments are hidden', () => {
    const { recorder, lines } = open({ hideValues: true })
    recorder
      .exchange(
        post([
          ['Mcp-Name', 'a'],
          ['Mcp-Param-City', 'Oslo'],
          ['Mcp-Method', 'tools/call'],
        ]),
      )
      .endRequest()
    expect(lines()).toMatchObject([
      { headers: { 'mcp-name': 'hidden', 'mcp-param-city': 'hidden', 'mcp-method': 'tools/call' } },
    ])
  })
})
