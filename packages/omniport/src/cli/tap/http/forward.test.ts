import { createConnection } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpAuthorizer } from '../../../entries/auth.js'
import { closeAll, send, start } from './fixtures/tapped-server.js'

afterEach(closeAll)

const message = '{"id":1,"method":"ping"}'
const json = { 'content-type': 'application/json' }

/** Sends bytes as they are, and gives those that come back, until the connection closes. */
function sendBytes(url: string, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = createConnection({ host: hostname, port: Number(port) }, () => socket.write(lines.join('\r\n')))
    socket.setEncoding('latin1').on('data', (piece: string) => (text += piece))
    socket.once('error', reject).once('close', () => resolve(text))
  })
}

describe('a response', () => {
  test('has the status and the headers of the server, as it wrote them, and no others', async () => {
    const { tap } = await start((_seen, response) => {
      response.sendDate = false
      const headers = ['X-Own', '1', 'x-OWN', '2', 'Set-Cookie', 'a', 'Set-Cookie', 'b', 'Content-Length', '2']
      response.writeHead(299, 'Quite Well', headers).end('ok')
    })
    const { host } = new URL(tap.url)
    const text = await sendBytes(tap.url, ['GET /mcp HTTP/1.1', `Host: ${host}`, 'Connection: close', '', ''])
    expect(text.split('\r\n')).toEqual([
      ...['HTTP/1.1 299 Quite Well', 'X-Own: 1', 'x-OWN: 2', 'Set-Cookie: a', 'Set-Cookie: b', 'Content-Length: 2'],
      ...['Connection: close', '', 'ok'],
    ])
  })

  test('has no headers of its connection', async () => {
    const { tap } = await start((_seen, response) => {
      const hop = ['keep-alive', 'proxy-authenticate', 'proxy-connection', 'te', 'trailer', 'upgrade', 'x-a', 'x-b']
      for (const name of hop) response.setHeader(name, 'v')
      response.setHeader('connection', 'X-A , x-b')
      response.setHeader('x-c', 'v')
      response.end('ok')
    })
    const { headers } = await send(tap.url)
    const left = Object.keys(headers).filter((name) => !['date', 'connection', 'transfer-encoding'].includes(name))
    expect(left).toEqual(['x-c'])
    expect(headers.connection).not.toContain('x-b')
  })

  test('is recorded as a whole before the client has its last piece', async () => {
    const { tap, lines } = await start((_seen, response) =>
      response.writeHead(200, { ...json, 'content-length': 2 }).end('{}'),
    )
    await send(tap.url, { headers: json, body: message })
    expect(lines.map(({ from, message: answered }) => [from, answered])).toEqual([
      ['client', JSON.parse(message)],
      ['server', {}],
    ])
  })

  test('comes piece by piece', async () => {
    let end = () => {}
    const { tap } = await start((_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
      end = () => void response.end('data: 2\n\n')
    })
    const response = await fetch(tap.url)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const pieces = []
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(Buffer.from(next.value).toString())
      end()
    }
    expect(pieces).toEqual(['data: 1\n\n', 'data: 2\n\n'])
  })

  test('that is long waits for a slow reader, and is whole', async () => {
    const long = 'x'.repeat(3_000_000)
    const { tap } = await start((_seen, response) => response.end(long))
    expect((await send(tap.url)).text).toBe(long)
  })
})

describe('a request', () => {
  test('has no headers of its connection, and all others as the client wrote them', async () => {
    const { tap, seen, lines } = await start((_seen, response) => response.end('ok'))
    const { host } = new URL(tap.url)
    const hop = ['Keep-Alive', 'Proxy-Authenticate', 'Proxy-Authorization', 'Proxy-Connection', 'TE', 'Trailer']
    await sendBytes(tap.url, [
      ...['GET /other?x=1 HTTP/1.1', `Host: ${host}`, 'X-One: 1', 'Connection: close,  X-Two'],
      ...[...hop, 'X-Two'].map((name) => `${name}: v`),
      ...['X-One: 2', '', ''],
    ])
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/other?x=1' })
    const { host: _host, connection, ...headers } = seen[0]?.headers ?? {}
    expect(headers).toEqual({ 'x-one': '1, 2' })
    expect(connection).not.toContain('wo')
    expect(lines[0]).toMatchObject({ request: { method: 'GET', path: '/other?x=1' } })
  })
})

describe('an endpoint in a stream', () => {
  const event = (host: string | undefined) => `event: endpoint\ndata: http://${host}/messages\n\n`

  test.each([
    ['text/event-stream; charset=utf-8', true],
    ['Text/Event-Stream', true],
    ['x-text/event-stream', false],
    ['text/event-streams', false],
  ])('leads through the tap in %s: %s', async (type, isReplaced) => {
    const { tap, origin } = await start(({ headers }, response) => {
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'Identity' }).end(event(headers.host))
    })
    const { text } = await send(tap.url, { method: 'GET' })
    expect(text).toBe(event(isReplaced ? new URL(tap.url).host : new URL(origin).host))
  })

  test.each([
    ['whose length is said', { 'content-length': String(event('HOST').length) }],
    ['in an encoding that only ends so', { 'content-encoding': 'x-identity' }],
    ['in an encoding that only begins so', { 'content-encoding': 'identity-x' }],
  ])('stays in one %s', async (_what, headers) => {
    const { tap, origin } = await start((seen, response) => {
      const text = event(seen.headers.host)
      const length = 'content-length' in headers ? { 'content-length': String(text.length) } : {}
      response.writeHead(200, { 'content-type': 'text/event-stream', ...headers, ...length }).end(text)
    })
    expect((await send(tap.url, { method: 'GET' })).text).toBe(event(new URL(origin).host))
  })

  test('that is not whole is passed on at the end', async () => {
    const { tap } = await start((_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('event: endp')
    })
    expect((await send(tap.url, { method: 'GET' })).text).toBe('event: endp')
  })
})

describe('a connection to the server', () => {
  test('is used again, and made anew where the server has closed it meanwhile', async () => {
    const ports: (number | undefined)[] = []
    const { tap } = await start((seen, response, request) => {
      ports.push(request.socket.remotePort)
      if (ports.length === 3) request.socket.destroy()
      else response.end(seen.body)
    })
    const replies = []
    for (const body of ['1', '2', '3']) replies.push((await send(tap.url, { headers: json, body })).text)
    expect(replies).toEqual(['1', '2', '3'])
    expect([ports.length, ports[1] === ports[0], ports[2] === ports[0], ports[3] === ports[0]]).toEqual([
      ...[4, true, true, false],
    ])
  })

  test('that was closed is an error for a body that was streamed', async () => {
    let count = 0
    const { tap } = await start((_seen, response, request) => {
      count += 1
      if (count === 2) request.socket.destroy()
      else response.end('ok')
    })
    await send(tap.url)
    const { status, text } = await send(tap.url, { headers: { 'transfer-encoding': 'chunked' }, body: message })
    expect([status, text, count]).toEqual([502, 'omniport tap: socket hang up\n', 2])
  })
})

describe('credentials', () => {
  interface Refusal {
    readonly retries: number
    readonly status: number
    readonly header: (name: string) => string | undefined
  }

  function authorizerOf(recover: (refusal: Refusal) => boolean) {
    const asked: object[] = []
    const refusals: Refusal[] = []
    const authorizer = {
      headers: async (target: object) => {
        asked.push(target)
        return { authorization: `DPoP ${asked.length}`, dpop: `proof ${asked.length}` }
      },
      onReply: () => {},
      recover: async (refusal: Refusal) => {
        refusals.push(refusal)
        return recover(refusal)
      },
    } as unknown as HttpAuthorizer
    return { authorizer, asked, refusals }
  }

  test('of the client are not sent, and those of the tap are, and are not recorded', async () => {
    const { authorizer, asked } = authorizerOf(() => false)
    const { tap, seen, credentials, origin } = await start((_seen, response) => response.end(), { authorizer })
    await send(tap.url, { headers: { authorization: 'Bearer mine', dpop: 'mine', 'x-mine': '1' } })
    expect(seen[0]?.headers).toMatchObject({ authorization: 'DPoP 1', dpop: 'proof 1', 'x-mine': '1' })
    expect(asked).toEqual([{ method: 'POST', url: `${origin}/mcp?a=1` }])
    expect(credentials).toEqual(['DPoP 1', 'proof 1'])
  })

  test('that are refused are explained to the one who has others', async () => {
    const { authorizer, refusals } = authorizerOf(({ retries }) => retries < 1)
    const { tap, origin, seen } = await start(
      (_seen, response) => void response.writeHead(403, { 'set-cookie': ['a', 'b'], 'www-authenticate': 'DPoP' }).end(),
      { authorizer },
    )
    expect((await send(tap.url, { headers: json, body: message })).status).toBe(403)
    expect([seen.length, refusals.map(({ header, ...refusal }) => refusal)]).toEqual([
      2,
      [0, 1].map((retries) => ({
        ...{ method: 'POST', url: `${origin}/mcp?a=1`, status: 403, retries },
        sent: { authorization: `DPoP ${retries + 1}`, dpop: `proof ${retries + 1}` },
      })),
    ])
    const [first] = refusals
    expect(['set-cookie', 'www-authenticate', 'x-none'].map((name) => first?.header(name))).toEqual([
      ...['a, b', 'DPoP', undefined],
    ])
  })

  test('that are good are not changed', async () => {
    const { authorizer, refusals } = authorizerOf(() => true)
    const { tap } = await start((_seen, response) => response.writeHead(404).end(), { authorizer })
    expect([(await send(tap.url)).status, refusals]).toEqual([404, []])
  })
})
