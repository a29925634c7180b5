import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw, type RawConnection } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import type { Middleware } from '../../protocol/exchange/exchange.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import { prompt } from '../prompts/prompt.js'
import { resource } from '../resources/resource.js'
import { tool } from '../tools/tool.js'

function setUp() {
  const ran = vi.fn()
  const visible = (principal: Principal | undefined) => principal?.id === 'ada'
  const note = (what: string) => () => {
    ran(what)
    return ''
  }
  const own: Middleware = (next) => (message, exchange) => {
    ran('middleware')
    return next(message, exchange)
  }
  const list = () => [{ uri: 'secret:1', name: 'one' }]
  const { server } = defineServer({
    cacheScope: 'public',
    tools: { open: tool({ run: () => '' }), secret: tool({ visible, use: [own], run: note('tool') }) },
    resources: {
      open: resource({ uri: 'open:a', read: () => '' }),
      secret: resource({ uri: 'secret:a', visible, read: note('resource') }),
      secrets: resource({
        uri: 'secret:{x}',
        visible,
        list,
        complete: { x: ['y'] },
        read: note('template'),
      }),
      fallback: resource({ uri: 'secret:{+all}', read: () => 'fallback' }),
    },
    prompts: {
      open: prompt({ get: () => '' }),
      secret: prompt({ visible, arguments: z.object({ a: z.enum(['b']).optional() }), get: note('prompt') }),
    },
  })
  return { server, ran }
}

async function names({ request }: RawConnection, method: string, key: string): Promise<unknown> {
  const { result } = await request(method)
  return ((result?.[key] ?? []) as { name: string }[]).map(({ name }) => name)
}

const lists = [
  ['tools/list', 'tools', ['open'], ['open', 'secret']],
  ['prompts/list', 'prompts', ['open'], ['open', 'secret']],
  ['resources/list', 'resources', ['open'], ['open', 'secret', 'one']],
  ['resources/templates/list', 'resourceTemplates', ['fallback'], ['secrets', 'fallback']],
] as const

describe('what a caller may not see', () => {
  test.each(lists)(
    'is not in %s, for anyone else it is, and the list is private',
    async (method, key, others, adas) => {
      verifies('TOOL-03', 'RES-02', 'PROMPT-02', 'CACHE-13')
      const { server } = setUp()
      const ada = await connectRaw(asPrincipal(server, 'ada'), { revision: '2026-07-28' })
      const bob = await connectRaw(asPrincipal(server, 'bob'), { revision: '2026-07-28' })
      const nobody = await connectRaw(server, { revision: '2026-07-28' })
      expect([await names(ada, method, key), await names(bob, method, key), await names(nobody, method, key)]).toEqual([
        adas,
        others,
        others,
      ])
      expect((await bob.request(method)).result?.['cacheScope']).toBe('private')
      for (const { close } of [ada, bob, nobody]) close()
    },
  )

  test('is not in resources/list beside what templates list, nor is what a template lists that nobody may see', async () => {
    verifies('RES-02')
    const visible = (principal: Principal | undefined) => principal?.id === 'ada'
    const lists = (name: string) => () => [{ uri: `${name}:1`, name }]
    const { server } = defineServer({
      cacheScope: 'public',
      resources: {
        fixed: resource({ uri: 'fixed:a', read: () => '' }),
        secret: resource({ uri: 'secret:a', visible, read: () => '' }),
        open: resource({ uri: 'open:{x}', list: lists('listed'), read: () => '' }),
        hidden: resource({ uri: 'hidden:{x}', visible, list: lists('hidden'), read: () => '' }),
      },
    })
    const ada = await connectRaw(asPrincipal(server, 'ada'), { revision: '2026-07-28' })
    const bob = await connectRaw(asPrincipal(server, 'bob'), { revision: '2026-07-28' })
    expect(await names(ada, 'resources/list', 'resources')).toEqual(['fixed', 'secret', 'listed', 'hidden'])
    expect(await names(bob, 'resources/list', 'resources')).toEqual(['fixed', 'listed'])
    expect((await bob.request('resources/list')).result?.['cacheScope']).toBe('private')
    for (const { close } of [ada, bob]) close()
  })

  const unknown = [
    ['tools/call', { name: 'secret' }, -32602, 'Unknown tool: secret'],
    ['prompts/get', { name: 'secret' }, -32602, 'Unknown prompt: secret'],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'secret' }, argument: { name: 'a', value: '' } },
      -32602,
      'Unknown prompt: secret',
    ],
    [
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 'secret:{x}' }, argument: { name: 'x', value: '' } },
      -32602,
      'Unknown resource template: secret:{x}',
    ],
  ] as const

  test.each(unknown)('is unknown to %s with %j, and nothing of it runs', async (method, params, code, message) => {
    verifies('COMP-08', 'TOOL-29')
    const { server, ran } = setUp()
    const bob = await connectRaw(asPrincipal(server, 'bob'))
    expect((await bob.request(method, params)).error).toEqual({ code, message })
    expect(ran).not.toHaveBeenCalled()
    const ada = await connectRaw(asPrincipal(server, 'ada'))
    expect((await ada.request(method, params)).error).toBe(undefined)
    for (const { close } of [ada, bob]) close()
  })

  test('leaves its URI to the next that matches', async () => {
    verifies('RES-12', 'RES-14')
    const { server, ran } = setUp()
    const bob = await connectRaw(asPrincipal(server, 'bob'))
    for (const uri of ['secret:a', 'secret:b']) {
      expect((await bob.request('resources/read', { uri })).result).toEqual({ contents: [{ uri, text: 'fallback' }] })
    }
    expect(ran).not.toHaveBeenCalled()
    bob.close()
  })

  test('cannot be subscribed to', async () => {
    verifies('RES-12', 'RES-14')
    const secret = resource({ uri: 'secret:a', visible: (principal) => principal?.id === 'ada', read: () => '' })
    const { server } = defineServer({ resources: { secret } })
    const bob = await connectRaw(asPrincipal(server, 'bob'))
    const error = { code: -32002, message: 'Resource not found: secret:a', data: { uri: 'secret:a' } }
    expect((await bob.request('resources/subscribe', { uri: 'secret:a' })).error).toEqual(error)
    const modern = await connectRaw(asPrincipal(server, 'bob'), { revision: '2026-07-28' })
    void modern.request('subscriptions/listen', { notifications: { resourceSubscriptions: ['secret:a', 'other:a'] } })
    await modern.settle()
    expect(modern.messages[0]?.params?.['notifications']).toEqual({ resourceSubscriptions: [] })
    for (const { close } of [bob, modern]) close()
  })
})

test('a list that everyone sees alike is as public as the server says', async () => {
  const { server } = defineServer({ cacheScope: 'public', tools: { a: tool({ run: () => '' }) } })
  const { request, close } = await connectRaw(server, { revision: '2026-07-28' })
  expect((await request('tools/list')).result?.['cacheScope']).toBe('public')
  close()
})
