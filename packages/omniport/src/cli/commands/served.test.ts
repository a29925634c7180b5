import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer, prompt, resource, tool } from '../../entries/index.js'
import { serveHttp } from '../../entries/node.js'
import type { Invocation, RunOptions } from '../command-line/invocation.js'
import type { Io } from '../process/io.js'
import { wireCommand } from '../recording/capture/wire-command.js'
import { callCommand } from './call-command.js'
import { listCommand } from './list-command.js'
import { readCommand } from './read-command.js'

let served: Awaited<ReturnType<typeof serveHttp>>
let cwd: string

beforeAll(async () => {
  const number = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] } as const
  served = await serveHttp(
    createServer({
      ...{ name: 's', version: '1', logger: createRecordingLogger() },
      tools: {
        double: tool({ input: number, run: ({ a }) => String(Number(a) * 2) }),
        ask: tool({
          run: async (_args, ctx) =>
            JSON.stringify(await ctx.elicit('Really?', { type: 'object', properties: { ok: { type: 'boolean' } } })),
        }),
      },
      resources: {
        page: resource({ uri: 'a:page', read: () => 'a **page**' }),
        both: resource({
          uri: 'a:both',
          read: () => ({
            contents: [
              { uri: 'a:1', text: 'one' },
              { uri: 'a:2', text: 'two' },
            ],
          }),
        }),
      },
      prompts: { hello: prompt({ get: () => 'Say hello' }) },
    }),
    { port: 0 },
  )
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'commands-'))
})

afterEach(() => rm(cwd, { recursive: true }))

async function run<F>(
  verb: (invocation: Invocation<F>, io: Io) => Promise<number>,
  words: readonly string[],
  options: Partial<RunOptions> = {},
  flags?: F,
) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') } })
  const target = { type: 'word', word: served.url } as const
  const invocation = { target, words, options: { env: [], header: [], ...options }, ...(flags && { flags }) }
  const code = await verb(invocation, io).catch((reason) => reason)
  return { code, printed: stdout(), stderr: stderr() }
}

describe('read', () => {
  test('prints what a resource has', async () => {
    const { code, printed } = await run(readCommand, ['a:page'])
    expect([code, JSON.parse(printed).contents]).toEqual([0, [{ uri: 'a:page', text: 'a **page**' }]])
    expect((await run(readCommand, ['a:page'], { text: true })).printed).toBe('a:page\na **page**\n')
  })

  test('prints contents one below the other', async () => {
    expect((await run(readCommand, ['a:both'], { text: true })).printed).toBe('a:1\none\n\na:2\ntwo\n')
  })

  test('saves it where that is wanted', async () => {
    const { printed } = await run(readCommand, ['a:page'], { text: true }, { output: 'out' })
    expect(printed).toBe(`a:page\nsaved to ${join(cwd, 'out')}\n`)
    expect(await readFile(join(cwd, 'out'), 'utf8')).toBe('a **page**')
  })

  test.each([
    [[], 'read: say which URI; "omniport list <target> resources" shows them'],
    [['a', 'b'], 'read takes one URI, got "b" as well'],
    [['a'], 'read: "a" is no URI; "omniport list <target> resources" shows them'],
  ])('does not take %j', async (words, message) => {
    expect((await run(readCommand, words)).code).toMatchObject({ code: 'usage', message })
  })
})

describe('list', () => {
  test.each([
    ['tools', 'tools', ['ask', 'double']],
    ['resources', 'resources', ['both', 'page']],
    ['templates', 'resourceTemplates', []],
    ['prompts', 'prompts', ['hello']],
  ])('prints the %s', async (kind, member, names) => {
    const { printed } = await run(listCommand, [kind])
    expect(
      JSON.parse(printed)
        [member].map(({ name }: { name: string }) => name)
        .sort(),
    ).toEqual(names)
    const title = kind.charAt(0).toUpperCase() + kind.slice(1)
    expect((await run(listCommand, [kind], { text: true })).printed.split('\n')[0]).toBe(
      names.length === 0 ? `${title}: none` : `${title}:`,
    )
  })

  test('prints everything', async () => {
    const { printed } = await run(listCommand, [], { text: true })
    expect(printed.split('\n')[0]).toBe('s 1, speaking 2026-07-28')
    expect(JSON.parse((await run(listCommand, [])).printed)).toMatchObject({
      server: { name: 's', version: '1' },
      revision: '2026-07-28',
    })
  })

  const kinds = 'list: the kind must be tools, resources, templates, prompts, card; got'

  test.each([
    [['tools', 'x'], 'list takes one kind, got "x" as well'],
    [['skills'], `${kinds} "skills"; "omniport skills" lists those`],
    [['tool'], `${kinds} "tool"; did you mean "tools"?`],
    [['zzz'], `${kinds} "zzz"`],
  ])('does not take %j', async (words, message) => {
    expect((await run(listCommand, words)).code).toMatchObject({ code: 'usage', message })
  })

  test.each([
    [{ type: 'word', word: 'tools' }, `${kinds} "zzz"; the target comes first: "omniport list zzz tools"`],
    [{ type: 'command', command: 'x', args: [] }, `${kinds} "zzz"; the target is the command after "--"`],
  ] as const)('says where the target stands: %j', async (target, message) => {
    const { io } = createMemoryIo({ cwd })
    await expect(listCommand({ target, words: ['zzz'], options: { env: [], header: [] } }, io)).rejects.toMatchObject({
      message,
    })
  })
})

describe('call', () => {
  test('prints the result', async () => {
    expect((await run(callCommand, ['double', 'a=3'], { text: true })).printed).toBe('6\n')
  })

  test('of a tool that asks a person says where to call it', async () => {
    const { code } = await run(callCommand, ['ask'])
    expect(code).toMatchObject({
      code: -32021,
      message: expect.stringMatching(/\belicitation\b.*; the server asks a person: call it at a terminal$/),
    })
  })

  test('of a server that keeps credentials says how to give them', async () => {
    const url = 'http://127.0.0.1:1/'
    const { io } = createMemoryIo({ cwd })
    const invocation = { target: { type: 'word', word: url }, words: ['x'], options: { env: [], header: [] } } as const
    await expect(callCommand(invocation, io)).rejects.toMatchObject({ code: 'unreachable' })
  })
})

describe('wire', () => {
  test('prints each step once for the revisions in which it is the same', async () => {
    const { code, printed } = await run((invocation, io) => wireCommand(invocation, {}, io), ['double', 'a=3'])
    const lines = printed.split('\n')
    expect(code).toBe(0)
    expect(lines.filter((line) => /^[→←]/.test(line))).toEqual(
      expect.arrayContaining(['→ initialize', '← result of initialize', '→ tools/call', '← result of tools/call']),
    )
    const at = lines.indexOf('→ initialize')
    expect([lines[at + 1], lines[lines.indexOf('← result of initialize') - 1]]).toEqual([
      expect.stringMatching(/^ {2}2024-11-05/),
      '',
    ])
    expect(lines.filter((line) => line.includes('failed'))).toEqual([])
  })

  test('has a document of what passed, in one revision', async () => {
    const { printed } = await run((invocation, io) => wireCommand(invocation, {}, io), ['double', 'a=3'], {
      json: true,
      protocol: '2025-11-25',
    })
    const { tool: name, arguments: args, revisions } = JSON.parse(printed).result
    expect([
      name,
      args,
      revisions.map(({ revision, error }: { revision: string; error?: string }) => [revision, error]),
    ]).toEqual(['double', { a: 3 }, [['2025-11-25', undefined]]])
  })

  test('writes a page', async () => {
    const { printed } = await run(
      (invocation, io) => wireCommand(invocation, { html: 'w.html' }, io),
      ['double', 'a=3'],
      { protocol: 'legacy' },
    )
    expect(JSON.parse(printed)).toEqual({ html: join(cwd, 'w.html') })
    const page = await readFile(join(cwd, 'w.html'), 'utf8')
    expect(page).toContain('<title>double in each revision</title>')
    expect(page).toContain('<th scope="col">2024-11-05</th><th scope="col">2025-03-26</th>')
    expect(page).toContain('= as on the left')
    expect(page).not.toContain('<script')
  })

  test.each([
    [[], 'usage', 'wire: say which tool; "omniport list <target> tools" shows them'],
    [['duble'], 'not_found', expect.stringMatching(/^The server has no tool "duble"; did you mean "double"\? It has /)],
    [['double', 'b=1'], 'usage', expect.stringMatching(/has no argument "b"/)],
  ])('does not call %j', async (words, code, message) => {
    const found = await run((invocation, io) => wireCommand(invocation, {}, io), words)
    expect(found.code).toMatchObject({ code, message })
  })
})
