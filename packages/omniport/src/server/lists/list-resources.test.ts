import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Resource } from '../../protocol/model/resource.js'
import { resource } from '../resources/resource.js'

const template = (list: () => unknown, mimeType?: string) =>
  resource({ uri: 'city:{name}', list: list as () => readonly Resource[], read: () => '', mimeType })

const city = (name: string) => ({ uri: `city:${name}`, name })

/** What a client gets of the list, and what was logged. */
async function list(options: DefineOptions, params: object = {}, revision: '2025-11-25' | '2026-07-28' = '2025-11-25') {
  const { server, logger } = defineServer(options)
  const { request, close } = await connectRaw(server, { revision })
  const { result, error } = await request('resources/list', { ...params })
  close()
  return { result, error, logged: logger.errors.map(({ message, error: reason }) => [message, reason]) }
}

describe('what a template lists', () => {
  test('follows what is fixed, with the type of the template where it says none', async () => {
    const { result } = await list({
      resources: {
        cities: template(() => [city('Oslo'), { ...city('Rome'), mimeType: 'b/c' }], 'a/b'),
        plain: resource({ uri: 'town:{name}', list: async () => [{ uri: 'town:x', name: 'x' }], read: () => '' }),
        fixed: resource({ uri: 'a:b', read: () => '' }),
      },
    })
    expect(result).toEqual({
      resources: [
        { uri: 'a:b', name: 'fixed' },
        { ...city('Oslo'), mimeType: 'a/b' },
        { ...city('Rome'), mimeType: 'b/c' },
        { uri: 'town:x', name: 'x' },
      ],
    })
  })

  test('is given in pages with the fixed ones, by their URIs', async () => {
    const options = {
      pageSize: 2,
      resources: {
        fixed: resource({ uri: 'a:b', read: () => '' }),
        cities: template(() => [city('Oslo'), city('Rome')]),
      },
    }
    const first = await list(options)
    expect(first.result).toEqual({
      resources: [{ uri: 'a:b', name: 'fixed' }, city('Oslo')],
      nextCursor: '1%3Acity%3AOslo',
    })
    const cursor = first.result?.['nextCursor']
    expect((await list(options, { cursor })).result).toEqual({ resources: [city('Rome')] })
    expect((await list(options, { cursor: 'x' })).error).toEqual({ code: -32602, message: 'Invalid cursor' })
  })

  test('is for its caller, however public the server is', async () => {
    const options = { cacheScope: 'public', ttlMs: 50, resources: { cities: template(() => [city('Oslo')]) } } as const
    expect((await list(options, {}, '2026-07-28')).result).toMatchObject({
      resources: [city('Oslo')],
      ttlMs: 50,
      cacheScope: 'private',
    })
  })

  test('may be nothing', async () => {
    expect((await list({ resources: { cities: template(() => undefined) } })).result).toEqual({ resources: [] })
  })

  test('gets the context of the server, which is made once for all templates', async () => {
    let made = 0
    const seen: unknown[] = []
    const listing = (name: string) =>
      resource({
        uri: `${name}:{x}`,
        list: ({ app, revision }) => {
          seen.push([name, app, revision])
          return []
        },
        read: () => '',
      })
    await list({ context: () => ({ made: ++made }) as never, resources: { a: listing('a'), b: listing('b') } })
    expect(seen).toEqual([
      ['a', { made: 1 }, '2025-11-25'],
      ['b', { made: 1 }, '2025-11-25'],
    ])
  })
})

describe('a list that fails', () => {
  const internal = { code: -32603, message: 'internal error 10111213' }

  test.each([
    [
      'at once',
      () => {
        throw new Error('secret')
      },
    ],
    ['later', () => Promise.reject(new Error('secret'))],
  ])('%s is an internal error with an id, and logged in full', async (_when, fail) => {
    const { error, logged } = await list({ resources: { cities: template(fail) } })
    expect([error, logged]).toEqual([internal, [['list of cities failed', new Error('secret')]]])
  })

  test('with an error of the protocol gives that', async () => {
    const refuse = () => Promise.reject(new RpcError(7, 'not now', { a: 1 }))
    const { error, logged } = await list({ resources: { cities: template(refuse) } })
    expect([error, logged]).toEqual([{ code: 7, message: 'not now', data: { a: 1 } }, []])
  })

  test('because it is no array says what it must be', async () => {
    const { error, logged } = await list({ resources: { cities: template(() => ({ length: 0 })) } })
    const problem = 'resource "cities": what list returns must be an array of resources, got an object'
    expect([error, logged]).toEqual([internal, [['list of cities failed', new TypeError(problem)]]])
  })

  test.each<[string, readonly unknown[], string]>([
    ['has no name', [city('Oslo'), { uri: 'city:Rome' }], 'list()[1]: name must be a string'],
    ['has a number for a name', [{ uri: 'city:Rome', name: 5 }], 'list()[0]: name must be a string'],
    ['has no uri', [city('Oslo'), { name: 'Rome' }], 'list()[1]: uri must be a string'],
    [
      'misspells its uri',
      [{ URI: 'city:Rome', name: 'Rome' }],
      'list()[0]: uri must be a string; it is spelled "URI" here',
    ],
    ['is a text', ['city:Rome'], 'list()[0]: must be an object'],
    ['is null', [city('Oslo'), null], 'list()[1]: must be an object'],
    ['is a list', [[city('Oslo')]], 'list()[0]: must be an object'],
    ['is a hole', new Array(1), 'list()[0]: must be an object'],
  ])('because an entry %s names the entry and its member', async (_name, items, problem) => {
    const { error, logged } = await list({ resources: { cities: template(() => items) } })
    const reason = new TypeError(`resource "cities": ${problem}`)
    expect([error, logged]).toEqual([internal, [['list of cities failed', reason]]])
  })

  test('because the context of the server fails is logged as its own', async () => {
    const context = () => Promise.reject(new Error('no database'))
    const { error, logged } = await list({ context: context as never, resources: { cities: template(() => []) } })
    expect([error, logged]).toEqual([internal, [['list of cities failed', new Error('no database')]]])
  })
})
