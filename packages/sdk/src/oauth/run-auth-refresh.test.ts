import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryProvider } from '../../test/memory-provider.js'
import { byAddress, type SentRequest } from '../../test/prepared-fetch.js'
import { InvalidScopeError } from '../server/auth/errors.js'
import { auth } from './run-auth.js'

let warnings: unknown[][]
beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((...given) => void warnings.push(given))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const serverUrl = 'https://a.example/mcp'
const issuer = 'https://a.example/'
const tokens = { access_token: 'new', token_type: 'Bearer' }
const old = { access_token: 'old', token_type: 'Bearer', refresh_token: 'r', issuer }
const client = { client_id: 'c', issuer }
const registered = { client_id: 'registered', redirect_uris: ['https://app.example/back'] }

/** An authorization server that answers requests for tokens with these replies, and then with tokens. */
function createServer(...replies: (() => Response)[]) {
  const asked: SentRequest[] = []
  const server = byAddress({
    'https://a.example/token': (request) => {
      asked.push(request)
      return (replies.shift() ?? (() => Response.json(tokens)))()
    },
    'https://a.example/register': () => Response.json(registered),
  })
  return { ...server, asked }
}

const refuse =
  (error: string, status = 400) =>
  () =>
    Response.json({ error, error_description: 'no' }, { status })

describe('a refresh token', () => {
  test('brings new tokens', async () => {
    const { fetch, asked } = createServer()
    const provider = new MemoryProvider({ client, tokens: old })
    expect(await auth(provider, { serverUrl, fetchFn: fetch })).toBe('AUTHORIZED')
    expect(provider.stored).toEqual({ ...tokens, refresh_token: 'r', issuer })
    expect(asked.map(({ body }) => body)).toEqual(['grant_type=refresh_token&refresh_token=r&client_id=c'])
    expect([provider.redirects, warnings]).toEqual([[], []])
  })

  test('is sent with the authentication of the provider', async () => {
    const { fetch, asked } = createServer()
    const addClientAuthentication = (_: Headers, params: URLSearchParams) => params.set('own', '1')
    const provider = Object.assign(new MemoryProvider({ client, tokens: old }), { addClientAuthentication })
    await auth(provider, { serverUrl, fetchFn: fetch })
    expect(asked[0]?.body).toBe('grant_type=refresh_token&refresh_token=r&own=1')
  })

  test('binds the client that it was used with', async () => {
    const { fetch } = createServer()
    const provider = new MemoryProvider({ client: { client_id: 'c' }, tokens: old })
    await auth(provider, { serverUrl, fetchFn: fetch })
    expect(provider.client).toEqual(client)
  })

  test.each([[undefined], [null]])('whose server is not known (%s) is used, with a warning', async (from) => {
    const { fetch } = createServer()
    const { issuer: _, ...rest } = old
    const stored = from === undefined ? rest : ({ ...rest, issuer: from } as never)
    const provider = new MemoryProvider({ client, tokens: stored })
    expect(await auth(provider, { serverUrl, fetchFn: fetch })).toBe('AUTHORIZED')
    expect(warnings).toEqual([
      [
        "[mcp-sdk] stored OAuth tokens have no 'issuer' property (saved by an earlier version, or by a provider that does not keep it) and are used as-is; make sure your OAuthClientProvider stores what saveTokens() and saveClientInformation() receive unchanged.",
      ],
    ])
  })

  test.each<[string, object]>([
    ['of another server', { ...old, issuer: 'https://b.example/' }],
    ['that is empty', { ...old, refresh_token: '' }],
  ])('%s is not used', async (_, stored) => {
    const { fetch, asked } = createServer()
    const provider = new MemoryProvider({ client, tokens: stored as typeof old })
    expect(await auth(provider, { serverUrl, fetchFn: fetch })).toBe('REDIRECT')
    expect([asked, provider.redirects.length]).toEqual([[], 1])
  })

  test.each<[string, () => Response]>([
    ['the server fails', refuse('server_error', 500)],
    ['the error is none that is known', refuse('made_up')],
    ['the answer is none', () => Response.json({})],
  ])('leads to the browser where %s', async (_, reply) => {
    const { fetch } = createServer(reply)
    const provider = new MemoryProvider({ client, tokens: old })
    expect(await auth(provider, { serverUrl, fetchFn: fetch })).toBe('REDIRECT')
    expect([provider.stored, provider.invalidated]).toEqual([old, []])
  })

  test('that is refused for a reason that can be removed is an error', async () => {
    const { fetch, asked } = createServer(refuse('invalid_scope'))
    const provider = new MemoryProvider({ client, tokens: old })
    await expect(auth(provider, { serverUrl, fetchFn: fetch })).rejects.toThrow(new InvalidScopeError('no'))
    expect([asked.length, provider.invalidated]).toEqual([1, []])
  })
})

describe('credentials that are refused', () => {
  test('are forgotten with their client, and the flow begins anew', async () => {
    for (const error of ['invalid_client', 'unauthorized_client']) {
      const { fetch } = createServer(refuse(error))
      const provider = new MemoryProvider({ client, tokens: old })
      expect(await auth(provider, { serverUrl, fetchFn: fetch })).toBe('REDIRECT')
      expect([error, provider.invalidated, provider.client]).toEqual([error, ['all'], { ...registered, issuer }])
    }
  })

  test('are forgotten alone where the client is known', async () => {
    const { fetch } = createServer(refuse('invalid_grant'))
    const provider = new MemoryProvider({ client, tokens: old })
    expect(await auth(provider, { serverUrl, fetchFn: fetch })).toBe('REDIRECT')
    expect([provider.invalidated, provider.client]).toEqual([['tokens'], client])
  })

  test('a second time are an error', async () => {
    const { fetch } = createServer(refuse('invalid_grant'), refuse('invalid_grant'))
    const provider = Object.assign(new MemoryProvider({ client, tokens: old }), { invalidateCredentials: undefined })
    await expect(auth(provider as never, { serverUrl, fetchFn: fetch })).rejects.toMatchObject({
      ...{ errorCode: 'invalid_grant', message: 'no' },
    })
  })
})

describe('a client of another authorization server', () => {
  const elsewhere = { client_id: 'c', issuer: 'https://b.example/' }

  test('registers again', async () => {
    const { fetch } = createServer()
    const provider = new MemoryProvider({ client: elsewhere })
    expect(await auth(provider, { serverUrl, fetchFn: fetch })).toBe('REDIRECT')
    expect(provider.client).toEqual({ ...registered, issuer })
  })

  test.each<[string, object]>([
    ['that cannot be stored', { saveClientInformation: undefined }],
    ['without a person', { redirectUrl: undefined }],
  ])('is an error: one %s', async (_, more) => {
    const { fetch, asked } = createServer()
    const provider = Object.assign(new MemoryProvider({ client: elsewhere }), more)
    await expect(auth(provider, { serverUrl, fetchFn: fetch })).rejects.toThrow(
      /^OAuth client information is bound to authorization server https:\/\/b\.example\/ and is not presented to https:\/\/a\.example\/\. /,
    )
    expect(asked).toEqual([])
  })
})
