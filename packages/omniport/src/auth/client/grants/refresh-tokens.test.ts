import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import type { FakeServerOptions } from '../fixtures/fake-options.js'
import { createTokenSource } from './create-token-source.js'

async function signedIn(options: FakeServerOptions = {}) {
  const server = createFakeAuthorizationServer(options)
  const services = createFakeAuthServices(server)
  const source = createTokenSource(services)
  const request = fakeRequest(server, { scopes: ['read'] })
  const tokens = await source.obtain(request)
  return { server, services, source, request, refreshToken: String(tokens.refreshToken) }
}

describe('a refresh token', () => {
  test('is given for a new one; the scopes stay', async () => {
    verifies('AUTH-31', 'AUTH-58')
    const { server, source, request, refreshToken } = await signedIn()
    const tokens = await source.refresh(refreshToken, request)
    expect(tokens).toMatchObject({ refreshToken: expect.stringMatching(/^refresh-/), scopes: ['read'] })
    expect(tokens?.refreshToken).not.toBe(refreshToken)
    const form = server.requestsTo('/token')[1]?.form
    expect(form?.get('resource')).toBe('https://mcp.example/mcp')
    expect(form?.has('scope')).toBe(false)
  })

  test('stays where the server gives none', async () => {
    const { source, request, refreshToken } = await signedIn({ rotates: false })
    expect(await source.refresh(refreshToken, request)).toMatchObject({ refreshToken })
    expect(await source.refresh(refreshToken, request)).toMatchObject({ refreshToken })
  })

  test('that was used before is not good any more, nor is what came of it', async () => {
    verifies('AUTH-58')
    const { source, request, refreshToken } = await signedIn()
    const tokens = await source.refresh(refreshToken, request)
    expect(await source.refresh(refreshToken, request)).toBeUndefined()
    expect(await source.refresh(String(tokens?.refreshToken), request)).toBeUndefined()
  })

  test.each([
    ['the server is down', { status: 503, body: {} }, 'unreachable', 'a token request with HTTP status 503'],
    [
      'the answer is no object',
      { status: 200, body: [] },
      'unauthorized',
      'a token request with something other than a JSON object',
    ],
    ['it is too busy', { status: 429, body: { error: 'rate_limited' } }, 'unreachable', 'refused: rate_limited'],
    ['it fails as frameworks do', { status: 500, body: { error: 'Internal' } }, 'unreachable', 'refused: Internal'],
    ['it is down for a moment', { status: 400, body: { error: 'temporarily_unavailable' } }, 'unreachable', 'refused'],
    ['a proxy is in the way', { status: 407, body: {} }, 'unauthorized', 'HTTP status 407'],
  ])('is as good as before where %s', async (_, reply, code, text) => {
    let isDown = false
    const { source, request, refreshToken } = await signedIn({ token: () => (isDown ? reply : undefined) })
    isDown = true
    await expect(source.refresh(refreshToken, request)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text),
    })
    isDown = false
    expect(await source.refresh(refreshToken, request)).toMatchObject({ type: 'bearer' })
  })

  test.each([
    ['by another name', { status: 200, body: { error: 'bad_refresh_token' } }],
    ['since the client may not refresh', { status: 400, body: { error: 'unauthorized_client' } }],
    ['without a code', { status: 400, body: 'expired' }],
  ])('that is refused %s is not good any more: somebody has to agree anew', async (_, reply) => {
    let isOver = false
    const { source, request, refreshToken } = await signedIn({ token: () => (isOver ? reply : undefined) })
    isOver = true
    expect(await source.refresh(refreshToken, request)).toBeUndefined()
  })

  test('is as good as before where the server cannot be reached', async () => {
    const { services, source, request, refreshToken } = await signedIn()
    const fetch = () => Promise.reject(new TypeError('fetch failed'))
    const offline = createTokenSource({ ...services, fetch })
    await expect(offline.refresh(refreshToken, request)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'as.example could not be reached',
    })
    expect(await source.refresh(refreshToken, request)).toMatchObject({ type: 'bearer' })
  })

  test('is of no use where nobody knows whose it was', async () => {
    const { server, services, request, refreshToken } = await signedIn()
    services.store.entries.clear()
    const asked = server.requests.length
    expect(await createTokenSource(services).refresh(refreshToken, request)).toBeUndefined()
    expect(server.requests.length).toBe(asked)
  })

  test('is not sent after it was aborted', async () => {
    const { server, source, request, refreshToken } = await signedIn()
    const asked = server.requests.length
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(source.refresh(refreshToken, { ...request, signal })).rejects.toThrow('enough')
    expect(server.requests.length).toBe(asked)
  })
})

/** A reply as the first version of Entra ID sends it. */
const entra = {
  token_type: 'Bearer',
  scope: 'manage',
  expires_in: '5250',
  ext_expires_in: '5250',
  expires_on: '1759495112',
  not_before: '1759489561',
  resource: 'api://some-server',
}

describe('the tokens in an answer', () => {
  test.each<readonly [string, Record<string, unknown>, Record<string, unknown>]>([
    ['the time is text', { expires_in: '60' }, { expiresAt: 60_000 }],
    ['the time is over', { expires_in: -5 }, { expiresAt: 0 }],
    ['the scopes differ', { scope: ' read  extra ' }, { scopes: ['read', 'extra'] }],
    ['the scopes are empty', { scope: '' }, { scopes: ['read'] }],
    ['the type is in other letters', { token_type: 'bEARER' }, { type: 'bearer' }],
    ['there is no type', { token_type: undefined }, { type: 'bearer' }],
    ['the type is null', { token_type: null }, { type: 'bearer' }],
    ['the error is null', { error: null }, { type: 'bearer' }],
    ['the error is empty', { error: '' }, { type: 'bearer' }],
    ['the scopes are separated by commas', { scope: 'read,extra' }, { scopes: ['read', 'extra'] }],
    ['a scope has a comma', { scope: 'read,write extra' }, { scopes: ['read,write', 'extra'] }],
    ['all is as Entra ID sends it', entra, { type: 'bearer', expiresAt: 5_250_000, scopes: ['manage'] }],
    ['there is an ID token', { id_token: 'no JWT' }, { type: 'bearer' }],
  ])('%s', async (_, differing, expected) => {
    const server = createFakeAuthorizationServer({ tokens: differing })
    const source = createTokenSource(createFakeAuthServices(server))
    expect(await source.obtain(fakeRequest(server, { scopes: ['read'] }))).toMatchObject(expected)
  })

  test('a comma that was requested as part of a scope stays', async () => {
    const server = createFakeAuthorizationServer({ tokens: { scope: 'a,b' } })
    const source = createTokenSource(createFakeAuthServices(server))
    expect(await source.obtain(fakeRequest(server, { scopes: ['a,b'] }))).toMatchObject({ scopes: ['a,b'] })
  })

  test('any status of success is one', async () => {
    const reply = { status: 201, body: { access_token: 'made', token_type: 'Bearer' } }
    const server = createFakeAuthorizationServer({ token: () => reply })
    const source = createTokenSource(createFakeAuthServices(server))
    expect(await source.obtain(fakeRequest(server))).toMatchObject({ accessToken: 'made' })
  })

  test.each<readonly [string, Record<string, unknown>]>([
    ['time', { expires_in: undefined }],
    ['time that is a number', { expires_in: 'soon' }],
    ['time that is a time', { expires_in: { a: 1 } }],
  ])('no %s: it is not known when they end', async (_, differing) => {
    const server = createFakeAuthorizationServer({ tokens: differing })
    const tokens = await createTokenSource(createFakeAuthServices(server)).obtain(fakeRequest(server))
    expect(tokens).not.toHaveProperty('expiresAt')
  })

  test.each<readonly [string, Record<string, unknown>]>([
    ['no access token', { access_token: undefined }],
    ['an access token that is no text', { access_token: 5 }],
    ['an access token that would be two headers', { access_token: 'a\r\nx-evil: 1' }],
    ['an endless access token', { access_token: 'a'.repeat(70_000) }],
    ['another type', { token_type: 'mac' }],
    ['a type that was not asked for', { token_type: 'DPoP' }],
  ])('%s: they are refused', async (_, differing) => {
    const server = createFakeAuthorizationServer({ tokens: differing })
    const obtaining = createTokenSource(createFakeAuthServices(server)).obtain(fakeRequest(server))
    await expect(obtaining).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(/^https:\/\/as.example returned (?:no access token|a token of a type)/),
    })
  })

  test('an answer that is too long is not read to its end', async () => {
    const server = createFakeAuthorizationServer({ tokens: { extra: 'x'.repeat(300_000) } })
    const obtaining = createTokenSource(createFakeAuthServices(server)).obtain(fakeRequest(server))
    await expect(obtaining).rejects.toMatchObject({ code: 'limit' })
  })
})
