import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeServers, serve } from '../../../../test/express-servers.js'
import { InsufficientScopeError, InvalidRequestError, InvalidTokenError } from '../errors.js'
import type { AuthInfo } from '../types.js'
import { type BearerAuthMiddlewareOptions, requireBearerAuth } from './bearerAuth.js'

afterEach(async () => {
  vi.restoreAllMocks()
  await closeServers()
})

const now = 1_700_000_000
const valid = { token: 't', clientId: 'c', scopes: ['a', 'b'], expiresAt: now + 60 }

/** Sends a request to a server whose tokens are as given. */
async function ask(
  info: Partial<Record<keyof AuthInfo, unknown>> | Error = {},
  options: Partial<BearerAuthMiddlewareOptions> = {},
  authorization: string | null = 'Bearer the-token',
) {
  const verified: string[] = []
  const verifyAccessToken = async (token: string) => {
    verified.push(token)
    if (info instanceof Error) throw info
    return { ...valid, ...info } as AuthInfo
  }
  const handler = requireBearerAuth({ verifier: { verifyAccessToken }, ...options })
  const origin = await serve(handler, (req, res) => void res.json(req.auth))
  vi.spyOn(Date, 'now').mockReturnValue(now * 1000)
  const response = await fetch(origin, { headers: authorization === null ? {} : { authorization } })
  return {
    ...{ verified, status: response.status, body: await response.json() },
    challenge: response.headers.get('www-authenticate'),
  }
}

const invalid = (text: string) => ({
  ...{ status: 401, body: { error: 'invalid_token', error_description: text } },
  challenge: `Bearer error="invalid_token", error_description="${text}"`,
})

describe('a request', () => {
  test('with a valid token is served', async () => {
    const served = await ask()
    expect(served).toEqual({ verified: ['the-token'], status: 200, body: valid, challenge: null })
  })

  test.each(['bearer the-token', 'BEARER the-token', 'Bearer the-token and more'])(
    'may have the header %s',
    async (authorization) => {
      expect(await ask({}, {}, authorization)).toMatchObject({ status: 200, verified: ['the-token'] })
    },
  )

  test('without a token is refused', async () => {
    expect(await ask({}, {}, null)).toEqual({ verified: [], ...invalid('Missing Authorization header') })
  })

  test.each(['Basic x', 'Bearer', 'the-token'])('with the header %s is refused', async (authorization) => {
    expect(await ask({}, {}, authorization)).toEqual({
      ...{ verified: [], ...invalid("Invalid Authorization header format, expected 'Bearer TOKEN'") },
    })
  })

  test('with a token that is not valid is refused', async () => {
    expect(await ask(new InvalidTokenError('Revoked'))).toMatchObject(invalid('Revoked'))
  })
})

describe('a token', () => {
  test.each([
    [now, 200],
    [now - 1, 401],
  ])('that expires at %i is answered with %i', async (expiresAt, status) => {
    expect((await ask({ expiresAt })).status).toBe(status)
  })

  test('that has expired says so', async () => {
    expect(await ask({ expiresAt: now - 1 })).toMatchObject(invalid('Token has expired'))
  })

  test.each([[undefined], [Number.NaN], ['1800000000']])('that expires at %s is refused', async (expiresAt) => {
    expect(await ask({ expiresAt })).toMatchObject(invalid('Token has no expiration time'))
  })

  test('needs all scopes', async () => {
    expect((await ask({}, { requiredScopes: ['a', 'b'] })).status).toBe(200)
    expect(await ask({}, { requiredScopes: ['a', 'x'] })).toMatchObject({
      ...{ status: 403, body: { error: 'insufficient_scope', error_description: 'Insufficient scope' } },
      challenge: 'Bearer error="insufficient_scope", error_description="Insufficient scope", scope="a x"',
    })
  })

  test.each([
    ['https://a.example/mcp', 200],
    ['https://a.example/mcp/', 200],
    ['https://a.example/mcp#x', 200],
    ['https://a.example/mcp//', 401],
    ['https://a.example/', 401],
    ['https://a.example/mcp?x', 401],
    [undefined, 401],
  ])('for %s is answered with %i by another resource', async (resource, status) => {
    const expectedResource = new URL('https://a.example/mcp/#y')
    const info = { resource: resource === undefined ? undefined : new URL(resource) }
    expect((await ask(info, { expectedResource })).status).toBe(status)
  })

  test('for another resource says so', async () => {
    const options = { expectedResource: new URL('https://a.example/') }
    expect(await ask({}, options)).toMatchObject(invalid('Token was not issued for this resource'))
  })

  test('for any resource is taken where none is expected', async () => {
    expect((await ask({ resource: new URL('https://b.example/') })).status).toBe(200)
  })
})

describe('a challenge', () => {
  test('names what clients need to find the authorization server', async () => {
    const options = { requiredScopes: ['a', 'b'], resourceMetadataUrl: 'https://a.example/meta' }
    expect((await ask({}, options, null)).challenge).toBe(
      'Bearer error="invalid_token", error_description="Missing Authorization header", scope="a b", resource_metadata="https://a.example/meta"',
    )
  })

  test('has no text that would leave its quotes', async () => {
    const { challenge, body } = await ask(new InvalidTokenError('a "b" \\ c ~ é \n'))
    expect(challenge).toBe(`Bearer error="invalid_token", error_description="a 'b' ' c ~ ? ?"`)
    expect(body).toMatchObject({ error_description: 'a "b" \\ c ~ é \n' })
  })

  test('comes with the status of its error', async () => {
    expect(await ask(new InsufficientScopeError('More'))).toMatchObject({
      ...{ status: 403, challenge: 'Bearer error="insufficient_scope", error_description="More"' },
    })
  })

  test.each<[string, Error, number, object]>([
    ['a failure', new Error('secret'), 500, { error: 'server_error', error_description: 'Internal Server Error' }],
    [
      'another error of OAuth',
      new InvalidRequestError('no'),
      400,
      { error: 'invalid_request', error_description: 'no' },
    ],
  ])('is not given for %s', async (_, error, status, body) => {
    expect(await ask(error)).toMatchObject({ status, body, challenge: null })
  })
})
