import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { discovered } from '../../fixtures/fake-server.js'
import { connectTo } from '../fixtures/connect-to.js'
import { FakeStream } from '../fixtures/fake-stream.js'
import type { Answer, WebRequest } from '../fixtures/fake-web.js'
import { answer, empty, json, never, page, refusal } from '../fixtures/replies.js'
import { capabilities, modernServer } from '../fixtures/servers.js'

const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] }
const response = (request: WebRequest, result: object = done) => ({ jsonrpc: '2.0', id: request.message.id, result })

function headersOf(request: WebRequest | undefined): Record<string, string> {
  return Object.fromEntries(request?.headers ?? [])
}

test('a request says in its headers what its body says', async () => {
  verifies('HTTP-06', 'HTTP-07', 'HTTP-53', 'HTTP-57', 'HTTP-58')
  const { client, web } = await connectTo(modernServer(), { headers: { Authorization: 'Bearer t', 'X-Team': 'a' } })
  await client.callTool('greet', { name: 'Ada' })
  const request = web.ofMethod('tools/call')[0]
  expect(headersOf(request)).toEqual({
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    authorization: 'Bearer t',
    'x-team': 'a',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'greet',
  })
  expect(request?.message.params?.['_meta']).toMatchObject({ 'io.modelcontextprotocol/protocolVersion': '2026-07-28' })
  await client.close()
})

test.each<[string, string, string]>([
  ['plain', 'file:///a b.txt', 'file:///a b.txt'],
  ['not ASCII', 'file:///ä', '=?base64?ZmlsZTovLy/DpA==?='],
  ['blank at the end', 'a: ', '=?base64?YTog?='],
  ['like an encoding', '=?base64?YQ==?=', '=?base64?PT9iYXNlNjQ/WVE9PT89?='],
])('a name is sent as a header can carry it: %s', async (_name, uri, header) => {
  verifies('HTTP-59')
  const { client, web } = await connectTo(modernServer())
  await client.readResource(uri)
  expect(web.ofMethod('resources/read')[0]?.headers.get('mcp-name')).toBe(header)
  await client.close()
})

test.each<[string, Answer]>([
  ['JSON', (request) => json(response(request))],
  [
    'JSON with a charset',
    (request) => json(response(request), { headers: { 'content-type': 'Application/JSON; charset=utf-8' } }),
  ],
  ['a stream that ends', (request) => new FakeStream().send({ data: response(request) }).end().response],
  ['a stream that goes on', (request) => new FakeStream().send({ data: response(request) }).response],
  [
    'a stream of named events',
    (request) => new FakeStream().send({ event: 'message', data: response(request) }).end().response,
  ],
  [
    'a stream with comments, empty events and others',
    (request) =>
      new FakeStream()
        .raw(': hello\r\n\r\n')
        .send({ id: 'x' }, { event: 'ping', data: 'x' }, { data: response(request) }).response,
  ],
])('an answer comes as %s', async (_name, reply) => {
  verifies('HTTP-14')
  const { client, web, errors, runtime } = await connectTo(modernServer({ 'tools/call': reply }))
  expect(await client.callTool('x', {})).toEqual({ content: done.content })
  await runtime.advance(1_000)
  expect([errors, web.open]).toEqual([[], 0])
  await client.close()
})

test('what comes before the answer reaches the caller, progress first of all', async () => {
  const stream = new FakeStream()
  const { client } = await connectTo(modernServer({ 'tools/call': () => stream.response }), {
    onLog: ({ data }) => logged.push(data),
  })
  const logged: unknown[] = []
  const progress: number[] = []
  const call = client.callTool(
    'x',
    {},
    { timeoutMs: 60_000, onProgress: ({ progress: reached }) => progress.push(reached) },
  )
  await settled()
  const notify = (method: string, params: object) => stream.send({ data: { jsonrpc: '2.0', method, params } })
  notify('notifications/progress', { progressToken: 2, progress: 1 })
  notify('notifications/message', { level: 'info', data: 'hi' })
  stream.send({ data: { jsonrpc: '2.0', id: 2, result: done } }).end()
  await call
  expect([progress, logged]).toEqual([[1], ['hi']])
  await client.close()
})

test('giving up closes the reply, and says nothing more', async () => {
  verifies('CAN-11')
  const stream = new FakeStream()
  const { client, web } = await connectTo(modernServer({ 'tools/call': () => stream.response }))
  const controller = new AbortController()
  const call = client.callTool('x', {}, { signal: controller.signal })
  await settled()
  controller.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
  await settled()
  expect([stream.isOpen, web.open, web.log]).toEqual([false, 0, ['POST server/discover', 'POST tools/call']])
  await client.close()
})

test.each<[string, Answer]>([
  ['before there is a reply', never],
  ['while JSON does not end', () => new FakeStream({ 'content-type': 'application/json' }).raw('{"a":').response],
  ['while a stream is silent', () => new FakeStream().response],
])('a time that is over closes the connection: %s', async (_name, reply) => {
  const { client, web, runtime } = await connectTo(modernServer({ 'tools/call': reply }))
  const call = client.callTool('x', {}, { timeoutMs: 1_000 })
  const rejected = expect(call).rejects.toMatchObject({ code: 'timeout' })
  await runtime.advance(1_000)
  await rejected
  await settled()
  expect([web.requests.at(-1)?.signal.aborted, web.open, runtime.timers]).toEqual([true, 0, 0])
  await client.close()
})

test.each<[string, Answer, object]>([
  [
    '404 with -32601 is a method error',
    () => refusal(404, -32601, 'No such method'),
    { code: -32601, message: 'No such method' },
  ],
  [
    '400 with -32602',
    (request) => answer(request, { error: { code: -32602, message: 'Wrong' } }, { status: 400 }),
    { code: -32602 },
  ],
  [
    '401 with an error',
    () => refusal(401, -32600, 'Who?'),
    { code: 'unauthorized', status: 401, message: expect.stringMatching(/ answered HTTP 401: Who\?$/) },
  ],
  ['500 with -32603', () => refusal(500, -32603), { code: -32603 }],
  [
    'an error without a type',
    () =>
      new Response(new TextEncoder().encode('{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}'), {
        status: 400,
      }),
    { code: 1 },
  ],
  ['401 with nothing', () => empty(401), { code: 'unauthorized' }],
  ['404 with a page', () => page(404), { code: 'invalid_result' }],
  ['502 with a page', () => page(502), { code: 'unreachable' }],
  ['400 with JSON that is no error', () => json({ error: 'bad' }, { status: 400 }), { code: 'invalid_result' }],
  ['202', () => empty(202), { code: 'invalid_result' }],
  ['200 with a page', () => page(200), { code: 'invalid_result' }],
  [
    '200 with half of JSON',
    () => new Response('{"jsonrpc"', { headers: { 'content-type': 'application/json' } }),
    { code: 'invalid_result' },
  ],
  [
    '200 with bytes that are not UTF-8',
    () => new Response(new Uint8Array([0x22, 0xff, 0x22]), { headers: { 'content-type': 'application/json' } }),
    { code: 'invalid_result' },
  ],
  [
    '200 with the answer to something else',
    () => json({ jsonrpc: '2.0', id: 999, result: done }),
    { code: 'invalid_result' },
  ],
  ['200 with no message', (request) => json({ id: request.message.id }), { code: 'invalid_result' }],
  ['200 with an array', (request) => json([response(request)]), { code: 'invalid_result' }],
  [
    'an error on a stream, without an id',
    () => new FakeStream().send({ data: { jsonrpc: '2.0', error: { code: 7, message: 'x' } } }).end().response,
    { code: 7 },
  ],
  ['a stream without an answer', () => new FakeStream().end().response, { code: 'closed' }],
  [
    'a stream that answers something else',
    () => new FakeStream().send({ data: { jsonrpc: '2.0', id: 9, result: done } }).end().response,
    { code: 'closed' },
  ],
  ['a stream that breaks', () => new FakeStream().cut().response, { code: 'closed' }],
  [
    'a redirect to another origin',
    () => empty(307, { location: 'https://evil.test/?a=secret' }),
    { code: 'unreachable', message: expect.stringMatching(/ answered HTTP 307; location: https:\/\/evil\.test\/$/) },
  ],
])('a call is answered with %s', async (_name, reply, error) => {
  const { client, web } = await connectTo(modernServer({ 'tools/call': reply }))
  await expect(client.callTool('x', {})).rejects.toMatchObject(error)
  await settled()
  expect([web.ofMethod('tools/call').length, web.open]).toEqual([1, 0])
  await client.close()
})

test('a second answer changes nothing', async () => {
  const twice: Answer = (request) =>
    new FakeStream()
      .send({ data: response(request) }, { data: response(request, { resultType: 'complete', content: [] }) })
      .end().response
  const { client, errors } = await connectTo(modernServer({ 'tools/call': twice }))
  expect(await client.callTool('x', {})).toEqual({ content: done.content })
  await settled()
  expect(errors).toEqual([])
  await client.close()
})

test('a stream answers only the request that it replies to', async () => {
  const streams = new Map<unknown, FakeStream>()
  const { client } = await connectTo(
    modernServer({
      'tools/call': (request) => {
        const stream = new FakeStream()
        streams.set(request.message.params?.['name'], stream)
        return stream.response
      },
    }),
  )
  const progress: number[] = []
  const calls = ['a', 'b'].map((name) =>
    client.callTool(name, {}, { onProgress: ({ progress: reached }) => progress.push(reached) }),
  )
  await settled()
  const wrong = { resultType: 'complete', content: [] }
  streams
    .get('a')
    ?.send(
      { data: { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 3, progress: 1 } } },
      { data: { jsonrpc: '2.0', id: 3, result: wrong } },
      { data: { jsonrpc: '2.0', id: 2, result: done } },
    )
  await settled()
  streams.get('b')?.send({ data: { jsonrpc: '2.0', id: 3, result: done } })
  expect(await Promise.all(calls)).toEqual([{ content: done.content }, { content: done.content }])
  expect(progress).toEqual([])
  await client.close()
})

test('a call is given up at once, even where fetch ignores its signal', async () => {
  const answers = modernServer()
  const { client, runtime } = await connectTo(answers, {
    fetch: async (_input, init) => {
      const message = JSON.parse(String(init?.body)) as WebRequest['message']
      if (message.method === 'tools/call') return new Promise<Response>(() => {})
      const headers = new Headers(init?.headers)
      return answers({ method: 'POST', path: '/mcp', headers, message, signal: new AbortController().signal })
    },
  })
  const call = client.callTool('x', {}, { timeoutMs: 1_000 })
  const rejected = expect(call).rejects.toMatchObject({ code: 'timeout' })
  await runtime.advance(1_000)
  await rejected
  const open = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'closed' })
  await settled()
  await client.close()
  await open
})

test('a server that asks is not answered, and that is reported', async () => {
  verifies('HTTP-10')
  const asks: Answer = (request) =>
    new FakeStream()
      .send({ data: { jsonrpc: '2.0', id: 'q', method: 'roots/list' } }, { data: response(request) })
      .end().response
  const { client, web, errors } = await connectTo(modernServer({ 'tools/call': asks }))
  await client.callTool('x', {})
  await settled()
  expect([errors, web.log]).toEqual([
    ['The server asked roots/list, which 2026-07-28 forbids'],
    ['POST server/discover', 'POST tools/call'],
  ])
  await client.close()
})

test.each<[string, Answer]>([
  ['JSON', () => new FakeStream({ 'content-type': 'application/json' }).raw(`"${'x'.repeat(1_000)}`).response],
  ['one event of one line', () => new FakeStream().raw(`data: "${'x'.repeat(3_000)}`).response],
  ['one event of many lines', () => new FakeStream().raw('data: xxxxxxxx\n'.repeat(400)).response],
  ['an error', () => json({ jsonrpc: '2.0', error: { code: 1, message: 'x'.repeat(1_000) } }, { status: 400 })],
])('an answer longer than allowed is cut off: %s', async (_name, reply) => {
  const { client, web } = await connectTo(modernServer({ 'tools/call': reply }), { limits: { responseBytes: 900 } })
  await expect(client.callTool('x', {})).rejects.toMatchObject({
    code: 'limit',
    message: expect.stringContaining('limits.responseBytes: 900'),
  })
  await settled()
  expect(web.open).toBe(0)
  await client.close()
})

test('events may be many, as long as each is short enough', async () => {
  const many: Answer = (request) => {
    const stream = new FakeStream()
    for (let event = 0; event < 100; event += 1) stream.send({ event: 'ping', data: 'x'.repeat(500) })
    return stream.send({ data: response(request) }).end().response
  }
  const { client } = await connectTo(modernServer({ 'tools/call': many }), { limits: { responseBytes: 900 } })
  expect(await client.callTool('x', {})).toEqual({ content: done.content })
  await client.close()
})

test.each([
  ['nests too deeply', `${'['.repeat(70)}${']'.repeat(70)}`, 'it nests deeper than 64 levels (limits.jsonDepth)'],
  ['holds too many values', `[${'0,'.repeat(100_000)}0]`, 'it holds more than 100000 values (limits.jsonNodes)'],
])('an answer that %s is none', async (_name, result, why) => {
  const text = `{"jsonrpc":"2.0","id":2,"result":${result}}`
  const reply = () => new Response(text, { headers: { 'content-type': 'application/json' } })
  const { client } = await connectTo(modernServer({ 'tools/call': reply }))
  await expect(client.callTool('x', {})).rejects.toMatchObject({
    code: 'invalid_result',
    message: expect.stringContaining(why),
  })
  await client.close()
})

test('a redirect within the origin is followed, with method, body and headers', async () => {
  const moved: Answer = (request) =>
    request.path === '/mcp' ? empty(308, { location: '/mcp/' }) : modernServer()(request)
  const { client, web } = await connectTo(moved, { headers: { authorization: 'Bearer t' } })
  expect(web.requests.map(({ method, path, headers }) => [method, path, headers.get('authorization')])).toEqual([
    ['POST', '/mcp', 'Bearer t'],
    ['POST', '/mcp/', 'Bearer t'],
  ])
  await client.close()
})

test('a redirect without an end is not followed for ever', async () => {
  const { client, web } = await connectTo(modernServer({ 'tools/call': () => empty(307, { location: '/mcp' }) }))
  await expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'unreachable' })
  expect(web.ofMethod('tools/call').length).toBe(6)
  await client.close()
})

test('a lost answer is asked for again under a new id, but never that of a call', async () => {
  verifies('HTTP-40')
  const lost: Answer = () => new FakeStream().cut().response
  let reads = 0
  const { client, web } = await connectTo(
    modernServer({
      'tools/call': lost,
      'resources/read': (request) => {
        reads += 1
        return reads === 1
          ? lost(request)
          : json(response(request, { resultType: 'complete', contents: [], ttlMs: 0, cacheScope: 'private' }))
      },
      'prompts/get': lost,
    }),
  )
  await expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'closed' })
  expect(await client.readResource('a:b')).toMatchObject({ contents: [] })
  await expect(client.getPrompt('p')).rejects.toMatchObject({ code: 'closed' })
  expect(web.requests.map(({ message }) => [message.method, message.id])).toEqual([
    ['server/discover', 1],
    ['tools/call', 2],
    ['resources/read', 3],
    ['resources/read', 4],
    ['prompts/get', 5],
    ['prompts/get', 6],
    ['prompts/get', 7],
  ])
  await client.close()
})

test('closing ends what is open and settles last', async () => {
  const stream = new FakeStream()
  const { client, web, runtime, errors } = await connectTo(
    modernServer({ 'tools/call': () => stream.response, 'resources/read': never }),
  )
  const calls = [client.callTool('x', {}), client.readResource('a:b')]
  const rejected = Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ code: 'closed' })))
  await settled()
  await client.close()
  await rejected
  await settled()
  expect([stream.isOpen, web.open, runtime.timers, errors]).toEqual([false, 0, 0, []])
  await expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'closed' })
})

test('a server found out to speak no more of the methods stays connected', async () => {
  const { client } = await connectTo(
    modernServer({ 'server/discover': (request) => answer(request, discovered(capabilities)) }),
  )
  await expect(client.request('x/unknown')).rejects.toMatchObject({ code: -32601 })
  await client.ping()
  await client.close()
})
