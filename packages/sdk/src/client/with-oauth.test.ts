import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryProvider } from '../../test/memory-provider.js'
import { byAddress, inOrder } from '../../test/prepared-fetch.js'
import { UnauthorizedError } from './auth.js'
import { withOAuth } from './middleware.js'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

const url = 'https://a.example/mcp'
const issuer = 'https://a.example/'
const client = { client_id: 'c', issuer }
const old = { access_token: 'old', token_type: 'Bearer', refresh_token: 'r', issuer }
const fresh = { access_token: 'new', token_type: 'Bearer' }

/** A server that takes the new token, and its authorization server. */
function createServer(challenge = 'Bearer realm="a"') {
  return byAddress({
    [url]: ({ headers }) =>
      headers['authorization'] === 'Bearer new'
        ? new Response('welcome')
        : new Response(null, { status: 401, headers: { 'www-authenticate': challenge } }),
    'https://a.example/token': () => Response.json(fresh),
  })
}

describe('a request', () => {
  test('has the token of the provider, beside what it has', async () => {
    const { fetch, sent } = inOrder(new Response('one'))
    const init = { method: 'POST', headers: { A: 'b', authorization: 'Basic x' }, body: 'text' }
    const response = await withOAuth(new MemoryProvider({ tokens: old }))(fetch)(url, init)
    expect(await response.text()).toBe('one')
    expect(sent).toMatchObject([
      { method: 'POST', url, body: 'text', headers: { a: 'b', authorization: 'Bearer old' } },
    ])
  })

  test('has none where there is none', async () => {
    const { fetch, sent } = inOrder(new Response('one'))
    await withOAuth(new MemoryProvider())(fetch)(url)
    expect(sent.map(({ headers }) => headers)).toEqual([{}])
  })

  test('that is forbidden is not sent again', async () => {
    const { fetch, sent } = inOrder(new Response(null, { status: 403 }))
    expect((await withOAuth(new MemoryProvider({ tokens: old }))(fetch)(url)).status).toBe(403)
    expect(sent).toHaveLength(1)
  })

  test('is sent again with a new token, after the first answer was dropped', async () => {
    const { fetch, sent, addresses } = createServer()
    const dropped = vi.fn()
    const refusal = new Response(new ReadableStream({ cancel: dropped }), { status: 401 })
    let isFirst = true
    const answer: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      if (!isFirst) return response
      isFirst = false
      return refusal
    }
    const provider = new MemoryProvider({ client, tokens: old })
    const response = await withOAuth(provider)(answer)(url, { method: 'POST', body: 'text' })
    expect(await response.text()).toBe('welcome')
    expect(dropped).toHaveBeenCalledOnce()
    expect(provider.stored).toMatchObject({ access_token: 'new', refresh_token: 'r' })
    expect(addresses()[1]).toBe('GET https://a.example/.well-known/oauth-protected-resource')
    expect(sent.at(-1)).toMatchObject({ method: 'POST', url, body: 'text', headers: { authorization: 'Bearer new' } })
  })

  test('is authorized with the server that is given', async () => {
    const { fetch, addresses } = createServer()
    const provider = new MemoryProvider({ client, tokens: old })
    await expect(withOAuth(provider, 'https://b.example/base')(fetch)(url)).rejects.toThrow(UnauthorizedError)
    expect(addresses()[1]).toBe('GET https://b.example/.well-known/oauth-protected-resource/base')
  })
})

describe('a refusal', () => {
  test('says where the metadata are, and what scopes are wanted', async () => {
    const { fetch, addresses } = createServer('Bearer resource_metadata="https://a.example/meta", scope="x y"')
    const provider = new MemoryProvider({ client })
    await expect(withOAuth(provider)(fetch)(url)).rejects.toThrow(
      new UnauthorizedError('Authentication requires user authorization - redirect initiated'),
    )
    expect(addresses()[1]).toBe('GET https://a.example/meta')
    expect(provider.redirects.map(({ searchParams }) => searchParams.get('scope'))).toEqual(['x y'])
  })

  test('without scopes asks for none', async () => {
    const { fetch } = createServer()
    const provider = new MemoryProvider({ client })
    await expect(withOAuth(provider)(fetch)(url)).rejects.toThrow(UnauthorizedError)
    expect(provider.redirects.map(({ searchParams }) => searchParams.get('scope'))).toEqual([null])
  })

  test('of the new token is an error', async () => {
    const refuse = () => new Response(null, { status: 401 })
    const { fetch, addresses } = byAddress({ [url]: refuse, 'https://a.example/token': () => Response.json(fresh) })
    const provider = new MemoryProvider({ client, tokens: old })
    await expect(withOAuth(provider)(fetch)(url)).rejects.toThrow(
      new UnauthorizedError('Authentication failed for https://a.example/mcp'),
    )
    expect(addresses().filter((address) => address === `GET ${url}`)).toHaveLength(2)
  })

  test.each<[string, unknown, string]>([
    ['an error', new Error('no disk'), 'Failed to re-authenticate: no disk'],
    ['text', 'no disk', 'Failed to re-authenticate: no disk'],
    ['an error of its own kind', new UnauthorizedError('as it is'), 'as it is'],
  ])('that cannot be answered because of %s is an error with its text', async (_, thrown, message) => {
    const { fetch } = createServer()
    const provider = Object.assign(new MemoryProvider({ client }), { clientInformation: () => Promise.reject(thrown) })
    await expect(withOAuth(provider)(fetch)(url)).rejects.toThrow(new UnauthorizedError(message))
  })
})
