import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { examineEras } from './examine-eras.js'
import { type Listening, listen, reply } from './fixtures/listen.js'

const open: Listening[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

interface Reply {
  readonly status?: number
  readonly result?: object
  readonly error?: object
  readonly headers?: Readonly<Record<string, string>>
  /** A body that is no message. */
  readonly body?: string
}

/** Examines a server that answers each revision with this. */
async function examine(answer: (revision: string) => Reply) {
  const served = await listen((asked, response) => {
    const { id, method, params } = JSON.parse(asked.body || '{}')
    if (id === undefined) return reply(response, asked.method === 'POST' ? 202 : 405)
    const revision = method === 'initialize' ? params.protocolVersion : '2026-07-28'
    const { status = 200, result, error, headers, body } = answer(revision)
    if (body !== undefined)
      return void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body)
    return reply(response, status, { jsonrpc: '2.0', id, ...(result && { result }), ...(error && { error }) }, headers)
  })
  open.push(served)
  const { io } = createMemoryIo({ cwd: '/' })
  const url = `${served.origin}/mcp`
  const invocation = { target: { type: 'word', word: url }, words: [], options: { env: [], header: [] } } as const
  const found = await examineEras({ target: { type: 'url', address: { url, headers: {} } }, invocation }, io)
  expect(new Set(found.map(({ area }) => area))).toEqual(new Set(['protocol']))
  return found.map(({ level, text, advice }) => [level, text, ...(advice === undefined ? [] : [advice])].join(' | '))
}

const serverInfo = { name: 'notes', version: '1.2' }
const whole = { capabilities: { tools: {}, logging: {} }, serverInfo }
const isModern = (revision: string) => revision === '2026-07-28'
/** A server that agrees to each of these revisions. */
const speaks =
  (revisions: readonly string[], more: object = {}, headers?: Readonly<Record<string, string>>) =>
  (revision: string): Reply => {
    if (!revisions.includes(revision)) return { error: { code: -32022, message: 'no' } }
    const own = isModern(revision) ? { supportedVersions: [revision] } : { protocolVersion: revision }
    return { result: { ...own, ...whole, ...more }, ...(headers && { headers }) }
  }

const fine = ['ok | it calls itself notes 1.2', 'ok | declares tools, logging']

describe('the revisions of a server', () => {
  test('are said, with what it calls itself and declares', async () => {
    expect(await examine(speaks(['2025-06-18', '2026-07-28']))).toEqual(['ok | speaks 2025-06-18, 2026-07-28', ...fine])
  })

  test('are noted without the modern one', async () => {
    expect(await examine(speaks(['2024-11-05', '2025-11-25']))).toEqual([
      'note | speaks 2024-11-05, 2025-11-25; 2026-07-28 is not among them',
      ...fine,
    ])
  })
})

describe('what a server says of itself', () => {
  const of = async (more: object, revision = '2025-11-25') => (await examine(speaks([revision], more))).slice(1)

  test.each([
    [{ serverInfo: undefined }, '2025-11-25', 'ok | it calls itself (unnamed)'],
    [{ serverInfo: { name: 'a\u001b' } }, '2025-11-25', 'ok | it calls itself a\\u001b'],
    [
      { serverInfo: undefined, _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } },
      '2026-07-28',
      'ok | it calls itself notes 1.2',
    ],
  ])('%j', async (more, revision, finding) => {
    expect((await of(more, revision))[0]).toBe(finding)
  })

  test('may be nothing', async () => {
    expect((await of({ capabilities: {} }))[1]).toBe(
      'warning | it declares no capabilities | declare tools, resources or prompts: clients do not ask for what is not declared',
    )
  })

  test.each([
    ['x'.repeat(4_000), []],
    [7, []],
    [
      'x'.repeat(4_001),
      ['warning | its instructions have 4001 characters | shorten them: a model reads them each time'],
    ],
  ])('may be long, case %#', async (instructions, findings) => {
    expect((await of({ instructions })).slice(2)).toEqual(findings)
  })
})

describe('the headers of replies', () => {
  const advice = 'send application/json or text/event-stream; a proxy may be in between'

  test.each([
    ['application/json; charset=utf-8', []],
    ['application/jsonl', [`problem | the content-type of a reply in 2025-11-25 is "application/jsonl" | ${advice}`]],
    ['', [`problem | the content-type of a reply in 2025-11-25 is "" | ${advice}`]],
    [
      'text/x-application/json',
      [`problem | the content-type of a reply in 2025-11-25 is "text/x-application/json" | ${advice}`],
    ],
  ])('have a type: %j', async (type, findings) => {
    const found = await examine(speaks(['2025-11-25'], {}, { 'content-type': type }))
    expect(found.slice(3)).toEqual(findings)
  })

  test('have no session in the modern revision', async () => {
    const found = await examine(speaks(['2025-11-25', '2026-07-28'], {}, { 'mcp-session-id': 's' }))
    expect(found.slice(3)).toEqual([
      'warning | 2026-07-28 has no sessions, but there is a header Mcp-Session-Id | send it in older revisions only',
    ])
  })
})

describe('a server that agrees to nothing', () => {
  const log = 'see that it is an MCP server, and what it logs'

  test.each([
    [{ error: { code: 1, message: 'not today' } }, `; HTTP status 200; it says "not today" | ${log}`],
    [{ error: { code: 1, message: 'x'.repeat(300) } }, `; HTTP status 200; it says "${'x'.repeat(200)}" | ${log}`],
    [
      { status: 401, body: 'who?' },
      '; HTTP status 401; it says "who?" | sign in with --auth, or send a token with --bearer-env <name>',
    ],
    [
      { status: 403, body: 'no' },
      '; HTTP status 403; it says "no" | sign in with --auth, or send a token with --bearer-env <name>',
    ],
    [
      { status: 404, body: 'gone' },
      '; HTTP status 404; it says "gone" | check the path of the URL: servers often listen at /mcp',
    ],
    [
      { status: 405, body: '' },
      '; HTTP status 405; it says "" | the URL may be that of the HTTP+SSE transport of 2024-11-05, often /sse: "omniport list" reaches it',
    ],
    [{ status: 500, body: 'oh' }, `; HTTP status 500; it says "oh" | ${log}`],
  ] satisfies [Reply, string][])('is explained: %j', async (answer, text) => {
    expect(await examine(() => answer)).toEqual([`problem | it agrees to no revision${text}`])
  })

  test('may be out of reach', async () => {
    const served = await listen((_asked, response) => void response.socket?.destroy())
    open.push(served)
    const { io } = createMemoryIo({ cwd: '/' })
    const invocation = {
      target: { type: 'word', word: served.origin },
      words: [],
      options: { env: [], header: [] },
    } as const
    const target = { type: 'url', address: { url: served.origin, headers: {} } } as const
    expect(await examineEras({ target, invocation }, io)).toEqual([
      {
        area: 'protocol',
        level: 'problem',
        text: 'it agrees to no revision; it says "other side closed"',
        advice: log,
      },
    ])
  })
})
