import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer } from '../../../entries/index.js'
import { serveHttp } from '../../../entries/node.js'
import type { Protocol } from '../../command-line/invocation.js'
import { type Listening, listen, reply } from '../../doctor/fixtures/listen.js'
import { serveHello } from '../../fixtures/serve-hello.js'
import type { CheckFlags } from '../check-flags.js'
import { type CheckOutcome, countOutcomes } from './check-report.js'
import { checkServerCommand } from './check-server-command.js'

const open: Listening[] = []
let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'check-server-'))
})

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  await rm(cwd, { recursive: true })
})

/** A server of these revisions that answers every request with an empty result. */
async function serve(revisions: readonly string[]) {
  const served = await listen((asked, response) => {
    const parsed = /^\{.*\}$/s.test(asked.body) ? JSON.parse(asked.body) : {}
    if (asked.method !== 'POST') return reply(response, 405)
    if (parsed.id === undefined || parsed.jsonrpc === undefined)
      return reply(response, parsed.method === undefined ? 400 : 202)
    const version = parsed.params?.protocolVersion
    const result =
      parsed.method === 'initialize'
        ? {
            protocolVersion: revisions.includes(version) ? version : revisions[0],
            capabilities: {},
            serverInfo: { name: 's', version: '1' },
          }
        : {}
    return reply(response, 200, { jsonrpc: '2.0', id: parsed.id, result })
  })
  open.push(served)
  return `${served.origin}/mcp`
}

async function check(
  words: readonly string[],
  { protocol, flags = {}, text }: { protocol?: Protocol; flags?: CheckFlags; text?: true } = {},
) {
  const { io, stdout, stderr } = createMemoryIo({ cwd })
  const statuses: string[] = []
  const options = { env: [], header: [], timeout: 2_000, ...(protocol && { protocol }), ...(text && { text }) }
  const own = { ...io, status: (line: string) => void statuses.push(line) }
  const code = await checkServerCommand({ words, command: undefined, options, flags }, own).catch((reason) => reason)
  return { code, printed: stdout(), stderr: stderr(), statuses }
}

test('each revision that a server speaks is checked', async () => {
  const url = await serve(['2025-06-18', '2025-11-25'])
  const { printed, statuses } = await check([url])
  const report = JSON.parse(printed)
  expect([report.target, report.transport, report.sse, report.revisions]).toEqual([
    url,
    'http',
    [],
    ['2025-06-18', '2025-11-25'],
  ])
  expect(report.counts).toEqual(countOutcomes(report.checks))
  expect([statuses[0], statuses.at(-1), statuses.includes('2025-11-25 ping')]).toEqual([
    '2025-06-18 initialize-result',
    '',
    true,
  ])
})

test.each([
  ['2025-11-25', ['2025-11-25']],
  ['legacy', ['2024-11-05', '2025-11-25']],
] satisfies [Protocol, string[]][])('--protocol %s chooses', async (protocol, revisions) => {
  const { printed } = await check([await serve(['2024-11-05', '2025-11-25'])], { protocol })
  expect(JSON.parse(printed).revisions).toEqual(revisions)
})

test('the oldest revision is checked over HTTP+SSE where the server has no other', async () => {
  const server = createServer({ name: 's', version: '1', logger: createRecordingLogger() })
  const served = await serveHttp(server, { port: 0, sseEndpoints: true })
  open.push({ ...served, origin: new URL(served.url).origin } as unknown as Listening) // closed as the others are
  const url = new URL('/sse', served.url).href
  const { printed } = await check([url], { protocol: '2024-11-05' })
  const { sse, revisions } = JSON.parse(printed)
  expect([sse, revisions]).toEqual([['2024-11-05'], ['2024-11-05']])
  const { printed: forPeople } = await check([url], { protocol: '2024-11-05', text: true })
  expect(forPeople).toContain('\n2024-11-05 over HTTP+SSE  ')
})

test('people get what failed, with what the server did, and what passed counted', async () => {
  const url = await serve(['2025-11-25'])
  const { code, printed } = await check([url], { protocol: '2025-11-25', text: true })
  const lines = printed.trimEnd().split('\n')
  expect(lines[0]).toBe(`${url} over http`)
  expect(lines[1]).toMatch(/^2025-11-25 {2}\d+ of \d+ passed$/)
  expect(lines).toEqual(
    expect.arrayContaining(
      [
        '  ✗ fail    unknown-method: an unknown method is answered with -32601 (ERR-01)',
        '      expected an error with code -32601; got a result with HTTP status 200',
        '  ! warning undefined-members: messages have only members that the revision defines (BASE-36)',
      ].slice(0, 2),
    ),
  )
  expect(lines.at(-1)).toMatch(/^\d+ passed, [1-9]\d* failed, \d+ warnings$/)
  expect([code.code, code.message]).toEqual(['invalid_result', expect.stringMatching(/^[1-9]\d* checks have failed$/)])
})

test('a server that fails no check is one that passes', async () => {
  const served = await serveHello()
  open.push({ ...served, origin: new URL(served.url).origin } as unknown as Listening) // closed as the others are
  const { code, printed, stderr } = await check([served.url], { protocol: '2025-11-25', text: true })
  expect([code, stderr]).toEqual([0, []])
  expect(printed).toMatch(/^http:\S+ over http\n2025-11-25 {2}(\d+) of \1 passed\n\1 passed, 0 failed, 0 warnings\n$/)
})

test('one failure is said to be one', async () => {
  const served = await serveHello()
  open.push({ ...served, origin: new URL(served.url).origin } as unknown as Listening) // closed as the others are
  const { code } = await check([served.url, 'a=1'], { protocol: '2025-11-25', flags: { tool: 'hello' } })
  expect(code).toBe(0)
})

test('the results are written for CI systems', async () => {
  const url = await serve(['2025-11-25'])
  await check([url], { protocol: '2025-11-25', flags: { junit: 'out.xml' } })
  const xml = await readFile(join(cwd, 'out.xml'), 'utf8')
  expect(xml).toContain(`<testsuite name="${url} 2025-11-25" tests="`)
  expect(xml).toContain(
    'name="unknown-method: an unknown method is answered with -32601"><failure message="expected an error with code -32601; got a result with HTTP status 200"/></testcase>',
  )
  expect(xml).toContain('name="ping: ping is answered with an empty result"/>')
})

describe('nothing is checked', () => {
  test('of a server that agrees to nothing', async () => {
    const { code } = await check([await serve(['2024-11-05'])], { protocol: 'modern' })
    expect([code.code, code.message]).toEqual([
      'unsupported',
      'check: the server agreed to none of 2026-07-28; "omniport doctor" says what it answers',
    ])
    const all = await check([await serve(['2099-01-01'])])
    expect(all.code.message).toBe(
      'check: the server agreed to none of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28; "omniport doctor" says what it answers',
    )
  })

  test('with words that are no target', async () => {
    const { code } = await check(['http://127.0.0.1:1', 'a=1'])
    expect([code.code, code.message]).toEqual([
      'usage',
      'check takes one target, got "a=1" as well; arguments go with --tool <name>',
    ])
  })
})

test('outcomes are counted', () => {
  const outcome = (of: CheckOutcome['outcome']) =>
    ({ revision: '2025-11-25', name: 'a', title: 'b', requirements: [], outcome: of }) as const
  expect(
    countOutcomes([outcome('pass'), outcome('fail'), outcome('pass'), outcome('warning'), outcome('pass')]),
  ).toEqual({
    pass: 3,
    fail: 1,
    warning: 1,
  })
})
