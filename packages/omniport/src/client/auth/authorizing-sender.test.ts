import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { LazyAbortController } from '../../async/abort/lazy-abort-controller.js'
import type { AuthRefusal, HttpAuthorizer } from '../../transport/http-authorizer.js'
import type { HttpSender, HttpSendRequest, HttpSendResponse } from '../../transport/http-sender.js'
import { connect } from '../connect.js'
import { FakeWeb } from '../http/fixtures/fake-web.js'
import { answer, empty } from '../http/fixtures/replies.js'
import { modernServer } from '../http/fixtures/servers.js'
import { AuthorizingSender } from './authorizing-sender.js'

const post: HttpSendRequest = {
  method: 'POST',
  url: 'https://mcp.example/mcp',
  headers: { accept: 'a' },
  body: 'text',
  abort: new LazyAbortController(),
}

function setUp({ statuses, recovers = true }: { statuses: number[]; recovers?: boolean }) {
  const sent: HttpSendRequest[] = []
  const received: unknown[] = []
  const refusals: AuthRefusal[] = []
  let bodies = 0
  const sender: HttpSender = {
    send: async (request): Promise<HttpSendResponse> => {
      sent.push(request)
      const status = statuses[sent.length - 1] ?? 200
      const header = (name: string) => `${name} ${sent.length}`
      return { status, header, headers: () => [], body: chunks(() => (bodies += 1)) }
    },
    close: async () => {},
  }
  const authorizer: HttpAuthorizer = {
    headers: async () => ({ authorization: `Bearer t${sent.length}` }),
    recover: async (refusal) => {
      refusals.push(refusal)
      return recovers
    },
    onReply: ({ url, header }) => received.push([url, header('dpop-nonce')]),
  }
  const authorizing = new AuthorizingSender(sender, { authorizer, origin: 'https://mcp.example' })
  return { sent, received, refusals, authorizing, bodies: () => bodies }
}

test('that nobody waits for a request is told to who gets its credentials', async () => {
  const { authorizing, refusals } = setUp({ statuses: [401, 401] })
  await authorizing.send({ ...post, isQuiet: true })
  expect(refusals.map(({ isQuiet }) => isQuiet)).toEqual([true, true])
  const { authorizing: other, refusals: loud } = setUp({ statuses: [401] })
  await other.send(post)
  expect(loud.map(({ isQuiet }) => isQuiet)).toEqual([undefined])
})

test('other credentials than those of the request before are told, before they are sent', async () => {
  const tokens = [undefined, undefined, 'a', 'a', 'b', undefined]
  const log: string[] = []
  const authorizer: HttpAuthorizer = {
    headers: async (): Promise<Record<string, string>> => {
      const token = tokens.shift()
      return token === undefined ? {} : { authorization: `Bearer ${token}` }
    },
    recover: async () => false,
    onReply: () => {},
  }
  const sender: HttpSender = {
    send: async ({ headers }) => {
      log.push(headers['authorization'] ?? 'nothing')
      return { status: 200, header: () => undefined, headers: () => [], body: chunks(() => {}) }
    },
    close: async () => {},
  }
  const onNewCredentials = () => log.push('new')
  const authorizing = new AuthorizingSender(sender, { authorizer, origin: 'https://mcp.example', onNewCredentials })
  while (tokens.length > 0) await authorizing.send(post)
  expect(log).toEqual(['nothing', 'nothing', 'new', 'Bearer a', 'Bearer a', 'new', 'Bearer b', 'new', 'nothing'])
})

test('what one token was shown is not given to another from the cache', async () => {
  verifies('CACHE-09')
  let valid = 'a'
  const listed = { resultType: 'complete', tools: [], ttlMs: 60_000, cacheScope: 'private' }
  const serve = modernServer({
    'tools/list': (request) => answer(request, { result: listed }),
    'tools/call': (request) => answer(request, { result: { resultType: 'complete', content: [] } }),
  })
  const web = new FakeWeb((request) =>
    request.headers.get('authorization') === `Bearer ${valid}` ? serve(request) : empty(401),
  )
  const client = await connect({ url: 'https://mcp.example/mcp' }, { fetch: web.fetch, auth: { token: () => valid } })
  await client.listTools()
  await client.listTools()
  valid = 'b'
  await client.callTool('x', {})
  await client.listTools()
  await client.listTools()
  const lists = web.ofMethod('tools/list').map(({ headers }) => headers.get('authorization'))
  expect(lists).toEqual(['Bearer a', 'Bearer b'])
  await client.close()
})

async function* chunks(onEnd: () => void): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('no')
  onEnd()
}

async function textOf({ body }: HttpSendResponse): Promise<string> {
  let text = ''
  for await (const chunk of body) text += new TextDecoder().decode(chunk)
  return text
}

test('every request has credentials, beside its own headers, and every reply is heard', async () => {
  verifies('AUTH-38')
  const { authorizing, sent, received } = setUp({ statuses: [] })
  for (const method of ['POST', 'GET', 'DELETE'] as const) await authorizing.send({ ...post, method })
  expect(sent.map(({ headers }) => headers)).toEqual([
    { accept: 'a', authorization: 'Bearer t0' },
    { accept: 'a', authorization: 'Bearer t1' },
    { accept: 'a', authorization: 'Bearer t2' },
  ])
  expect(received).toEqual([1, 2, 3].map((count) => [post.url, `dpop-nonce ${count}`]))
})

test('another origin is sent no credentials', async () => {
  verifies('AUTH-42')
  const { authorizing, sent } = setUp({ statuses: [401] })
  const { status } = await authorizing.send({ ...post, url: 'https://mcp.example:8443/mcp' })
  expect([status, sent.map(({ headers }) => headers)]).toEqual([401, [{ accept: 'a' }]])
})

test('a refused request is sent again as it was, its first reply having been read', async () => {
  verifies('AUTH-15')
  const { authorizing, sent, refusals, bodies } = setUp({ statuses: [401, 403] })
  const { status } = await authorizing.send(post)
  expect([status, sent.map(({ body }) => body), bodies()]).toEqual([200, ['text', 'text', 'text'], 2])
  expect(refusals.map(({ status: code, sent: headers, retries }) => [code, headers, retries])).toEqual([
    [401, { authorization: 'Bearer t0' }, 0],
    [403, { authorization: 'Bearer t1' }, 1],
  ])
})

test('a request is sent four times at most', async () => {
  const { authorizing, sent } = setUp({ statuses: [401, 401, 401, 401, 401] })
  expect([(await authorizing.send(post)).status, sent.length]).toEqual([401, 4])
})

test('a refusal that stands is given as it came', async () => {
  const { authorizing, sent } = setUp({ statuses: [401], recovers: false })
  const received = await authorizing.send(post)
  expect([received.status, received.header('a'), await textOf(received), sent.length]).toEqual([401, 'a 1', 'no', 1])
})

test('a long refusal is read as far as 64 KiB, and no further', async () => {
  for (const sizes of [
    [65_536, 1],
    [65_535, 1, 1],
    [65_535, 9, 1],
  ]) {
    let read = 0
    const body = async function* () {
      for (const size of sizes) {
        read += 1
        yield new Uint8Array(size).fill(97)
      }
    }
    const sender: HttpSender = {
      send: async () => ({ status: 401, header: () => undefined, headers: () => [], body: body() }),
      close: async () => {},
    }
    const authorizer: HttpAuthorizer = { headers: async () => ({}), recover: async () => false, onReply: () => {} }
    const authorizing = new AuthorizingSender(sender, { authorizer, origin: 'https://mcp.example' })
    expect([(await textOf(await authorizing.send(post))).length, read]).toEqual([65_536, sizes.length - 1])
  }
})

test('nobody is asked for the sake of a session that ends', async () => {
  const { authorizing, refusals } = setUp({ statuses: [401] })
  expect([(await authorizing.send({ ...post, method: 'DELETE' })).status, refusals]).toEqual([401, []])
})
