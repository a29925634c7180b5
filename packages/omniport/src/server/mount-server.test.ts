import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import type { Middleware } from '../protocol/exchange/exchange.js'
import { prompt } from './prompts/prompt.js'
import { resource } from './resources/resource.js'
import type { Server } from './server.js'
import { tool } from './tools/tool.js'

const noting =
  (notes: string[], name: string): Middleware =>
  (next) =>
  (message, exchange) => {
    if (!message.method.includes('initialize')) notes.push(`${name} ${message.method}`)
    return next(message, exchange)
  }

const showing = tool({ run: (_args, ctx) => String(ctx.app) })

/** A server of each kind of thing, whose `ctx.app` is its name. */
function part(name: string, more: DefineOptions = {}) {
  return defineServer({
    context: () => name,
    tools: { show: showing },
    resources: { r: resource({ uri: `${name}:r`, read: (_variables, ctx) => String(ctx.app) }) },
    prompts: {
      p: prompt({
        arguments: z.object({ x: z.string().optional() }),
        complete: { x: (_typed, ctx) => [String(ctx.app)] },
        get: (_args, ctx) => String(ctx.app),
      }),
    },
    ...more,
  } as never).server
}

const text = (words: string) => ({ content: [{ type: 'text', text: words }] })
const toolsOf = (server: Server) => [...server.tools.keys()]

describe('a mounted server', () => {
  test('is served with a prefix, its resources under their own URIs, in its own context', async () => {
    verifies('TOOL-11')
    const notes: string[] = []
    const outer = part('outer', { use: [noting(notes, 'outer')] })
    outer.mount('in', part('inner', { use: [noting(notes, 'inner')] }))
    const { request, close } = await connectRaw(outer)
    expect([toolsOf(outer), [...outer.prompts.keys()], [...outer.resources.keys()]]).toEqual([
      ['show', 'in_show'],
      ['p', 'in_p'],
      ['r', 'in_r'],
    ])
    expect((await request('tools/call', { name: 'in_show' })).result).toEqual(text('inner'))
    expect((await request('tools/call', { name: 'show' })).result).toEqual(text('outer'))
    expect((await request('resources/read', { uri: 'inner:r' })).result).toEqual({
      contents: [{ uri: 'inner:r', text: 'inner' }],
    })
    expect((await request('prompts/get', { name: 'in_p' })).result?.['messages']).toEqual([
      { role: 'user', content: { type: 'text', text: 'inner' } },
    ])
    const argument = { name: 'x', value: '' }
    const { result } = await request('completion/complete', { ref: { type: 'ref/prompt', name: 'in_p' }, argument })
    expect(result?.['completion']).toEqual({ values: ['inner'], total: 1, hasMore: false })
    expect(notes).toEqual([
      ...['outer tools/call', 'inner tools/call', 'outer tools/call', 'outer resources/read', 'inner resources/read'],
      ...['outer prompts/get', 'inner prompts/get', 'outer completion/complete', 'inner completion/complete'],
    ])
    close()
  })

  test('may have the names and the very serverInfo of another: prefixes keep them apart', async () => {
    verifies('TOOL-11')
    const outer = part('outer')
    for (const prefix of ['a', 'b']) {
      const { server } = defineServer({ tools: { show: tool({ run: () => prefix }) } })
      outer.mount(prefix, server)
    }
    const { request, close } = await connectRaw(outer)
    expect(toolsOf(outer)).toEqual(['show', 'a_show', 'b_show'])
    for (const prefix of ['a', 'b']) {
      expect((await request('tools/call', { name: `${prefix}_show` })).result).toEqual(text(prefix))
    }
    close()
  })

  test('within a mounted server is reached through the middleware of both, given before or after', async () => {
    const notes: string[] = []
    const [a, b, c] = ['a', 'b', 'c'].map((name) => part(name, { use: [noting(notes, name)] })) as [
      Server,
      Server,
      Server,
    ]
    b.mount('c', c)
    a.mount('b', b)
    b.use(noting(notes, 'b later'))
    const { request, close } = await connectRaw(a)
    expect((await request('tools/call', { name: 'b_c_show' })).result).toEqual(text('c'))
    expect(notes).toEqual(['a', 'b', 'b later', 'c'].map((name) => `${name} tools/call`))
    close()
  })

  test('gives and takes away while it is mounted, at any depth', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => part(name)) as [Server, Server, Server]
    a.mount('b', b)
    b.mount('c', c)
    expect(toolsOf(a)).toEqual(['show', 'b_show', 'b_c_show'])
    c.tools.set('more', showing)
    c.tools.delete('show')
    expect(toolsOf(a)).toEqual(['show', 'b_show', 'b_c_more'])
    b.resources.set('s', resource({ uri: 'b:s', read: () => '' }))
    expect([...a.resources.keys()]).toEqual(['r', 'b_r', 'b_c_r', 'b_s'])
  })

  test('does not touch what the other names itself', async () => {
    const outer = part('outer')
    const inner = part('inner')
    outer.mount('in', inner)
    outer.tools.set('in_show', tool({ run: () => 'mine' }))
    inner.tools.set('show', tool({ run: () => 'theirs, anew' }))
    outer.tools.set('in_later', tool({ run: () => 'mine' }))
    inner.tools.set('later', tool({ run: () => 'theirs' }))
    inner.resources.set('stolen', resource({ uri: 'outer:r', read: () => 'theirs' }))
    const { request, close } = await connectRaw(outer)
    for (const name of ['in_show', 'in_later']) {
      expect((await request('tools/call', { name })).result).toEqual(text('mine'))
    }
    expect((await request('resources/read', { uri: 'outer:r' })).result).toEqual({
      contents: [{ uri: 'outer:r', text: 'outer' }],
    })
    inner.tools.delete('show')
    inner.tools.delete('later')
    expect(toolsOf(outer)).toEqual(['show', 'in_show', 'in_later'])
    close()
  })

  test('gives its features to a server that had none', async () => {
    const { server } = defineServer()
    server.mount('in', part('inner'))
    const { request, close } = await connectRaw(server)
    expect((await request('tools/list')).result?.['tools']).toEqual([
      { name: 'in_show', inputSchema: { type: 'object' } },
    ])
    close()
  })
})

describe('mounting is refused, and nothing is added, when', () => {
  const refused: readonly (readonly [
    string,
    (outer: Server, inner: Server) => void,
    (outer: Server, inner: Server) => void,
    string,
  ])[] = [
    [
      'a tool is there',
      (outer) => outer.tools.set('in_show', showing),
      mount,
      'mount: there is a tool "in_show" already',
    ],
    [
      'a prompt is there',
      (outer) => outer.prompts.set('in_p', prompt({ get: () => '' })),
      mount,
      'mount: there is a prompt "in_p" already',
    ],
    [
      'a resource is there',
      (outer) => outer.resources.set('in_r', resource({ uri: 'x:y', read: () => '' })),
      mount,
      'mount: there is a resource "in_r" already',
    ],
    [
      'a URI is there',
      (outer) => outer.resources.set('x', resource({ uri: 'inner:r', read: () => '' })),
      mount,
      'mount: resource "in_r": the uri inner:r is that of "x"; each needs its own',
    ],
    ['it is mounted already', mount, mount, 'mount: there is a tool "in_show" already'],
    [
      'it is the server itself',
      () => {},
      (outer) => outer.mount('in', outer),
      'mount: a server cannot be mounted on itself',
    ],
    [
      'it holds the server',
      (outer, inner) => inner.mount('up', outer),
      mount,
      'mount: the server is mounted on the other already',
    ],
    [
      'the prefix is empty',
      () => {},
      (outer, inner) => outer.mount('', inner),
      'mount: the prefix must be a string that is not empty',
    ],
    [
      'it is no server',
      () => {},
      (outer) => outer.mount('in', { serve: async () => undefined } as never),
      'mount: the second argument must come from createServer',
    ],
  ]

  function mount(outer: Server, inner: Server): void {
    outer.mount('in', inner)
  }

  test.each(refused)('%s', (_name, before, attempt, message) => {
    verifies('TOOL-11')
    const outer = part('outer')
    const inner = part('inner')
    before(outer, inner)
    const had = [[...outer.tools.keys()], [...outer.prompts.keys()], [...outer.resources.keys()]]
    expect(() => attempt(outer, inner)).toThrow(new TypeError(message))
    expect([[...outer.tools.keys()], [...outer.prompts.keys()], [...outer.resources.keys()]]).toEqual(had)
  })
})
