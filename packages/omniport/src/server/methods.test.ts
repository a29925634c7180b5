import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { prompt } from './prompts/prompt.js'
import { resource } from './resources/resource.js'
import { tool } from './tools/tool.js'

const run = () => 'x'
const define = (options: object = {}) =>
  defineServer({
    tools: {
      t: tool({ run }),
      logs: tool({
        run(_args, ctx) {
          ctx.log.info('told')
          return 'x'
        },
      }),
    },
    prompts: { p: prompt({ arguments: { type: 'object', properties: { a: { enum: ['x'] } } }, get: run } as never) },
    resources: { fixed: resource({ uri: 'a:b', read: run }), note: resource({ uri: 'note:{id}', read: run }) } as never,
    ...options,
  }).server

describe.each(['2024-11-05', '2025-11-25', '2026-07-28'] as const)('at %s', (revision) => {
  const legacy = revision !== '2026-07-28'
  const bare = (result: unknown) => {
    const {
      resultType: _type,
      _meta,
      ttlMs: _ttl,
      cacheScope: _scope,
      ...rest
    } = Object(result) as Record<string, unknown>
    return rest
  }

  test.each<[string, object, object]>([
    ['tools/call', { name: 't' }, { content: [{ type: 'text', text: 'x' }] }],
    ['resources/list', {}, { resources: [{ uri: 'a:b', name: 'fixed' }] }],
    ['resources/templates/list', {}, { resourceTemplates: [{ uriTemplate: 'note:{id}', name: 'note' }] }],
    ['resources/read', { uri: 'note:1' }, { contents: [{ uri: 'note:1', text: 'x' }] }],
    ['prompts/list', {}, { prompts: [{ name: 'p', arguments: [{ name: 'a' }] }] }],
    ['prompts/get', { name: 'p' }, { messages: [{ role: 'user', content: { type: 'text', text: 'x' } }] }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } },
      { completion: { values: ['x'], total: 1, hasMore: false } },
    ],
  ])('%s is served, the second time too', async (method, params, result) => {
    const { request, close } = await connectRaw(define(), { revision })
    expect(bare((await request(method, { ...params })).result)).toEqual(result)
    expect(bare((await request(method, { ...params })).result)).toEqual(result)
    close()
  })

  test('only legacy clients ping, subscribe and set a level', async () => {
    const { request, close } = await connectRaw(define(), { revision })
    for (const [method, params] of [
      ['ping', {}],
      ['resources/subscribe', { uri: 'a:b' }],
      ['resources/unsubscribe', { uri: 'a:b' }],
      ['logging/setLevel', { level: 'error' }],
    ] as const) {
      const { result, error } = await request(method, { ...params })
      expect(legacy ? result : error).toEqual(legacy ? {} : { code: -32601, message: `Method not found: ${method}` })
    }
    close()
  })
})

test('the level that a client sets is that of its session', async () => {
  const { request, messages, close } = await connectRaw(define())
  await request('tools/call', { name: 'logs' })
  await request('logging/setLevel', { level: 'error' })
  await request('tools/call', { name: 'logs' })
  expect(messages.map(({ params }) => params?.['level'])).toEqual(['info'])
  close()
})

describe('what a server tells of itself', () => {
  test('has the hints of the server where it is discovered, and the instructions if there are any', async () => {
    const discover = async (options: object) => {
      const { request, close } = await connectRaw(define(options), { revision: '2026-07-28' })
      const { result } = await request('server/discover')
      close()
      return result
    }
    expect(await discover({ ttlMs: 5, cacheScope: 'public', instructions: 'Ask.' })).toMatchObject({
      ttlMs: 5,
      cacheScope: 'public',
      instructions: 'Ask.',
    })
    const plain = await discover({ revisions: ['2025-11-25', '2026-07-28'] })
    expect([plain?.['supportedVersions'], 'instructions' in (plain ?? {})]).toEqual([
      ['2026-07-28', '2025-11-25'],
      false,
    ])
  })

  test('has the members of its name that a revision has', async () => {
    const name = { title: 'T', description: 'D', websiteUrl: 'https://a.example/' }
    const infoAt = async (revision: '2024-11-05' | '2025-11-25') => {
      const { request, close } = await connectRaw(define(name), { revision, handshake: 'none' })
      const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version: '1' } }
      const { result } = await request('initialize', params)
      close()
      return [result?.['protocolVersion'], result?.['serverInfo']]
    }
    expect(await infoAt('2024-11-05')).toEqual(['2024-11-05', { name: 's', version: '1' }])
    expect(await infoAt('2025-11-25')).toEqual(['2025-11-25', { name: 's', version: '1', ...name }])
  })
})
