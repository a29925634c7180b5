import { afterEach, describe, expect, test, vi } from 'vitest'
import { MemoryProvider } from '../../test/memory-provider.js'
import { byAddress, inOrder } from '../../test/prepared-fetch.js'
import { UnauthorizedError } from '../client/auth.js'
import { HttpClientTransport, type HttpClientTransportOptions } from './http-client-transport.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const url = 'https://a.example/mcp'
const issuer = 'https://a.example/'
const tokens = { access_token: 't', token_type: 'Bearer' }

/** Shows what subclasses use. */
class Shown extends HttpClientTransport {
  own: Record<string, string> = {}

  constructor(options?: HttpClientTransportOptions) {
    super(new URL(url), options)
  }

  protected override _ownHeaders() {
    return Object.keys(this.own).length > 0 ? this.own : super._ownHeaders()
  }

  async headers() {
    return Object.fromEntries(await this._commonHeaders())
  }

  request = (init: RequestInit) => this._request(url, init)
  requestWith = (send: typeof fetch, init: RequestInit) => this._requestWith(send as never, url, init)
  requestWithHeaders = (init?: RequestInit) => this._requestWithHeaders(new URL(url), init)
  post = (message: object) => this._post(new URL(url), new Headers({ a: 'b' }), message as never)
  reporting = (run: () => Promise<void>) => this._reporting(run)
  authorizeNow = (fetchFn?: typeof fetch) => this._authorizeNow(fetchFn as never)
}

describe('the headers of all requests', () => {
  test('are none by default', async () => {
    expect(await new Shown().headers()).toEqual({})
  })

  test('have the token, those of the transport and the revision; those of the program win', async () => {
    const transport = new Shown({
      authProvider: new MemoryProvider({ tokens }),
      requestInit: { headers: [['x-own', '2']] },
    })
    transport.own = { 'x-own': '1', 'mcp-session-id': 's' }
    transport.setProtocolVersion('2025-06-18')
    expect(await transport.headers()).toEqual({
      authorization: 'Bearer t',
      'mcp-protocol-version': '2025-06-18',
      'mcp-session-id': 's',
      'x-own': '2',
    })
  })

  test('have no token where there is none', async () => {
    expect(await new Shown({ authProvider: new MemoryProvider() }).headers()).toEqual({})
  })
})

describe('a request', () => {
  test('is sent with the `fetch` of all', async () => {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('global'))
    expect(await (await new Shown().request({})).text()).toBe('global')
    expect(spy).toHaveBeenCalledOnce()
  })

  test('follows a redirect within its origin', async () => {
    const { fetch, sent } = inOrder(new Response(null, { status: 302, headers: { location: '/b' } }), new Response('b'))
    expect(await (await new Shown({ fetch }).request({})).text()).toBe('b')
    expect(sent.map((request) => [request.url, request.init.redirect])).toEqual([
      [url, 'manual'],
      ['https://a.example/b', 'manual'],
    ])
  })

  test('leaves redirects to `fetch` where the program says so', async () => {
    const { fetch, sent } = inOrder(new Response('a'), new Response('b'))
    const transport = new Shown({ fetch, redirectPolicy: 'follow' })
    await transport.request({})
    await transport.requestWith(fetch as typeof globalThis.fetch, {})
    expect(sent.map(({ init }) => init)).toEqual([{}, {}])
  })

  test('with another `fetch` follows redirects in the same way', async () => {
    const { fetch, sent } = inOrder(new Response('a'))
    await new Shown({ redirectPolicy: 'same-origin' }).requestWith(fetch as typeof globalThis.fetch, { method: 'PUT' })
    expect(sent.map(({ init }) => init)).toEqual([{ method: 'PUT', redirect: 'manual' }])
  })

  test('with headers of its own has those of all too', async () => {
    const { fetch, sent } = inOrder(new Response(), new Response())
    const transport = new Shown({ fetch, requestInit: { headers: { a: '1', b: '1' }, credentials: 'include' } })
    await transport.requestWithHeaders({ method: 'PUT', headers: { b: '2', c: '2' } })
    await transport.requestWithHeaders()
    expect(sent).toMatchObject([
      { method: 'PUT', url, headers: { a: '1', b: '2', c: '2' }, init: { credentials: 'include' } },
      { method: 'GET', headers: { a: '1', b: '1' } },
    ])
  })

  test('that carries messages is a POST with the options of the program', async () => {
    const { fetch, sent } = inOrder(new Response())
    await new Shown({ fetch, requestInit: { method: 'PUT', credentials: 'include' } }).post({ a: 1 })
    expect(sent[0]).toMatchObject({ method: 'POST', url, body: '{"a":1}', headers: { a: 'b' } })
    expect(sent[0]?.init).toMatchObject({ credentials: 'include', signal: null })
  })
})

describe('authorization', () => {
  const client = { client_id: 'c', issuer }

  test('needs a provider', async () => {
    await expect(new Shown().finishAuth('code')).rejects.toThrow(new UnauthorizedError('No auth provider'))
    await expect(new Shown().authorizeNow()).rejects.toThrow(new UnauthorizedError('No auth provider'))
  })

  test('exchanges a code, with the options of the program', async () => {
    const server = byAddress({ 'https://a.example/token': () => Response.json(tokens) })
    const provider = new MemoryProvider({ client })
    const options = { fetch: server.fetch, authProvider: provider, requestInit: { headers: { a: 'b' } } }
    expect(await new Shown(options).finishAuth('the-code')).toBeUndefined()
    expect(provider.stored).toEqual({ ...tokens, issuer })
    expect(server.sent.at(-1)).toMatchObject({
      body: expect.stringContaining('code=the-code'),
      headers: { a: 'b', 'content-type': 'application/x-www-form-urlencoded' },
    })
  })

  test('is not finished where a person is needed', async () => {
    const server = byAddress({ 'https://a.example/token': () => Response.json(tokens) })
    const provider = new MemoryProvider({ client })
    const transport = new Shown({ fetch: server.fetch, authProvider: provider })
    await expect(transport.authorizeNow(server.fetch as typeof fetch)).rejects.toThrow(
      new UnauthorizedError('Unauthorized'),
    )
    const refusing = Object.assign(provider, { redirectUrl: undefined })
    expect(await transport.authorizeNow(server.fetch as typeof fetch).catch(String)).toBe(
      'Error: Either provider.prepareTokenRequest() or authorizationCode is required',
    )
    expect(refusing.redirects).toHaveLength(1)
  })
})

test('an error is reported, and rejects', async () => {
  const transport = new Shown()
  const errors: string[] = []
  const fail = () => transport.reporting(() => Promise.reject(new Error('no')))
  await expect(fail()).rejects.toThrow(new Error('no'))
  transport.onerror = (error) => void errors.push(error.message)
  await expect(fail()).rejects.toThrow(new Error('no'))
  expect(await transport.reporting(async () => {})).toBeUndefined()
  expect(errors).toEqual(['no'])
})
