import { describe, expect, test } from 'vitest'
import { MemoryProvider } from '../../test/memory-provider.js'
import { byAddress, type SentRequest } from '../../test/prepared-fetch.js'
import { auth, UnauthorizedError } from './run-auth.js'

const serverUrl = 'https://a.example/mcp'
const issuer = 'https://as.example'
const metadata = {
  ...{
    issuer: `${issuer}/`,
    authorization_endpoint: 'https://as.example/auth',
    token_endpoint: 'https://as.example/t',
  },
  ...{ registration_endpoint: 'https://as.example/reg', response_types_supported: ['code'] },
}
const resource = { resource: 'https://a.example', authorization_servers: [issuer] }
const client = { client_id: 'c' }
const bound = { ...client, issuer }
const tokens = { access_token: 't', token_type: 'Bearer' }
const registered = { client_id: 'new', redirect_uris: ['https://app.example/back'] }

type Replies = Readonly<Record<string, (request: SentRequest) => Response>>

/** The internet of a flow. */
function createInternet(replies: Replies = {}, more: { metadata?: object; resource?: object } = {}) {
  return byAddress({
    'https://a.example/.well-known/oauth-protected-resource/mcp': () =>
      Response.json({ ...resource, ...more.resource }),
    'https://as.example/.well-known/oauth-authorization-server': () => Response.json({ ...metadata, ...more.metadata }),
    'https://as.example/reg': () => Response.json(registered),
    'https://as.example/t': () => Response.json(tokens),
    ...replies,
  })
}

const fieldsOf = (request: SentRequest | undefined) => Object.fromEntries(new URLSearchParams(request?.body))

describe('without tokens', () => {
  test('the client registers, and the browser is sent to the authorization server', async () => {
    const { fetch, sent } = createInternet()
    const provider = Object.assign(new MemoryProvider(), { state: async () => 'the-state' })
    expect(await auth(provider, { serverUrl, scope: 'x y', fetchFn: fetch })).toBe('REDIRECT')
    expect(provider.client).toEqual({ ...registered, issuer })
    expect(JSON.parse(sent.at(-1)?.body ?? '')).toEqual({ ...provider.clientMetadata, scope: 'x y' })
    const [url] = provider.redirects
    expect(`${url?.origin}${url?.pathname}`).toBe('https://as.example/auth')
    expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
      ...{ client_id: 'new', state: 'the-state', scope: 'x y', resource: 'https://a.example' },
      redirect_uri: 'https://app.example/back',
    })
    expect(provider.verifier).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(provider.stored).toBeUndefined()
  })

  test('a client that is stored does not register', async () => {
    const { fetch, addresses } = createInternet()
    const provider = new MemoryProvider({ client })
    expect(await auth(provider, { serverUrl, fetchFn: fetch })).toBe('REDIRECT')
    expect(addresses()).toHaveLength(2)
    expect(Object.fromEntries(provider.redirects[0]?.searchParams ?? [])).not.toHaveProperty('state')
    expect(provider.client).toEqual(client)
  })

  test.each<[string, object, string | undefined, string | undefined, string | null]>([
    ['that were asked for', { scopes_supported: ['r'] }, 'asked', 'own', 'asked'],
    ['of the resource', { scopes_supported: ['r', 's'] }, undefined, 'own', 'r s'],
    ['of the resource, for none', { scopes_supported: ['r'] }, '', 'own', 'r'],
    ['of the client', { scopes_supported: [] }, undefined, 'own', 'own'],
    ['of nobody', {}, undefined, undefined, null],
  ])('the scopes are those %s', async (_, more, asked, own, expected) => {
    const { fetch } = createInternet({}, { resource: more })
    const provider = new MemoryProvider({ client })
    if (own !== undefined) provider.clientMetadata = { ...provider.clientMetadata, scope: own }
    await auth(provider, { serverUrl, fetchFn: fetch, ...(asked !== undefined && { scope: asked }) })
    expect(provider.redirects[0]?.searchParams.get('scope')).toBe(expected)
  })

  test('the resource is the one that the provider chooses, or none where it is not known', async () => {
    const { fetch } = createInternet()
    const validateResourceURL = async () => new URL('https://chosen.example')
    const provider = Object.assign(new MemoryProvider({ client }), { validateResourceURL })
    await auth(provider, { serverUrl, fetchFn: fetch })
    expect(provider.redirects[0]?.searchParams.get('resource')).toBe('https://chosen.example/')
    const unknown = new MemoryProvider({ client })
    await auth(unknown, { serverUrl, fetchFn: byAddress({}).fetch })
    expect(unknown.redirects[0]?.searchParams.get('resource')).toBeNull()
    expect(unknown.redirects[0]?.origin).toBe('https://a.example')
  })

  test('a resource of another server is an error', async () => {
    const { fetch } = createInternet({}, { resource: { resource: 'https://b.example/' } })
    await expect(auth(new MemoryProvider({ client }), { serverUrl, fetchFn: fetch })).rejects.toThrow(
      new Error('Protected resource https://b.example/ does not match expected https://a.example/mcp (or origin)'),
    )
  })
})

describe('a client that is known by the address of its metadata', () => {
  const clientMetadataUrl = 'https://app.example/client'
  const supported = { client_id_metadata_document_supported: true }

  test('does not register', async () => {
    const { fetch, addresses } = createInternet({}, { metadata: supported })
    const provider = Object.assign(new MemoryProvider(), { clientMetadataUrl })
    await auth(provider, { serverUrl, fetchFn: fetch })
    expect(provider.client).toEqual({ client_id: clientMetadataUrl, issuer })
    expect(provider.redirects[0]?.searchParams.get('client_id')).toBe(clientMetadataUrl)
    expect(addresses()).not.toContain('POST https://as.example/reg')
  })

  test('need not be stored', async () => {
    const { fetch } = createInternet({}, { metadata: supported })
    const provider = Object.assign(new MemoryProvider(), { clientMetadataUrl, saveClientInformation: undefined })
    expect(await auth(provider as never, { serverUrl, fetchFn: fetch })).toBe('REDIRECT')
  })

  test('registers where the server does not support that', async () => {
    const { fetch } = createInternet()
    const provider = Object.assign(new MemoryProvider(), { clientMetadataUrl })
    await auth(provider, { serverUrl, fetchFn: fetch })
    expect(provider.client).toMatchObject({ client_id: 'new' })
  })

  test('needs an https address', async () => {
    const { fetch } = createInternet()
    const provider = Object.assign(new MemoryProvider(), { clientMetadataUrl: 'http://app.example/client' })
    await expect(auth(provider, { serverUrl, fetchFn: fetch })).rejects.toMatchObject({
      errorCode: 'invalid_client_metadata',
      message: 'clientMetadataUrl must be a valid HTTPS URL with a non-root pathname, got: http://app.example/client',
    })
  })

  test('else must be stored', async () => {
    const { fetch } = createInternet()
    const provider = Object.assign(new MemoryProvider(), { saveClientInformation: undefined })
    await expect(auth(provider as never, { serverUrl, fetchFn: fetch })).rejects.toThrow(
      new Error('OAuth client information must be saveable for dynamic registration'),
    )
  })
})

describe('with a code', () => {
  test('the tokens are stored, and the client is bound to the server that took it', async () => {
    const { fetch, sent } = createInternet()
    const provider = new MemoryProvider({ client })
    expect(await auth(provider, { serverUrl, authorizationCode: 'x', fetchFn: fetch })).toBe('AUTHORIZED')
    expect(provider.stored).toEqual({ ...tokens, issuer })
    expect(provider.client).toEqual(bound)
    expect(fieldsOf(sent.at(-1))).toMatchObject({ code: 'x', client_id: 'c', resource: 'https://a.example' })
  })

  test('a client that is bound is not stored again', async () => {
    const { fetch } = createInternet()
    const provider = new MemoryProvider({ client: bound })
    await auth(provider, { serverUrl, authorizationCode: 'x', fetchFn: fetch })
    expect(provider.client).toBe(bound)
  })

  test('a provider that does not take the client again goes on without', async () => {
    const { fetch } = createInternet()
    const saveClientInformation = () => Promise.reject(new Error('only once'))
    const provider = Object.assign(new MemoryProvider({ client }), { saveClientInformation })
    expect(await auth(provider as never, { serverUrl, authorizationCode: 'x', fetchFn: fetch })).toBe('AUTHORIZED')
  })

  test('the client must be stored', async () => {
    const { fetch } = createInternet()
    await expect(auth(new MemoryProvider(), { serverUrl, authorizationCode: '', fetchFn: fetch })).rejects.toThrow(
      new Error('Existing OAuth client information is required when exchanging an authorization code'),
    )
  })
})

test('without a person the tokens are asked for at once', async () => {
  const { fetch, sent } = createInternet()
  const provider = Object.assign(new MemoryProvider({ client: bound }), {
    redirectUrl: undefined,
    prepareTokenRequest: () => new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  expect(await auth(provider, { serverUrl, fetchFn: fetch })).toBe('AUTHORIZED')
  expect(fieldsOf(sent.at(-1))).toMatchObject({ grant_type: 'client_credentials', client_id: 'c' })
})

test('an error of authorization has a text', () => {
  expect([new UnauthorizedError().message, new UnauthorizedError('x').message]).toEqual(['Unauthorized', 'x'])
})
