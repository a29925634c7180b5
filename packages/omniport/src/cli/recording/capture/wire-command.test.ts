import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer, jsonSchema, revisions, ToolError, tool } from '../../../entries/index.js'
import { serveHttp } from '../../../entries/node.js'
import type { RunOptions } from '../../command-line/invocation.js'
import type { Io } from '../../process/io.js'
import { wireCommand } from './wire-command.js'

const server = createServer({
  ...{ name: 's', version: '1', logger: createRecordingLogger() },
  tools: {
    add: tool({
      input: jsonSchema<{ a: number; b?: number }>({
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'integer' } },
        required: ['a'],
      }),
      run: ({ a, b = 0 }) => `${a} + ${b}`,
    }),
    fail: tool({
      run: () => {
        throw new ToolError('never')
      },
    }),
  },
})

let served: Awaited<ReturnType<typeof serveHttp>>
let cwd: string

beforeAll(async () => {
  served = await serveHttp(server, { port: 0 })
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wire-'))
})

afterEach(() => rm(cwd, { recursive: true }))

interface Given {
  readonly options?: Partial<RunOptions>
  readonly word?: string
  readonly html?: string
  readonly world?: Partial<Io>
}

async function wire(words: readonly string[], { options = {}, word = served.url, html, world = {} }: Given = {}) {
  const { io, stdout } = createMemoryIo({ cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') }, ...world })
  const target = { type: 'word', word } as const
  const invocation = { target, words, options: { env: [], header: [], ...options } }
  const code = await wireCommand(invocation, html === undefined ? {} : { html }, io).catch((reason) => reason)
  return { code, printed: stdout() }
}

const json = { json: true } as const

describe('the same call is made', () => {
  test('in every revision', async () => {
    const { code, printed } = await wire(['add', 'a=1', 'b=2'], { options: json })
    const { result } = JSON.parse(printed)
    expect(code).toBe(0)
    expect([result.tool, result.arguments]).toEqual(['add', { a: 1, b: 2 }])
    expect(result.revisions.map(({ revision }: { revision: string }) => revision)).toEqual(revisions)
    const calls = result.revisions.map(({ lines }: { lines: readonly { message?: { params?: object } }[] }) =>
      lines.flatMap(({ message }) => (JSON.stringify(message)?.includes('"tools/call"') ? [message?.params] : [])),
    )
    expect(calls.map((each: readonly { arguments: object }[]) => each.map((params) => params.arguments))).toEqual(
      revisions.map(() => [{ a: 1, b: 2 }]),
    )
    expect(JSON.stringify(result)).toContain('1 + 2')
    expect(result.revisions.some((each: object) => 'error' in each)).toBe(false)
  })

  test.each<[RunOptions['protocol'], readonly string[]]>([
    ['auto', revisions],
    ['legacy', revisions.slice(0, -1)],
    ['modern', ['2026-07-28']],
    ['2025-06-18', ['2025-06-18']],
  ])('in those of --protocol %s', async (protocol, chosen) => {
    const { printed } = await wire(['add', 'a=1'], { options: { ...json, protocol } })
    const { result } = JSON.parse(printed)
    expect(result.revisions.map(({ revision }: { revision: string }) => revision)).toEqual(chosen)
  })
})

describe('what went over the wire is printed', () => {
  test('once for the revisions in which it is the same', async () => {
    const { code, printed } = await wire(['add', 'a=1'])
    expect(code).toBe(0)
    const lines = printed.split('\n')
    expect(lines.slice(0, 2)).toEqual(['→ initialize', '  2024-11-05'])
    expect(lines[2]).toMatch(/^ {4}POST /)
    expect(printed).toMatch(/^← result of tools\/call\n {2}2024-11-05 .*\n {4}HTTP 200\n/m)
    expect(printed).toMatch(/\n {6}"jsonrpc": "2\.0"/)
    expect(printed).toMatch(/ {4}\}\n\n→ /)
    expect(printed.match(/^→ tools\/call$/gm)).toHaveLength(1)
    expect(printed).not.toContain('failed')
    expect(printed.endsWith('}\n\n')).toBe(true)
  })

  test('a tool that fails is no failure of the revision', async () => {
    const { code, printed } = await wire(['fail'], { options: { ...json, protocol: 'modern' } })
    expect([code, JSON.parse(printed).result.revisions[0].error]).toEqual([0, undefined])
    expect(printed).toContain('never')
  })

  test('as a page, whose path is printed', async () => {
    const { code, printed } = await wire(['add', 'a=1'], { html: 'wire.html', options: { protocol: 'legacy' } })
    expect([code, JSON.parse(printed)]).toEqual([0, { html: join(cwd, 'wire.html') }])
    const page = await readFile(join(cwd, 'wire.html'), 'utf8')
    expect(page).toContain('<h1>add <span>in each revision</span></h1>')
    expect(page.match(/<th scope="col">/g)).toHaveLength(revisions.length - 1)
  })
})

describe('a module', () => {
  test('is called over pipes', async () => {
    await writeFile(join(cwd, 'server.mjs'), moduleText)
    const given = { word: './server.mjs', options: { ...json, protocol: '2025-06-18', validateInput: false } as const }
    const { printed } = await wire(['any'], given)
    const [one] = JSON.parse(printed).result.revisions
    expect(one.lines.map(({ transport }: { transport: string }) => transport)).toEqual(one.lines.map(() => 'stdio'))
    expect(one.lines.length).toBeGreaterThan(3)
  })
})

/** A server of one revision, with no tools listed; each call of one answers "made". */
const moduleText = `const results = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
  'tools/list': { tools: [] },
  'tools/call': { content: [{ type: 'text', text: 'made' }] },
}
export const server = {
  serve: async ({ id, method }) => (id === undefined ? undefined : { jsonrpc: '2.0', id, result: results[method] ?? {} }),
}`

describe('a call that cannot be made', () => {
  test.each<[readonly string[], string, string]>([
    [[], 'usage', 'wire: say which tool; "omniport list <target> tools" shows them'],
    [['ad'], 'not_found', 'The server has no tool "ad"; did you mean "add"? It has add, fail'],
    [['add', 'a=1', 'c=2'], 'usage', 'add has no argument "c". It takes a, b (--no-validate-input sends it anyway)'],
  ])('is refused before anything is recorded: %j', async (words, code, message) => {
    const { code: failure, printed } = await wire(words)
    expect([failure, printed]).toEqual([expect.objectContaining({ code, message }), ''])
  })

  test('is refused for arguments that the schema refuses, unless they are to be sent', async () => {
    const { code } = await wire(['add', 'a=x'])
    expect(code).toMatchObject({ code: 'usage', message: expect.stringMatching(/^add: a .*sends it anyway\)$/) })
    const sent = await wire(['add', 'a=x', 'z=1'], { options: { ...json, validateInput: false, protocol: 'modern' } })
    expect([sent.code, JSON.parse(sent.printed).result.arguments]).toEqual([0, { a: 'x', z: '1' }])
  })

  test('fails where it fails in every revision, with what was said', async () => {
    const options = { validateInput: false, protocol: '2025-06-18' } as const
    const { code, printed } = await wire(['none'], { options })
    expect(code).toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(/^The call failed in every revision: .*none/),
    })
    expect(printed).toMatch(/^2025-06-18 failed: .*none/m)
    const [one] = JSON.parse((await wire(['none'], { options: { ...options, ...json } })).printed).result.revisions
    expect(one).toMatchObject({ revision: '2025-06-18', error: expect.stringContaining('none') })
    expect(JSON.stringify(one.lines)).toContain('tools/call')
  })

  test('ends with the reason of an interruption', async () => {
    const controller = new AbortController()
    controller.abort(new Error('Ended by SIGINT'))
    expect((await wire(['add', 'a=1'], { world: { signal: controller.signal } })).code).toEqual(
      new Error('Ended by SIGINT'),
    )
  })
})
