import { type Client, connect, textOf } from 'omniport/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { expectNoChildren } from './no-children.js'
import { modernMeta, modernPost, postHead, rawConnect } from './raw-http.js'
import { runHttp } from './running.js'

expectNoChildren()

type Sent = (message: object, more?: Readonly<Record<string, string>>) => void

/** A session of 2025-11-25, one message after another on one connection. */
async function beginSession(port: number, protocolVersion = '2025-11-25') {
  const connection = await rawConnect(port)
  const post: Sent = (message, more = {}) => {
    const body = JSON.stringify(message)
    connection.send(postHead({ ...more, 'content-length': Buffer.byteLength(body) }) + body)
  }
  const clientInfo = { name: 'c', version: '1' }
  const params = { protocolVersion, capabilities: {}, clientInfo }
  post({ jsonrpc: '2.0', id: 'i', method: 'initialize', params })
  const id = /^mcp-session-id: (.+)$/im.exec((await connection.reply()).head)?.[1] ?? ''
  const headers = { 'mcp-session-id': id, 'mcp-protocol-version': protocolVersion }
  const send = (message: object) => post({ jsonrpc: '2.0', ...message }, headers)
  send({ method: 'notifications/initialized' })
  await connection.reply()
  const ask = async (message: object) => {
    send(message)
    return connection.reply()
  }
  return { id, headers, connection, send, ask, post }
}

const get = (headers: Readonly<Record<string, string>>) => {
  const all = { host: '127.0.0.1', accept: 'text/event-stream', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET /mcp HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** After all of it, somebody else is served. */
async function expectServed(url: string): Promise<void> {
  const client: Client = await connect(url, { revision: '2026-07-28' })
  expect(textOf(await client.callTool('echo', { text: 'served' }))).toBe('served')
  await client.close()
}

describe('one client cannot keep others from being served', () => {
  test('with pings and cancellations without an end', async () => {
    const server = await runHttp()
    const { send, connection } = await beginSession(server.port)
    const statuses = new Set<number>()
    for (let id = 0; id < 2_000; id += 1) {
      send({ id, method: 'ping' })
      send({ method: 'notifications/cancelled', params: { requestId: id % 7 === 0 ? 'never' : id } })
      for (let reply = 0; reply < 2; reply += 1) statuses.add((await connection.reply()).status)
    }
    expect([...statuses].sort()).toEqual([200, 202])
    await expectServed(server.url)
  })

  test('with requests that never end: beyond inFlight they are refused, and cancelling makes room', async () => {
    const server = await runHttp({ limits: { inFlight: 5 } })
    const session = await beginSession(server.port)
    const waiting = { method: 'tools/call', params: { name: 'wait', arguments: {} } }
    const replies = await Promise.all(
      Array.from({ length: 10 }, async (_, id) => {
        const own = await rawConnect(server.port)
        const body = JSON.stringify({ jsonrpc: '2.0', id, ...waiting })
        own.send(postHead({ ...session.headers, 'content-length': body.length }) + body)
        return Promise.race([own.reply().then(({ status }) => status), server.line('started')])
      }),
    )
    expect(replies.filter((reply) => reply === 429).length).toBe(5)
    expect((await session.ask({ id: 'p', method: 'tools/list' })).status).toBe(429)
    for (let id = 0; id < 10; id += 1) {
      await session.ask({ method: 'notifications/cancelled', params: { requestId: id } })
    }
    expect((await session.ask({ id: 'q', method: 'tools/list' })).status).toBe(200)
    await expectServed(server.url)
  })

  test('with ten times the streams that it may have', async () => {
    const server = await runHttp({ limits: { streams: 20, connections: 2_000 } })
    const session = await beginSession(server.port)
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const connection = await rawConnect(server.port)
        connection.send(get({ ...session.headers }))
        return new Promise<string>((resolve) => {
          connection.socket.once('data', (text) => resolve(String(text).slice(9, 12)))
          connection.socket.once('close', () => resolve('closed'))
        })
      }),
    )
    expect(statuses).toHaveLength(200)
    expect(statuses).toContain('200')
    expect(statuses.filter((status) => !['200', '409', '429', '503', 'closed'].includes(status))).toEqual([])
    await expectServed(server.url)
  })

  test('with subscriptions without an end', async () => {
    const server = await runHttp({ limits: { subscriptions: 10 } })
    const { ask } = await beginSession(server.port)
    const codes = new Set<unknown>()
    for (let id = 0; id < 50; id += 1) {
      const { body } = await ask({ id, method: 'resources/subscribe', params: { uri: `test:${id}` } })
      codes.add((JSON.parse(body) as { error?: { code: number } }).error?.code)
    }
    expect([...codes].filter((code) => code === undefined).length).toBeLessThanOrEqual(1)
    const listens = Array.from({ length: 15 }, async (_, id) => {
      const connection = await rawConnect(server.port)
      const notifications = { toolsListChanged: true }
      connection.send(modernPost('subscriptions/listen', { notifications, _meta: modernMeta }, id))
      return new Promise<string>((resolve) => connection.socket.once('data', (text) => resolve(String(text))))
    })
    const refused = (await Promise.all(listens)).filter((text) => text.includes('Too many subscriptions'))
    expect(refused.length).toBe(5)
    await expectServed(server.url)
  })

  test('with batches', async () => {
    const server = await runHttp()
    const session = await beginSession(server.port, '2025-03-26')
    const batch = Array.from({ length: 101 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
    session.post(batch, session.headers)
    const refused = await session.connection.reply()
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([400, { error: { code: -32600 } }])
    session.post(batch.slice(0, 60), session.headers)
    expect(JSON.parse((await session.connection.reply()).body).length).toBe(60)
  })
})

test('an id that is still in use is refused, and the first call goes on', async () => {
  const server = await runHttp()
  const session = await beginSession(server.port)
  const first = await rawConnect(server.port)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait', arguments: {} } })
  first.send(postHead({ ...session.headers, 'content-length': body.length }) + body)
  await server.line('started')
  const echo = { method: 'tools/call', params: { name: 'echo', arguments: { text: 'mine' } } }
  const second = await session.ask({ id: 1, ...echo })
  expect(JSON.parse(second.body)).toMatchObject({ id: 1, error: { code: -32600 } })
  expect(first.text()).toBe('')
  await session.ask({ method: 'notifications/cancelled', params: { requestId: 1 } })
  expect(await server.line('aborted')).toBe('aborted')
})

test('a session that was ended is not known any more', async () => {
  const server = await runHttp()
  const session = await beginSession(server.port)
  session.connection.send(postHead({ ...session.headers, 'content-length': 0 }).replace('POST', 'DELETE'))
  expect((await session.connection.reply()).status).toBeLessThan(300)
  expect((await session.ask({ id: 1, method: 'ping' })).status).toBe(404)
  const stream = await rawConnect(server.port)
  stream.send(get(session.headers))
  expect((await stream.reply()).status).toBe(404)
})

test.each(['nothing', '0'.repeat(16), '../../etc/passwd', `${'a'.repeat(16)}_1`, 'x'.repeat(9_000)])(
  'an event id that was never given, %j, is refused',
  async (lastEventId) => {
    const server = await runHttp()
    const session = await beginSession(server.port)
    const stream = await rawConnect(server.port)
    stream.send(get({ ...session.headers, 'last-event-id': lastEventId }))
    expect((await stream.reply()).status).toBe(400)
  },
)

test('an event id of another session opens nothing', async () => {
  const server = await runHttp({ http: { answers: 'sse' } })
  const [first, second] = [await beginSession(server.port), await beginSession(server.port)]
  first.send({ id: 1, method: 'tools/call', params: { name: 'echo', arguments: { text: 'secret' } } })
  await expect.poll(() => first.connection.text()).toContain('secret')
  const ids = [...first.connection.text().matchAll(/^id: ?(\S+)/gm)].map(([, id]) => id ?? '')
  expect(ids.length).toBeGreaterThan(0)
  for (const id of ids) {
    const stream = await rawConnect(server.port)
    onTestFinished(() => void stream.socket.destroy())
    stream.send(get({ ...second.headers, 'last-event-id': id }))
    expect((await stream.reply()).status).toBe(400)
    expect(stream.text()).not.toContain('secret')
  }
})
