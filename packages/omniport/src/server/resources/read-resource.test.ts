import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { resource } from './resource.js'

/** What reading `a:b` comes to, and the errors that were logged. */
async function read(
  value: unknown,
  options: object = {},
  more: DefineOptions = {},
  revision: '2025-11-25' | '2026-07-28' = '2025-11-25',
) {
  const definition = resource({ uri: 'a:b', ...options, read: () => value as string })
  const { server, logger } = defineServer({ ...more, resources: { r: definition } })
  const { request, close } = await connectRaw(server, { revision })
  const { result, error } = await request('resources/read', { uri: 'a:b' })
  close()
  return { result, error, logged: logger.errors.map((each) => String(each.error)) }
}

describe('contents', () => {
  test('have the URI and the type of their resource, if it has one', async () => {
    expect((await read('a')).result).toEqual({ contents: [{ uri: 'a:b', text: 'a' }] })
    expect((await read(new Uint8Array([1]))).result).toEqual({ contents: [{ uri: 'a:b', blob: 'AQ==' }] })
    expect((await read({ text: 'a', _meta: { b: 1 } }, { mimeType: 'a/b' })).result).toEqual({
      contents: [{ uri: 'a:b', mimeType: 'a/b', text: 'a', _meta: { b: 1 } }],
    })
    expect((await read({ text: 'a', uri: 'c:d' })).result).toEqual({ contents: [{ uri: 'c:d', text: 'a' }] })
  })

  test('are those of a list where there is one', async () => {
    const contents = [{ uri: 'c:d', text: '' }]
    expect((await read({ contents, text: 'no' }, { mimeType: 'a/b' })).result).toMatchObject({ contents })
  })

  const advice = '; JSON.stringify makes text of an object'
  test.each<[unknown, string]>([
    [5, 'read must give text, bytes or contents, got number'],
    [{}, `read must give text, bytes or contents, got object${advice}`],
    [[], 'read must give text, bytes or contents, got object'],
    [{ contents: null }, 'contents must be an array'],
    [{ contents: [1] }, 'contents[0]: must be an object'],
    [{ text: 1 }, 'contents[0]: text or blob must be a string'],
    [{ blob: '*' }, 'contents[0]: blob must be base64 text'],
    [{ contents: [{ uri: 'a:b', text: '' }, { text: '' }] }, 'contents[1]: uri must be a string'],
  ])('are not %j, and the log says why', async (value, problem) => {
    const { error, logged } = await read(value)
    expect(error).toEqual({ code: -32603, message: expect.stringMatching(/^internal error/) })
    expect(logged).toEqual([`TypeError: resource "r": ${problem}`])
  })
})

describe('the hints of a result', () => {
  const hints = async (options: object, more: DefineOptions = {}) => {
    const { result } = await read('a', options, more, '2026-07-28')
    return [result?.['ttlMs'], result?.['cacheScope']]
  }

  test('are those of the resource, or of the server', async () => {
    expect(await hints({})).toEqual([0, 'private'])
    expect(await hints({}, { ttlMs: 1, cacheScope: 'public' })).toEqual([1, 'public'])
    expect(await hints({ ttlMs: 0, cacheScope: 'private' }, { ttlMs: 1, cacheScope: 'public' })).toEqual([0, 'private'])
  })

  test('say that it is private where not everybody may see it', async () => {
    const server: DefineOptions = { ttlMs: 1, cacheScope: 'public' }
    expect(await hints({ scopes: [] }, server)).toEqual([1, 'public'])
    expect(await hints({ scopes: ['a'] }, server)).toEqual([1, 'private'])
    expect(await hints({ visible: () => true }, server)).toEqual([1, 'private'])
  })
})

test('what answers of the client went into is not stored', async () => {
  const form = { type: 'object', properties: { name: { type: 'string' } } } as const
  const definition = resource({
    uri: 'a:b',
    ttlMs: 5,
    cacheScope: 'public',
    read: async (_variables, ctx) => {
      const { content } = await ctx.elicit('Who?', form)
      return { contents: [{ uri: 'a:b', text: String(content?.['name']) }], ttlMs: 7, cacheScope: 'public' as const }
    },
  })
  const { server } = defineServer({ resources: { r: definition } })
  const capabilities = { elicitation: { form: {} } }
  const { request, close } = await connectRaw(server, { revision: '2026-07-28', capabilities })
  const asked = (await request('resources/read', { uri: 'a:b' })).result
  const [key = ''] = Object.keys((asked?.['inputRequests'] ?? {}) as object)
  const inputResponses = { [key]: { action: 'accept', content: { name: 'Ann' } } }
  const params = { uri: 'a:b', requestState: asked?.['requestState'], inputResponses }
  expect((await request('resources/read', params)).result).toMatchObject({
    contents: [{ uri: 'a:b', text: 'Ann' }],
    ttlMs: 0,
    cacheScope: 'private',
  })
  close()
})
