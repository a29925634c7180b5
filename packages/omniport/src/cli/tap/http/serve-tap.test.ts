import { request as sendRequest } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpAuthorizer } from '../../../entries/auth.js'
import { createRecorder } from '../../../entries/protocol.js'
import { createBodyDecoder } from './body-decoder.js'
import { type Answer, closeAll, send, start } from './fixtures/tapped-server.js'
import { serveTap } from './serve-tap.js'
import { Upstream } from './upstream.js'

afterEach(closeAll)

const message = '{"id":1,"method":"ping"}'
const json = { 'content-type': 'application/json' }

describe('a request', () => {
  test('is passed on as it is, and so is its response', async () => {
    const { tap, origin, seen, lines } = await start((_seen, response) => {
      response.writeHead(201, 'Made', { ...json, 'x-own': 'yes', connection: 'x-hop, close', 'x-hop': '1' })
      response.end('{"id":1,"result":{}}')
    })
    expect(new URL(tap.url)).toMatchObject({ hostname: '127.0.0.1', pathname: '/mcp', search: '?a=1' })
    const { status, headers, text } = await send(tap.url, {
      ...{ body: message },
      headers: { ...json, 'x-mine': '1', te: 'trailers', connection: 'x-other', 'x-other': '2' },
    })
    expect([status, text, headers['x-own'], headers['x-hop']]).toEqual([201, '{"id":1,"result":{}}', 'yes', undefined])
    expect(headers).not.toHaveProperty('date', expect.stringContaining('1970'))
    expect(seen).toMatchObject([{ method: 'POST', url: '/mcp?a=1', body: message }])
    expect(seen[0]?.headers).toMatchObject({ ...json, 'x-mine': '1', host: new URL(origin).host })
    expect([seen[0]?.headers['te'], seen[0]?.headers['x-other']]).toEqual([undefined, undefined])
    expect(lines).toMatchObject([
      { from: 'client', request: { method: 'POST', path: '/mcp?a=1' }, message: { id: 1, method: 'ping' } },
      { from: 'server', status: 201, message: { id: 1, result: {} } },
    ])
  })

  test('without a body, and a response without one', async () => {
    const { tap, lines } = await start((_seen, response) => response.writeHead(204).end())
    expect(await send(tap.url, { method: 'DELETE' })).toMatchObject({ status: 204, text: '' })
    expect(lines).toMatchObject([{ request: { method: 'DELETE' } }, { status: 204 }])
  })

  test('with a long body is streamed', async () => {
    const body = Buffer.from(`"${'x'.repeat(1_100_000)}"`)
    const { tap, seen, lines } = await start((_seen, response) => response.end('{}'))
    expect((await send(tap.url, { headers: json, body })).status).toBe(200)
    expect([seen[0]?.body.length, lines[0]?.bytes]).toEqual([body.length, body.length])
  })

  test('whose length is not known is streamed', async () => {
    const { tap, seen, lines } = await start((_seen, response) => response.end('{}'))
    await send(tap.url, { headers: { ...json, 'transfer-encoding': 'chunked' }, body: message })
    expect([seen[0]?.body, lines[0]?.message]).toEqual([message, JSON.parse(message)])
  })

  test('has the headers of the tap in the place of its own', async () => {
    const { tap, seen } = await start((_seen, response) => response.end(), { headers: { 'x-key': 'of the tap' } })
    await send(tap.url, { headers: { 'X-Key': 'of the client', host: new URL(tap.url).host } })
    expect(seen[0]?.headers['x-key']).toBe('of the tap')
  })

  test.each([
    ['gzip', gzipSync(message)],
    ['br', brotliCompressSync(message)],
  ])('in %s is recorded in clear', async (encoding, body) => {
    const { tap, lines } = await start((_seen, response) => {
      response.writeHead(200, { 'content-encoding': encoding, ...json })
      response.end(body)
    })
    const { headers } = await send(tap.url, { headers: { ...json, 'content-encoding': encoding }, body })
    expect(headers['content-encoding']).toBe(encoding)
    expect(lines.map((line) => line.message)).toEqual([JSON.parse(message), JSON.parse(message)])
  })
})

describe('addresses of the server', () => {
  test('lead through the tap in a redirect', async () => {
    const { tap, origin, replaced } = await start((seen, response) => {
      response.writeHead(307, { location: `http://${seen.headers.host}/other?b` }).end()
    })
    const { status, headers } = await send(tap.url)
    expect([status, headers.location]).toEqual([307, `${new URL(tap.url).origin}/other?b`])
    expect(replaced).toEqual([`Location ${origin}/other?b`])
  })

  const endpoint = (host: string | undefined) => `event: endpoint\ndata: http://${host}/messages\n\n`

  test('lead through the tap at the start of a stream', async () => {
    const { tap, lines } = await start(({ headers }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(endpoint(headers.host))
    })
    expect((await send(tap.url, { method: 'GET' })).text).toBe(endpoint(new URL(tap.url).host))
    expect(lines.at(-1)).toMatchObject({ from: 'server', end: 'complete' })
  })

  test.each([
    ['compressed', { 'content-type': 'text/event-stream', 'content-encoding': 'other' }],
    ['no stream', { 'content-type': 'text/plain' }],
  ])('stay in what is %s', async (_what, headers) => {
    const { tap, origin } = await start((_seen, response) => {
      response.writeHead(200, headers).end(endpoint('HOST'))
    })
    expect((await send(tap.url, { method: 'GET' })).text).toBe(endpoint('HOST').replace('ORIGIN', origin))
  })
})

describe('what cannot be passed on', () => {
  test('is answered by the tap, and recorded', async () => {
    const { tap, lines } = await start((_seen, _response, request) => request.socket.destroy())
    const { status, headers, text } = await send(tap.url, { headers: json, body: message })
    expect([status, headers['content-type'], text]).toEqual([
      ...[502, 'text/plain; charset=utf-8'],
      'omniport tap: socket hang up\n',
    ])
    expect(lines.at(-1)).toMatchObject({ from: 'server', end: 'aborted', error: 'socket hang up' })
  })

  test('any further is broken off', async () => {
    const { tap, lines } = await start((_seen, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{')
      setImmediate(() => response.destroy())
    })
    expect((await send(tap.url)).text).toBe('aborted')
    expect(lines.at(-1)).toMatchObject({ from: 'server', end: 'aborted' })
    expect(lines.at(-1)).not.toHaveProperty('error')
  })

  test('because the client left is recorded so', async () => {
    let reached = () => {}
    const isReached = new Promise<void>((resolve) => (reached = resolve))
    let closed = () => {}
    const isClosed = new Promise<void>((resolve) => (closed = resolve))
    const { tap, lines } = await start((_seen, response) => {
      response.once('close', closed)
      reached()
    })
    const { hostname, port } = new URL(tap.url)
    const sent = sendRequest({ hostname, port, method: 'POST', agent: false })
    sent.on('error', () => {})
    sent.end(message)
    await isReached
    sent.destroy()
    await isClosed
    expect(lines.at(-1)).toMatchObject({ from: 'client', end: 'aborted' })
  })

  test.each([
    [{ headers: { host: 'evil.example' } }, 'The Host of this request is not this machine'],
    [{ headers: { origin: 'https://evil.example' } }, 'The Origin of this request is not this machine'],
    [{ headers: { origin: 'null' } }, 'The Origin of this request is not this machine'],
    [{ path: 'http://other.example/mcp' }, 'The target of this request is not a path'],
  ])('is refused: %j', async (sent, text) => {
    const { tap, seen, lines } = await start((_seen, response) => response.end())
    const reply = await send(tap.url, sent)
    expect([reply.status, reply.text, reply.headers['content-type']]).toEqual([
      ...[403, `omniport tap: ${text}\n`],
      'text/plain; charset=utf-8',
    ])
    expect([seen, lines]).toEqual([[], []])
  })

  test.each(['http://localhost:1', 'HTTPS://127.0.0.1', 'http://[::1]:65535'])(
    'is not so from a page of this machine: %s',
    async (origin) => {
      const { tap } = await start((_seen, response) => response.end('yes'))
      expect((await send(tap.url, { headers: { origin } })).text).toBe('yes')
    },
  )
})

describe('with credentials', () => {
  function createAuthorizer(tokens: readonly string[], recovers = true) {
    const replies: string[] = []
    let at = 0
    const authorizer = {
      headers: async () => ({ authorization: `Bearer ${tokens[at]}` }),
      onReply: ({ url, header }: { url: string; header: (name: string) => string | undefined }) =>
        void replies.push(`${new URL(url).pathname} ${header('www-authenticate')}`),
      recover: async () => {
        at += 1
        return recovers
      },
    } as unknown as HttpAuthorizer
    return { authorizer, replies }
  }

  const refuseUnless =
    (token: string): Answer =>
    ({ headers }, response) => {
      const isGood = headers.authorization === `Bearer ${token}`
      response.writeHead(isGood ? 200 : 401, isGood ? {} : { 'www-authenticate': 'Bearer' }).end('body')
    }

  test('a request is sent again with others, and its credentials are not those of the client', async () => {
    const { authorizer, replies } = createAuthorizer(['old', 'new'])
    const { tap, seen, credentials } = await start(refuseUnless('new'), { authorizer })
    const { status, text } = await send(tap.url, { headers: { ...json, authorization: 'Bearer mine' }, body: message })
    expect([status, text, seen.map(({ body }) => body)]).toEqual([200, 'body', [message, message]])
    expect([credentials, replies]).toEqual([
      ['Bearer old', 'Bearer new'],
      ['/mcp Bearer', '/mcp undefined'],
    ])
  })

  test('it is sent four times at most', async () => {
    const { authorizer } = createAuthorizer(['a', 'b', 'c', 'd', 'e'])
    const { tap, seen } = await start(refuseUnless('e'), { authorizer })
    expect([(await send(tap.url, { headers: json, body: message })).status, seen.length]).toEqual([401, 4])
  })

  test.each<[string, boolean, string]>([
    ['nothing helps', false, 'POST'],
    ['it ends a session', true, 'DELETE'],
  ])('it is sent once where %s', async (_why, recovers, method) => {
    const { authorizer } = createAuthorizer(['a', 'b'], recovers)
    const { tap, seen } = await start(refuseUnless('b'), { authorizer })
    expect([(await send(tap.url, { method })).status, seen.length]).toEqual([401, 1])
  })

  test('it must not be too long to be sent again', async () => {
    const { authorizer } = createAuthorizer(['a'])
    const { tap, seen } = await start(refuseUnless('a'), { authorizer })
    const { status, text } = await send(tap.url, { headers: json, body: Buffer.alloc(67_108_865) })
    expect([status, text]).toEqual([413, 'omniport tap: The body is longer than 67108864 bytes\n'])
    expect(seen).toEqual([])
  })
})

test('a port that is in use is said to be', async () => {
  const { tap, origin } = await start((_seen, response) => response.end())
  const port = Number(new URL(tap.url).port)
  const recorder = createRecorder({ target: { url: origin }, write: () => {} })
  const upstream = new Upstream({ url: new URL(origin), headers: {}, authorizer: undefined, onCredentials: () => {} })
  const options = { url: new URL(origin), port, recorder, upstream, isRepeatable: false, onReplaced: () => {} }
  await expect(serveTap(options)).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(
      new RegExp(`^Cannot listen on 127.0.0.1:${port}: .*; choose another port with --port, or 0 for a free one$`),
    ),
  })
})

describe('a body that is read along', () => {
  async function decode(encoding: string | undefined, pieces: readonly Uint8Array[]) {
    let found = ''
    const decoder = createBodyDecoder(encoding, (bytes) => {
      found += Buffer.from(bytes).toString()
    })
    for (const piece of pieces) await decoder.push(piece)
    await decoder.end()
    return found
  }

  test.each([[undefined], [''], ['identity'], [' Identity ']])('is itself in %j', async (encoding) => {
    expect(await decode(encoding, [Buffer.from('a'), Buffer.from('b')])).toBe('ab')
  })

  test('is nothing in an encoding that is not known', async () => {
    expect(await decode('other', [Buffer.from('a')])).toBe('')
  })

  test.each(['gzip', 'GZIP'])('is decoded, whatever its pieces: %s', async (encoding) => {
    const bytes = gzipSync('hello')
    expect(await decode(encoding, [bytes.subarray(0, 5), bytes.subarray(5)])).toBe('hello')
  })

  test('that is broken ends there', async () => {
    expect(await decode('gzip', [Buffer.from('no gzip'), Buffer.from('at all')])).toBe('')
  })
})
