import { type Client, connect, textOf } from 'omniport/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { echoCall, echoCallWith } from './echo-call.js'
import { expectNoChildren } from './no-children.js'
import { modernPost, postHead, rawConnect } from './raw-http.js'
import { runHttp } from './running.js'

expectNoChildren()

let shared: Awaited<ReturnType<typeof runHttp>>
beforeAll(async () => {
  shared = await runHttp({}, { isShared: true })
})
afterAll(() => shared.kill())

const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' }
const post = (body: string | Uint8Array) =>
  Buffer.concat([Buffer.from(postHead({ ...headers, 'content-length': Buffer.byteLength(body) })), Buffer.from(body)])

test.each<readonly [string, string | Uint8Array, number, unknown]>([
  ['nothing', '', 400, { error: { code: -32700 } }],
  ['half of a message', echoCall('done').slice(0, 40), 400, { error: { code: -32700 } }],
  ['null', 'null', 400, { error: { code: -32600 } }],
  ['a text', '"tools/call"', 400, { error: { code: -32600 } }],
  ['an empty batch', '[]', 400, { error: { code: -32600 } }],
  ['a batch of 100,000', `[${'{},'.repeat(99_999)}{}]`, 400, { error: { code: -32600 } }],
  ['what is no UTF-8', Buffer.from(echoCall('é'), 'latin1'), 400, { error: { code: -32700 } }],
  ['a raw NUL', echoCall('done').replace('done', '\0'), 400, { error: { code: -32700 } }],
  ['JSON 100,000 deep', echoCallWith('['.repeat(1e5) + ']'.repeat(1e5)), 400, { error: { code: -32600 } }],
  ['objects 100,000 deep', echoCallWith(`${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`), 400, { error: { code: -32600 } }],
  ['an array of a million', echoCallWith(`[${'0,'.repeat(999_999)}0]`), 400, { error: { code: -32600 } }],
  ['an id beyond all numbers', echoCall('done').replace('"id":1', '"id":1e999'), 400, { error: { code: -32600 } }],
  ['an id that is a fraction', echoCall('done', 1.5), 400, { error: { code: -32600 } }],
  ['an id that is an object', echoCall('done', {}), 400, { error: { code: -32600 } }],
  [
    'two ids: the last counts',
    echoCall('done', 2).replace('{', '{"id":1,'),
    200,
    { id: 2, result: { content: [{ text: 'done' }] } },
  ],
  [
    '__proto__',
    echoCallWith('1,"__proto__":{"text":"other"}'),
    200,
    { id: 1, result: { content: [{ text: 'done' }] } },
  ],
  ['a lone surrogate', echoCall('\ud800'), 200, { id: 1, result: { content: [{ text: '\ud800' }] } }],
  ['a NUL that is escaped', echoCall('\0'), 200, { id: 1, result: { content: [{ text: '\0' }] } }],
  ['a number beyond all', echoCallWith('1e999'), 200, { id: 1 }],
])('a POST of %s gets one answer, and the connection or the next one goes on', async (_, body, status, answer) => {
  const server = shared
  const connection = await rawConnect(server.port)
  connection.send(post(body))
  const reply = await connection.reply()
  expect([reply.status, JSON.parse(reply.body)]).toMatchObject([status, { jsonrpc: '2.0', ...(answer as object) }])
  const next = await rawConnect(server.port)
  next.send(modernPost('tools/list'))
  expect((await next.reply()).status).toBe(200)
})

test.each<readonly [string, Readonly<Record<string, string | number>>, number]>([
  ['that says its length is refused before it is read', { 'content-length': 100_000_000 }, 1_000_000],
  ['that does not is refused at the limit', { 'transfer-encoding': 'chunked' }, 9_000_000],
])('a body of 100 MB %s, and nothing of it is kept', async (_, more, mostSent) => {
  const server = await runHttp({}, { flags: ['--expose-gc'] })
  const client: Client = await connect(server.url, { revision: '2026-07-28' })
  const before = await usedBy(client)
  const connection = await rawConnect(server.port)
  connection.send(postHead({ ...headers, ...more }))
  const piece = Buffer.alloc(65_536, 0x20)
  const chunk =
    'transfer-encoding' in more ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]) : piece
  const pour = () => {
    const { socket } = connection
    while (!socket.destroyed && socket.bytesWritten < 100_000_000 && socket.write(chunk));
  }
  connection.socket.on('drain', pour)
  pour()
  const reply = await connection.reply()
  expect([reply.status, JSON.parse(reply.body)]).toMatchObject([413, { error: { code: -32600 } }])
  connection.socket.destroy()
  // What is freed is freed when the engine gets to it.
  await expect.poll(async () => (await usedBy(client)) - before).toBeLessThan(mostSent)
  await client.close()
})

async function usedBy(client: Client): Promise<number> {
  return (JSON.parse(textOf(await client.callTool('memory', {}))) as { used: number }).used
}

test.each<readonly [string, string, number]>([
  ['headers beyond the limit', postHead({ ...headers, 'x-bomb': 'x'.repeat(20_000) }), 431],
  [
    'thousands of headers',
    postHead(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x-${at}`, 'x']))),
    431,
  ],
  ['no HTTP', 'SSH-2.0-OpenSSH_9\r\n\r\n', 400],
  ['a length and chunks', postHead({ ...headers, 'content-length': 5, 'transfer-encoding': 'chunked' }), 400],
  ['a length that is none', postHead({ ...headers, 'content-length': '-1' }), 400],
  ['a foreign host', 'POST /mcp HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 0\r\n\r\n', 403],
])('%s are refused', async (_, bytes, status) => {
  const connection = await rawConnect(shared.port)
  connection.send(bytes)
  expect((await connection.reply()).status).toBe(status)
})

test('fifty requests in one write get fifty answers, in order', async () => {
  const connection = await rawConnect(shared.port)
  const ids = Array.from({ length: 50 }, (_, at) => at)
  connection.send(
    ids.map((id) => modernPost('tools/call', { name: 'echo', arguments: { text: `${id}` } }, id)).join(''),
  )
  const answers: unknown[] = []
  for (const _ of ids) answers.push(JSON.parse((await connection.reply()).body))
  expect(answers).toMatchObject(ids.map((id) => ({ id, result: { content: [{ text: `${id}` }] } })))
})
