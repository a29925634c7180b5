import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer, prompt, resource, skill, tool } from '../../entries/index.js'
import { serveHttp } from '../../entries/node.js'
import type { Invocation, RunOptions } from '../command-line/invocation.js'
import type { Io } from '../process/io.js'
import { completeCommand } from './complete-command.js'
import { listenCommand } from './listen-command.js'
import { skillsCommand } from './skills-command.js'

const logger = createRecordingLogger()
const one = { description: 'Refunds a customer', instructions: 'See mail.md.' }
const cities = ['Bern', 'Berlin', 'Beirut']
const name = { type: 'object', properties: { city: { type: 'string' }, country: { type: 'string' } } } as const

const server = createServer({
  ...{ name: 's', version: '1', logger },
  tools: { first: tool({ run: () => 'x' }) },
  resources: {
    milk: resource({ uri: 'notes://milk', read: () => 'Milk' }),
    note: resource({
      uri: 'many://{n}',
      complete: { n: () => Array.from({ length: 102 }, (_, at) => `n${at}`) },
      read: ({ n }) => n,
    }),
  },
  prompts: {
    visit: prompt({
      arguments: name,
      complete: {
        city: (typed, ctx) =>
          ctx.arguments['country'] === 'de' ? ['Köln'] : cities.filter((each) => each.startsWith(typed)),
      },
      get: () => 'x',
    }),
    plain: prompt({ get: () => 'x' }),
  },
  skills: [
    skill({
      ...one,
      name: 'refunds',
      prefix: 'a',
      files: { 'mail.md': 'Dear you', 'logo.png': Uint8Array.of(137, 255) },
    }),
    skill({ ...one, name: 'same', prefix: 'a' }),
    skill({ ...one, name: 'same', prefix: 'b' }),
    skill({ ...one, name: 'live', files: { now: () => 'now' } }),
  ],
})

let served: Awaited<ReturnType<typeof serveHttp>>
let bare: Awaited<ReturnType<typeof serveHttp>>
let cwd: string

beforeAll(async () => {
  served = await serveHttp(server, { port: 0 })
  bare = await serveHttp(createServer({ name: 'bare', version: '1', logger }), { port: 0 })
})

afterAll(async () => {
  await served.close()
  await bare.close()
})

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'verbs-'))
})

afterEach(() => rm(cwd, { recursive: true }))

interface Given<F> {
  readonly options?: Partial<RunOptions>
  readonly flags?: F
  readonly world?: Partial<Io>
  readonly word?: string
  /** Called with each line of stderr. */
  readonly onLine?: (line: string) => void
}

async function run<F>(
  verb: (invocation: Invocation<F>, io: Io) => Promise<number>,
  words: readonly string[],
  { options = {}, flags, world = {}, word = served.url, onLine }: Given<F> = {},
) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, ...world })
  const own: Io = {
    ...io,
    stderr: (line) => {
      io.stderr(line)
      onLine?.(line)
    },
  }
  const target = { type: 'word', word } as const
  const invocation = { target, words, options: { env: [], header: [], ...options }, ...(flags && { flags }) }
  const code = await verb(invocation, own).catch((reason) => reason)
  return { code, printed: stdout(), stderr: stderr() }
}

const text = { options: { text: true } } as const

describe('complete', () => {
  test('prints what the server suggests', async () => {
    const { code, printed } = await run(completeCommand, ['visit', 'city=Be'])
    expect([code, JSON.parse(printed).values]).toEqual([0, cities])
    expect((await run(completeCommand, ['visit', 'city=Ber'], text)).printed).toBe('Bern\nBerlin\n')
    expect((await run(completeCommand, ['visit', 'city'], text)).printed).toBe('Bern\nBerlin\nBeirut\n')
  })

  test('tells the server of the other arguments', async () => {
    expect((await run(completeCommand, ['visit', 'city=', 'country=de'], text)).printed).toBe('Köln\n')
  })

  test('says how many more there are', async () => {
    const { printed } = await run(completeCommand, ['many://{n}', 'n='], text)
    const lines = printed.trim().split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([101, '… and 2 more'])
  })

  test.each<[readonly string[], object]>([
    [[], { code: 'usage', message: 'complete: say which prompt or template; "omniport list <target>" shows them' }],
    [['visit'], { code: 'usage', message: 'complete: say which argument of visit: <argument>=<typed>' }],
    [
      ['vist', 'a='],
      {
        code: 'not_found',
        message: expect.stringMatching(/^The server has no prompt "vist"; did you mean "visit"\? /),
      },
    ],
    [
      ['many://{x}', 'x='],
      { code: 'not_found', message: expect.stringMatching(/^The server has no template "many:\/\/\{x\}"/) },
    ],
    [
      ['visit', 'cty='],
      { code: 'usage', message: 'visit has no argument "cty"; did you mean "city"? It takes city, country' },
    ],
    [['plain', 'zzz='], { code: 'usage', message: 'plain has no argument "zzz". It takes none' }],
  ])('does not take %j', async (words, failure) => {
    expect((await run(completeCommand, words)).code).toMatchObject(failure)
  })

  test('needs a server that suggests anything', async () => {
    const message = 'complete: the server does not declare the capability completions, so it suggests nothing'
    const { code } = await run(completeCommand, ['a', 'b='], { word: bare.url })
    expect(code).toMatchObject({ code: 'unsupported', message })
    const first = await run(completeCommand, ['a', 'b='], { word: bare.url, options: { protocol: '2024-11-05' } })
    expect(first.code).not.toMatchObject({ message })
  })
})

describe('skills', () => {
  const uri = 'skill://a/refunds/SKILL.md'

  test('lists them', async () => {
    const { printed } = await run(skillsCommand, [])
    expect(JSON.parse(printed).skills).toMatchObject([
      { name: 'refunds', uri, description: 'Refunds a customer', files: 3, bytes: expect.any(Number) },
      { name: 'same', uri: 'skill://a/same/SKILL.md', files: 1 },
      { name: 'same', uri: 'skill://b/same/SKILL.md', files: 1 },
      { name: 'live', uri: 'skill://live/SKILL.md', files: 'dynamic' },
    ])
    const [refunds, same, , live] = JSON.parse(printed).skills
    expect(refunds.bytes).toBe(same.bytes + 'refunds'.length - 'same'.length + 'Dear you'.length + 2)
    expect(live).not.toHaveProperty('bytes')
    expect((await run(skillsCommand, [], text)).printed).toContain('refunds')
  })

  test.each<[readonly string[], object]>([
    [['refunds'], { uri, mimeType: 'text/markdown', text: expect.stringContaining('See mail.md.') }],
    [[uri, 'mail.md'], { uri: 'skill://a/refunds/mail.md', mimeType: 'text/markdown', text: 'Dear you' }],
    [['refunds', 'logo.png'], { uri: 'skill://a/refunds/logo.png', mimeType: 'image/png', blob: 'if8=' }],
  ])('prints a file of one: %j', async (words, contents) => {
    expect(JSON.parse((await run(skillsCommand, words)).printed)).toEqual(contents)
  })

  test('prints a file for people', async () => {
    expect((await run(skillsCommand, ['refunds', 'mail.md'], text)).printed).toBe(
      'skill://a/refunds/mail.md (text/markdown)\nDear you\n',
    )
  })

  test('saves a file of one, text as well', async () => {
    const { code, printed } = await run(skillsCommand, ['refunds', 'mail.md'], {
      ...text,
      flags: { output: 'saved.md' },
    })
    expect([code, await readFile(join(cwd, 'saved.md'), 'utf8')]).toEqual([0, 'Dear you'])
    expect(printed).not.toContain('Dear you')
  })

  test.each<[readonly string[], object]>([
    [['a', 'b', 'c'], { code: 'usage', message: 'skills takes a skill and one path, got "c" as well' }],
    [['none'], { code: 'not_found', message: 'The server lists no skill none; one that it does not list has a URI' }],
    [
      ['same'],
      {
        code: 'usage',
        message:
          'skills: there are 2 skills named same; say which URI: skill://a/same/SKILL.md, skill://b/same/SKILL.md',
      },
    ],
  ])('does not take %j', async (words, failure) => {
    expect((await run(skillsCommand, words)).code).toMatchObject(failure)
  })
})

describe('listen', () => {
  const changing = { first: tool({ run: () => 'x' }), second: tool({ run: () => 'y' }) }

  function change(line: string): void {
    if (!line.startsWith('Listening for')) return
    server.tools.set('second', changing.second)
    server.resources.updated('notes://milk')
  }

  test('prints each change, as many as are wanted', async () => {
    const given = { flags: { count: 2 }, onLine: change }
    const { code, printed, stderr } = await run(listenCommand, ['notes://milk'], given)
    const changes = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect([code, changes.map(({ type }) => type).sort()]).toEqual([0, ['resource', 'tools']])
    expect(stderr).toEqual(['Listening for changes of tools, prompts, resources, notes://milk; Ctrl-C ends it'])
  })

  test('prints them for people', async () => {
    server.tools.delete('second')
    const { printed } = await run(listenCommand, ['notes://milk'], { ...text, flags: { count: 2 }, onLine: change })
    expect(printed.trim().split('\n').sort()).toEqual(['changed: the list of tools', 'updated notes://milk'])
  })

  test('until it is interrupted', async () => {
    const controller = new AbortController()
    const { code } = await run(listenCommand, [], {
      world: { signal: controller.signal },
      onLine: () => controller.abort(new Error('Ended by SIGINT')),
    })
    expect(code).toEqual(new Error('Ended by SIGINT'))
  })

  test('needs a server that announces anything', async () => {
    expect((await run(listenCommand, [], { word: bare.url })).code).toMatchObject({
      ...{ code: 'unsupported', message: 'listen: the server announces no changes of these' },
    })
  })
})
