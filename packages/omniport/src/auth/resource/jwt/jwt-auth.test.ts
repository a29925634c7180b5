import { generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { beginSession, initializeRequest, post, postHeaders, postModern } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { audience, createIssuer, type Issuer, issuer } from '../fixtures/create-issuer.js'
import { jwtAuth } from './jwt-auth.js'
import type { JwtAuthOptions } from './jwt-auth-options.js'

const metadata = 'resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp"'

let source: Issuer
beforeAll(async () => {
  source = await createIssuer()
})

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Bad tokens, and why they are refused. */
const bad: readonly (readonly [string, () => Promise<string>, RegExp])[] = [
  ['expired', () => source.sign({ exp: 1_700_000_000 }), /expired/],
  ['not yet valid', () => source.sign({ nbf: 1_900_000_000 }), /nbf/],
  ['without an end', () => source.sign({ exp: undefined }), /exp/],
  ['for another audience', () => source.sign({ aud: 'https://other.example' }), /another audience/],
  ['for no audience', () => source.sign({ aud: undefined }), /another audience/],
  ['of another issuer', () => source.sign({ iss: 'https://evil.example' }), /another issuer/],
  ['of an issuer that only looks the same', () => source.sign({ iss: `${issuer}/` }), /another issuer/],
  ['of nobody', () => source.sign({ sub: undefined, client_id: undefined }), /names no known principal/],
  ['an ID token by its own word', () => source.sign({}, { typ: 'logout+jwt' }), /not a signed JWT/],
  ['signed with an unknown key', () => source.sign({}, { kid: 'other' }), /unknown key/],
  ['bound to a key', () => source.sign({ cnf: { jkt: 'x' } }), /bound to a key/],
  ['bound to a certificate', () => source.sign({ cnf: { 'x5t#S256': 'x' } }), /bound to a key/],
  [
    'unsigned',
    async () => `${base64({ alg: 'none' })}.${base64({ iss: issuer, aud: audience, sub: 'a' })}.`,
    /not a signed JWT/,
  ],
  ['signed with the public key as a secret', () => signSymmetric(), /not a signed JWT/],
  ['signed by somebody else', () => signForeign(), /not valid/],
  ['changed after it was signed', () => changed(), /not valid/],
  ['no JWT', async () => 'opaque', /not a signed JWT/],
]

async function signSymmetric(): Promise<string> {
  const jwks = source.published.get(`${issuer}/jwks`)
  const secret = new TextEncoder().encode(JSON.stringify(jwks))
  const claims = { iss: issuer, aud: audience, sub: 'ada', exp: 1_900_000_000 }
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(secret)
}

async function signForeign(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256')
  const claims = { iss: issuer, aud: audience, sub: 'ada', exp: 1_900_000_000 }
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'first' }).sign(privateKey)
}

async function changed(): Promise<string> {
  const [header, , signature] = (await source.sign()).split('.')
  return `${header}.${base64({ iss: issuer, aud: audience, sub: 'root', exp: 1_900_000_000 })}.${signature}`
}

describe.each(httpShells)('jwtAuth over $shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async () => {
    const { fetch, runtime } = source
    const defined = defineHttpServer()
    shell = await open(defined.server, { auth: jwtAuth({ issuer, audience, scopes: ['mcp'], fetch, runtime }) })
    return defined
  }
  const call = (headers: Readonly<Record<string, string>>) =>
    postModern(shell, 'tools/call', { name: 'hook' }, { headers })

  test.each(bad)('refuses a token that is %s', async (_name, sign, why) => {
    verifies('AUTH-40', 'AUTH-41', 'AUTH-43', 'AUTH-44', 'AUTH-28')
    const { logger, onHook } = await start()
    onHook(() => expect.unreachable())
    const token = await sign()
    const response = await call({ authorization: `Bearer ${token}` })
    const challenge = response.headers.get('www-authenticate') ?? ''
    expect([response.status, challenge]).toEqual([401, expect.stringMatching(why)])
    expect(challenge.startsWith(`Bearer ${metadata}, scope="mcp", error="invalid_token", error_description="`)).toBe(
      true,
    )
    const [signature = ''] = token.split('.').slice(-1)
    for (const text of [challenge, await response.text(), JSON.stringify(logger)]) {
      expect(signature.length > 10 && text.includes(signature)).toBe(false)
    }
    expect([logger.errors, logger.warnings]).toEqual([[], []])
  })

  test.each<readonly [string, Readonly<Record<string, string>>, number | undefined, string | RegExp]>([
    ['nothing', {}, 401, `Bearer ${metadata}, scope="mcp"`],
    ['credentials of another kind', { authorization: 'Basic YTpi' }, 401, `Bearer ${metadata}, scope="mcp"`],
    ['no token', { authorization: 'Bearer' }, 400, /^Bearer .*, error="invalid_request"/],
    ['what is no token', { authorization: 'Bearer a b' }, 400, /error="invalid_request"/],
    ['two kinds of credentials', { authorization: 'Basic YTpi, Bearer a' }, 400, /error="invalid_request"/],
    ['a token of 20 KB', { authorization: `Bearer ${'a'.repeat(20_000)}` }, undefined, /./],
  ])('refuses %s', async (_name, headers, status = shell.host === 'localhost' ? 400 : 431, challenge) => {
    verifies('AUTH-12', 'AUTH-13', 'AUTH-28', 'AUTH-39', 'AUTH-44')
    await start()
    const response = await call(headers)
    // What is over the limit of Node is refused by Node, which has no challenge.
    const expected = status === 431 ? null : expect.stringMatching(challenge)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([status, expected])
    await response.text()
  })

  test('takes a token from Authorization only, and only in requests that carry it', async () => {
    verifies('AUTH-38', 'AUTH-39', 'SEC-08')
    await start()
    const authorization = `Bearer ${await source.sign()}`
    const inQuery = await postModern(shell, 'tools/list', {}, { path: `/mcp?access_token=${authorization.slice(7)}` })
    expect(inQuery.status).toBe(401)
    const session = await beginSession(shell, { headers: { authorization } })
    expect((await session.request('ping')).status).toBe(200)
    const without = await post(
      shell,
      { jsonrpc: '2.0', id: 2, method: 'ping' },
      { headers: { 'mcp-session-id': session.id } },
    )
    const stream = await shell.send({
      method: 'GET',
      headers: { 'mcp-session-id': session.id, accept: 'text/event-stream' },
    })
    const gone = await shell.send({ method: 'DELETE', headers: { 'mcp-session-id': session.id } })
    expect([without.status, stream.status, gone.status]).toEqual([401, 401, 401])
    for (const response of [inQuery, without, stream, gone]) await response.text()
  })

  test.each([
    ['a modern call', () => postModern(shell, 'tools/list')],
    ['initialize', () => post(shell, initializeRequest('2025-06-18'))],
    [
      'the stream of 2024-11-05',
      () => shell.send({ method: 'GET', path: '/sse', headers: { accept: 'text/event-stream' } }),
    ],
    ['a message of 2024-11-05', () => shell.send({ path: '/messages?sessionId=x', headers: postHeaders, body: '{}' })],
  ])('challenges %s that has no token', async (_name, send) => {
    verifies('AUTH-12', 'SEC-12')
    await start()
    const response = await send()
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer ${metadata}, scope="mcp"`,
    ])
    await response.text()
  })

  test('asks for more with 403 where a token has too little', async () => {
    verifies('AUTH-44', 'AUTH-45')
    await start()
    const response = await call({ authorization: `Bearer ${await source.sign({ scope: 'other' })}` })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      403,
      `Bearer ${metadata}, scope="mcp", error="insufficient_scope", error_description="more has to be granted for this"`,
    ])
    await response.text()
  })

  test('says who it is, and shows handlers no credentials', async () => {
    verifies('AUTH-43', 'SEC-05')
    const { onHook } = await start()
    const token = await source.sign()
    onHook(({ principal, headers }) => {
      const names = ['authorization', 'dpop', 'cookie', 'x-api-key', 'x-other']
      const recorded = JSON.stringify([principal, ...(headers ?? [])])
      return JSON.stringify([
        principal?.id,
        principal?.scopes,
        names.filter((name) => headers?.has(name)),
        recorded.includes(token),
      ])
    })
    const headers = { authorization: `bearer ${token}`, cookie: 'a=b', 'x-api-key': 'k', dpop: 'x', 'x-other': 'y' }
    const modern = await call(headers)
    const session = await beginSession(shell, { headers })
    const legacy = await session.request('tools/call', { name: 'hook' })
    for (const response of [modern, legacy]) {
      const { result } = await response.json()
      expect(JSON.parse(result.content[0].text)).toEqual(['ada', ['mcp'], ['x-other'], false])
    }
  })
})

test('two Authorization headers are refused, though Node shows only the first', async () => {
  verifies('AUTH-44')
  const token = await source.sign()
  const { createServer, request } = await import('node:http')
  const { createNodeHandler } = await import('../../../transport/node/create-node-handler.js')
  const { fetch, runtime } = source
  const { server } = defineHttpServer()
  const handler = createNodeHandler(server, { auth: jwtAuth({ issuer, audience, fetch, runtime }) })
  const http = createServer(handler)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as import('node:net').AddressInfo
  const status = await new Promise((resolve) => {
    const headers = [
      'host',
      `127.0.0.1:${port}`,
      'Authorization',
      `Bearer ${token}`,
      'authorization',
      `Bearer ${token}`,
    ]
    request({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).end()
  })
  expect(status).toBe(400)
  await handler.close()
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
})

describe('the principal of a token', () => {
  const send = async (claims: object, principal?: JwtAuthOptions['principal']) => {
    const { fetch, runtime } = source
    const auth = jwtAuth({ issuer, audience, fetch, runtime, principal })
    const headers = new Headers({ authorization: `Bearer ${await source.sign({ exp: 1_900_000_000, ...claims })}` })
    return await auth({ method: 'POST', headers })
  }

  test('ends when the token is taken no longer, or earlier', async () => {
    expect(await send({})).toMatchObject({ expiresAt: 1_900_000_005_000 })
    const ada = { id: 'ada', scopes: [], claims: {} }
    expect(await send({}, () => ada)).toMatchObject({ expiresAt: 1_900_000_005_000 })
    expect(await send({}, () => ({ ...ada, expiresAt: 7 }))).toMatchObject({ expiresAt: 7 })
    expect(await send({}, () => ({ ...ada, expiresAt: 8e12 }))).toMatchObject({ expiresAt: 1_900_000_005_000 })
  })

  test('cannot be changed by one request for the next, however deep', async () => {
    const principal = await send({ realm_access: { roles: ['user'] } })
    if ('denied' in principal) throw new Error(principal.denied)
    const access = principal.claims['realm_access'] as { roles: string[] }
    expect(() => access.roles.push('admin')).toThrow(TypeError)
    expect(() => Object.assign(access, { roles: ['admin'] })).toThrow(TypeError)
  })
})
