import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { revisions } from '../protocol/revisions/revision.js'
import { createServer } from './create-server.js'
import { prompt } from './prompts/prompt.js'
import { resource } from './resources/resource.js'
import { tool } from './tools/tool.js'

const aTool = tool({ run: () => '' })
const aResource = resource({ uri: 'a:b', read: () => '' })
const remote = { type: 'object', properties: { a: { $ref: 'https://example.com/schema' } } }

test('a second object, as the official SDK takes it, is refused', () => {
  const create = createServer as (...args: readonly unknown[]) => unknown
  expect(() => create({ name: 'a', version: '1' }, { instructions: 'List first.' })).toThrow(
    new TypeError('createServer takes one object: createServer({ name, version, instructions, … })'),
  )
})

describe('a server is refused, naming what is wrong and why, with', () => {
  test.each([
    ['an unknown option', { tolls: {} }, /^createServer: there is no option "tolls"; did you mean "tools"\?/],
    ['an unknown limit', { limits: { drain: 1 } }, /^limits: there is no limit "drain"; did you mean "drainMs"\?$/],
    [
      'an icon from elsewhere',
      { icons: [{ src: 'http://example.com/i.png' }] },
      /^createServer: icons\[0\]\.src must be an https: or data: address, got "http:/,
    ],
    ['an icon that is a script', { icons: [{ src: 'javascript:alert(1)' }] }, /^createServer: icons\[0\]\.src must be/],
    [
      'two resources of one URI',
      { resources: { a: aResource, b: aResource } },
      /^resource "b": the uri a:b is that of "a"; each needs its own$/,
    ],
    [
      'two templates of one URI',
      { resources: { a: { uri: 'x:{y}', read: () => '' }, b: { uri: 'x:{y}', read: () => '' } } },
      /^resource "b": the uri x:\{y\} is that of "a"; each needs its own$/,
    ],
    [
      'an input schema that is not local',
      { tools: { t: tool({ input: remote as never, run: () => '' }) } },
      /^tool "t": input: .*\$ref/,
    ],
    [
      'an output schema that is not local',
      { tools: { t: tool({ output: remote as never, run: () => ({}) as never }) } },
      /^tool "t": output: .*\$ref/,
    ],
    [
      'a schema of arguments that is not local',
      { prompts: { p: prompt({ arguments: remote as never, get: () => '' }) } },
      /^prompt "p": arguments: .*\$ref/,
    ],
    [
      'a schema that cannot be said as JSON Schema',
      { tools: { t: tool({ input: z.object({ at: z.date() }), run: () => '' }) } },
      /^tool "t": input: .*[Dd]ate/,
    ],
    [
      'suggestions for an argument that is not there',
      {
        prompts: {
          p: prompt({ arguments: z.object({ city: z.string() }), complete: { cty: [] } as never, get: () => '' }),
        },
      },
      /^prompt: complete\.cty is no argument; did you mean "city"\?/,
    ],
  ])('%s', (_name, options, message) => {
    expect(() => defineServer(options as DefineOptions)).toThrow(TypeError)
    expect(() => defineServer(options as DefineOptions)).toThrow(message)
  })

  test('the same problem later, and then nothing changed', () => {
    const { server } = defineServer({ tools: { t: aTool } })
    expect(() => server.tools.set('t', tool({ input: remote as never, run: () => '' }))).toThrow(/^tool "t": input: /)
    expect([...server.tools.keys()]).toEqual(['t'])
  })
})

describe('the name of a tool', () => {
  test('must not be empty, like that of a resource and a prompt', () => {
    const definitions = [
      { tools: { '': aTool } },
      { resources: { '': resource({ uri: 'a:b', read: () => '' }) } },
      { prompts: { '': prompt({ get: () => '' }) } },
    ]
    expect(definitions.map((options) => thrownBy(() => defineServer(options)))).toEqual([
      new TypeError('tools: a name must not be empty'),
      new TypeError('resources: a name must not be empty'),
      new TypeError('prompts: a name must not be empty'),
    ])
  })

  test.each([['a'], ['A-1_b.c'], ['n'.repeat(128)]])('%j is fine', (name) => {
    verifies('TOOL-10')
    expect(defineServer({ tools: { [name]: aTool } }).logger.warnings).toEqual([])
  })

  test.each([['a b'], ['a/b'], ['ü'], ['a,b'], ['a\n'], ['n'.repeat(129)]])(
    '%j is served, with a warning',
    async (name) => {
      verifies('TOOL-10')
      const { server, logger } = defineServer({ tools: { [name]: aTool } })
      expect(logger.warnings).toEqual([`tool ${JSON.stringify(name)}: a name should be 1 to 128 of A-Z a-z 0-9 _ - .`])
      const { request, close } = await connectRaw(server)
      expect((await request('tools/call', { name })).result).toEqual({ content: [{ type: 'text', text: '' }] })
      close()
    },
  )
})

test('names of tools are told apart by case', async () => {
  verifies('TOOL-10')
  const { server } = defineServer({ tools: { a: tool({ run: () => 'a' }), A: tool({ run: () => 'A' }) } })
  const { request, close } = await connectRaw(server)
  for (const name of ['a', 'A']) {
    expect((await request('tools/call', { name })).result).toEqual({ content: [{ type: 'text', text: name }] })
  }
  close()
})

describe('the capabilities', () => {
  const logging = {}
  const listed = { listChanged: true }
  const extras = { experimental: { dream: {} }, extensions: { 'com.example/x': { settings: { a: 1 } } } }

  test.each([
    ['nothing', {}, {}],
    ['tools', { tools: {} }, { tools: listed }],
    ['prompts', { prompts: {} }, { prompts: listed }],
    ['resources', { resources: {} }, { resources: { ...listed, subscribe: true } }],
  ])('of a server with %s', async (_name, options, expected) => {
    verifies('TOOL-01', 'RES-01', 'PROMPT-01', 'LOG-01')
    const { server } = defineServer(options)
    const modern = await connectRaw(server, { revision: '2026-07-28' })
    expect((await modern.request('server/discover')).result?.['capabilities']).toEqual({ logging, ...expected })
    modern.close()
  })

  test.each(revisions)('are what %s knows', async (revision) => {
    verifiesIn(revision, 'COMP-01', 'VER-03', 'VER-22', 'VER-29', 'VER-32')
    const prompts = { p: prompt({ arguments: z.object({ a: z.enum(['b']) }), get: () => '' }) }
    const { server } = defineServer({ prompts, instructions: 'Read me', title: 'S', ...extras })
    const isModern = revision === '2026-07-28'
    const { request, close } = await connectRaw(server, { revision, handshake: 'none' })
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const { result } = isModern ? await request('server/discover') : await request('initialize', params)
    expect(result?.['capabilities']).toEqual({
      logging,
      prompts: listed,
      experimental: extras.experimental,
      ...(revision !== '2024-11-05' && { completions: {} }),
      extensions: { 'com.example/x': { a: 1 } },
    })
    expect([result?.['instructions'], result?.['protocolVersion']]).toEqual([
      'Read me',
      isModern ? undefined : revision,
    ])
    close()
  })

  test('of a server that only embeds resources are those of resources, if it says that it has them', async () => {
    verifies('TOOL-16')
    const embedded = { type: 'resource', resource: { uri: 'test:a', mimeType: 'text/plain', text: 'a' } } as const
    const { server } = defineServer({ resources: {}, tools: { t: tool({ run: () => [embedded] }) } })
    const { request, close } = await connectRaw(server, { revision: '2026-07-28' })
    expect((await request('server/discover')).result?.['capabilities']).toMatchObject({ resources: listed })
    expect((await request('tools/call', { name: 't' })).result?.['content']).toEqual([embedded])
    expect((await request('resources/list')).result?.['resources']).toEqual([])
    close()
  })

  test('say nothing of extensions that nobody asked for', async () => {
    verifies('VER-32')
    const { request, close } = await connectRaw(defineServer().server, { revision: '2026-07-28' })
    expect((await request('server/discover')).result).toMatchObject({
      capabilities: { logging: {} },
      ttlMs: 0,
      cacheScope: 'private',
    })
    close()
  })
})
