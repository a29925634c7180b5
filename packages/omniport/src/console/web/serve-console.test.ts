import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UsageError } from '../actions/usage-error.js'
import type { ConsoleParts } from '../console-parts.js'
import { EventLog } from '../events/event-log.js'
import { type Listener, listen } from './listen.js'
import { PageFiles, pagePolicy } from './page-files.js'
import { serveConsole } from './serve-console.js'

interface Reply {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

const folder = mkdtempSync(join(tmpdir(), 'page-'))
const token = 'the-token'
const calls: unknown[][] = []

const called =
  (name: string, result?: unknown) =>
  (...args: unknown[]) => {
    calls.push([name, ...args])
    return result
  }

const span = { id: 's1', server: 's', firstSeq: 3, lastSeq: 9_000 }
const record = (seq: number, more: object = {}) => ({ seq, server: 's', span: 's1', ...more })
const records = [
  record(3),
  record(4, { server: 't' }),
  record(5, { span: 's2' }),
  record(6, { span: 's9' }),
  record(7, { span: undefined }),
]

const parts = {
  log: new EventLog(),
  decisions: async () => [],
  servers: {
    all: [],
    recordingHeader: (server: string) => `{"header":"${server}"}\n`,
    assertKnown: (server: string) => {
      if (server === 'none') throw new UsageError('There is no server none')
    },
  },
  timeline: {
    ...{ firstSeq: 1, lastSeq: 5, bytes: 9 },
    page: called('page', { records: [] }),
    detail: called('detail', { record: {} }),
    lines: () => ['{"line":1}\n', '{"line":2}\n'],
    records: (...range: unknown[]) => {
      calls.push(['records', ...range])
      return records
    },
  },
  spans: {
    all: [],
    get: (id: string) => (id === 's1' ? span : id === 's0' ? { id, server: 's' } : undefined),
    childrenOf: (id: string) => (id === 's1' ? [{ id: 's2' }] : []),
  },
  operations: { all: [], get: (id: string) => (id === 'o' ? { id } : undefined) },
  tests: { all: [{ id: 't1' }] },
  host: { audit: [{ a: 1 }, { b: 2 }] },
  ...{ catalogues: { all: [] }, lines: { all: [] }, requests: { all: [] }, subscriptions: { all: [] } },
  ...{ signIns: { all: [] }, settings: { current: {} }, audit: [], changes: [], roots: [] },
  notices: { all: [], dismiss: called('dismiss') },
} as unknown as ConsoleParts

const facts = {
  ...{ release: '1.0', session: 'x', startedAt: 5, sandboxUrl: 'http://sandbox/', isTour: false, configFiles: ['f'] },
}

let listener: Listener

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html.gz'), gzipSync('<html>'))
  writeFileSync(join(folder, 'assets', 'a.js.gz'), gzipSync('code'))
  writeFileSync(join(folder, 'x.bin.gz'), gzipSync('x'))
  writeFileSync(join(folder, 'plain.txt'), 'not served')
  let serve: ReturnType<typeof serveConsole> | undefined
  listener = await listen(0, (...given) => serve?.(...given))
  const files = new PageFiles({ folder, policy: 'the policy' })
  serve = serveConsole({ origin: listener.origin, token, files, parts, facts: () => facts })
})

afterAll(async () => {
  await listener.close()
  rmSync(folder, { recursive: true })
})

function send(path: string, headers: OutgoingHttpHeaders = {}, { method = 'GET', body = '' } = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(`${listener.origin}${path}`, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (path.startsWith('/api/1/events')) response.destroy()
      })
      response.on('close', () => {
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const mine = { 'x-omniport-token': token }
const json = async (reply: Promise<Reply>) => {
  const { status, bytes } = await reply
  return { status, body: JSON.parse(bytes.toString()) }
}
const notFound = { ok: false, error: { code: 'not_found', message: 'It is not there, or not any more' } }

describe('the page', () => {
  test('is there for everybody on this machine, with what protects it', async () => {
    const { status, headers, bytes } = await send('/')
    expect([status, bytes.toString()]).toEqual([200, '<html>'])
    expect(headers).toMatchObject({
      ...{ 'content-type': 'text/html; charset=utf-8', 'content-length': '6', vary: 'accept-encoding' },
      ...{ 'cache-control': 'no-cache', 'content-security-policy': 'the policy', 'x-content-type-options': 'nosniff' },
      ...{ 'referrer-policy': 'no-referrer', 'cross-origin-resource-policy': 'same-origin' },
      ...{ 'cross-origin-opener-policy': 'same-origin', 'x-frame-options': 'DENY' },
    })
    expect(headers).not.toHaveProperty('content-encoding')
  })

  test('is compressed for who takes that, and its files stay the same', async () => {
    const { headers, bytes } = await send('/assets/a.js', { 'accept-encoding': 'br, gzip' })
    expect(gunzipSync(bytes).toString()).toBe('code')
    expect(headers).toMatchObject({
      ...{ 'content-encoding': 'gzip', 'content-type': 'text/javascript; charset=utf-8' },
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test.each([
    ['/index.html', 200, '<html>'],
    ['/servers/a?b=c.js#d', 200, '<html>'],
    ['/x.bin', 200, 'x'],
    ['/plain.txt', 404, 'There is no such file'],
    ['/none.js', 404, 'There is no such file'],
    ['/../secret.txt', 404, 'There is no such file'],
  ])('%s: %i', async (path, status, text) => {
    const reply = await send(path)
    expect([reply.status, reply.bytes.toString()]).toEqual([status, text])
  })

  test('has a head, and takes no other method', async () => {
    const head = await send('/', {}, { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, '6', 0])
    const post = await send('/', {}, { method: 'POST' })
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('must be in its folder', () => {
    expect(() => new PageFiles({ folder: '/none', policy: '' })).toThrow(
      new Error('The page of the console is not in /none'),
    )
  })

  test('has a policy with the frame of apps, or none', () => {
    const rest =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src data: blob:; font-src 'self'; connect-src 'self'; frame-src FRAME; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    expect(pagePolicy(undefined)).toBe(rest.replace('FRAME', "'none'"))
    expect(pagePolicy('http://127.0.0.1:9')).toBe(rest.replace('FRAME', 'http://127.0.0.1:9'))
  })
})

describe('who may ask', () => {
  const denied = (message: string) => ({ status: 403, body: { ok: false, error: { code: 'denied', message } } })

  test('nobody by another name, or from another page', async () => {
    expect(await json(send('/', { host: 'evil.example' }))).toEqual(denied(`Open ${listener.origin}/ instead`))
    expect(await json(send('/', { origin: 'http://evil.example' }))).toEqual(
      denied('Other pages cannot use the console'),
    )
    expect((await send('/', { origin: listener.origin })).status).toBe(200)
  })

  test.each<[OutgoingHttpHeaders, number]>([
    [{}, 401],
    [{ 'x-omniport-token': 'other' }, 401],
    [{ ...mine, 'sec-fetch-site': 'cross-site' }, 401],
    [{ ...mine, 'sec-fetch-site': 'same-site' }, 401],
    [{ ...mine, 'sec-fetch-site': 'same-origin' }, 200],
    [{ ...mine, 'sec-fetch-site': 'none' }, 200],
    [mine, 200],
  ])('for data only who has the token, and no other page: %j', async (headers, status) => {
    expect((await send('/api/1/state', headers)).status).toBe(status)
  })

  test('who has no token is told where it is', async () => {
    expect((await json(send('/api/1/state'))).body.error).toEqual({
      code: 'unauthorized',
      message: 'Open the address that the command printed: it has the token of this start',
    })
  })

  test('another interface is not there', async () => {
    expect(await json(send('/api/2/state', mine))).toEqual({
      ...{ status: 404, body: { ok: false, error: { code: 'not_found', message: 'The interface is at /api/1/' } } },
    })
  })
})

describe('data', () => {
  test('is the state', async () => {
    const { headers, bytes } = await send('/api/1/state', mine)
    expect([headers['content-type'], headers['cache-control']]).toEqual(['application/json; charset=utf-8', 'no-store'])
    expect(JSON.parse(bytes.toString())).toMatchObject({
      ...{ version: 1, release: '1.0', session: 'x', cursor: 0, startedAt: 5, sandboxUrl: 'http://sandbox/' },
      ...{ messages: { firstSeq: 1, lastSeq: 5, bytes: 9 }, configFiles: ['f'], isTour: false },
    })
  })

  test.each<[string, unknown[]]>([
    ['messages', ['page', { limit: 1_000 }]],
    ['messages?limit=0', ['page', { limit: 1 }]],
    ['messages?limit=9999', ['page', { limit: 5_000 }]],
    ['messages?after=3&limit=7', ['page', { limit: 7, after: 3 }]],
    ['messages?before=3', ['page', { limit: 1_000, before: 3 }]],
    ['messages/4', ['detail', 4, false]],
    ['messages/4?whole=1', ['detail', 4, true]],
  ])('of the timeline: %s', async (path, call) => {
    calls.length = 0
    expect((await send(`/api/1/${path}`, mine)).status).toBe(200)
    expect(calls).toEqual([call])
  })

  test('of a span has the messages of it and of its parts', async () => {
    calls.length = 0
    expect(await json(send('/api/1/spans/s1', mine))).toEqual({
      ...{ status: 200, body: { span, children: [{ id: 's2' }], messages: [records[0], records[2]] } },
    })
    expect(calls).toEqual([['records', 3, 5_003]])
    expect((await json(send('/api/1/spans/s0', mine))).body).toMatchObject({ children: [], messages: [] })
  })

  test.each(['operations', 'operations/x', 'spans', 'spans/x', 'none', 'state/x/y', 'actions/none', ''])(
    'that is not there: %s',
    async (path) => {
      expect(await json(send(`/api/1/${path}`, mine))).toEqual({ status: 404, body: notFound })
    },
  )

  test('of an operation', async () => {
    expect(await json(send('/api/1/operations/o', mine))).toEqual({ status: 200, body: { id: 'o' } })
  })

  test.each([
    ['messages?after=x', 'after must be a number'],
    ['messages?limit=-1', 'limit must be a number'],
    ['messages/%zz', 'The path is not encoded as it must be'],
    ['export', 'format must be one of recording, tests, audit'],
    ['export?format=recording&server=none', 'There is no server none'],
  ])('is refused: %s', async (path, message) => {
    expect(await json(send(`/api/1/${path}`, mine))).toEqual({
      ...{ status: 400, body: { ok: false, error: { code: 'usage', message } } },
    })
  })

  test('of events begins where the client says', async () => {
    const { status, headers, bytes } = await send('/api/1/events?after=0', mine)
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
    expect(JSON.parse(bytes.toString())).toEqual({ type: 'hello', version: 1, session: 'x', cursor: 0 })
  })
})

describe('downloads', () => {
  test.each([
    [
      'recording&server=my+server',
      'my-server.jsonl',
      'application/x-ndjson',
      '{"header":"my server"}\n{"line":1}\n{"line":2}\n',
    ],
    ['audit', 'audit.jsonl', 'application/x-ndjson', '{"a":1}\n{"b":2}\n'],
    [
      'tests',
      'calls.json',
      'application/json',
      '{\n  "version": 1,\n  "tests": [\n    {\n      "id": "t1"\n    }\n  ]\n}\n',
    ],
  ])('%s', async (format, name, type, text) => {
    const { status, headers, bytes } = await send(`/api/1/export?format=${format}`, mine)
    expect([status, bytes.toString()]).toEqual([200, text])
    expect(headers).toMatchObject({
      ...{ 'content-type': type, 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' },
    })
  })
})

describe('actions', () => {
  const act = (name: string, body: string, headers: OutgoingHttpHeaders = { 'content-type': 'application/json' }) =>
    json(send(`/api/1/actions/${name}`, { ...mine, ...headers }, { method: 'POST', body }))

  test('are run with their input', async () => {
    calls.length = 0
    expect(
      (await act('dismiss-notice', '{"id":"n1"}', { 'content-type': 'Application/JSON; charset=utf-8' })).status,
    ).toBe(200)
    expect(calls).toEqual([['dismiss', 'n1']])
  })

  test.each([
    ['dismiss-notice', '{}', 'dismiss-notice.id must have 1 to 64 characters of A-Z a-z 0-9 _ -'],
    ['dismiss-notice', '{', 'The request is not JSON'],
    [
      'operate',
      '{"id":"a","request":{"kind":"x"}}',
      'operate.request.kind must be one of call, read, get, load-skill, read-skill-file, load-app, wire, ping, raw',
    ],
  ])('are refused: %s %s', async (name, body, message) => {
    expect(await act(name, body)).toEqual({ status: 400, body: { ok: false, error: { code: 'usage', message } } })
  })

  test.each([[{}], [{ 'content-type': 'text/plain' }], [{ 'content-type': 'application/jsonx' }]])(
    'are JSON: %j',
    async (headers) => {
      expect((await act('dismiss-notice', '{"id":"n1"}', headers)).body.error).toEqual({
        code: 'usage',
        message: 'content-type must be application/json',
      })
    },
  )

  test.each(['toString', 'none', 'dismiss-notice/x'])('that are not there: %s', async (name) => {
    expect(await act(name, '{}')).toEqual({ status: 404, body: notFound })
  })
})
