import { afterEach, describe, expect, test } from 'vitest'
import { type Asked, type Listening, listen, reply } from '../fixtures/listen.js'
import { asks, bearer, examine, issuer, issuerAt, noCredentials, resource, resourceAt } from '../fixtures/sign-in.js'
import { type Credentials, examineAuthorization, hasCredentialHeader } from './examine-authorization.js'

const open: Listening[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

describe('a server that asks for nothing', () => {
  test.each([200, 404, 500])('says so with the status %i', async (status) => {
    expect((await examine({ status })).findings).toEqual([
      `note | HTTP status ${status} without credentials: none are asked for`,
    ])
  })

  test('is asked with a ping, without the credentials that there are', async () => {
    const { asked } = await examine({ status: 200 }, 'given', '/mcp', {
      authorization: 'Bearer t',
      'x-api-key': 'k',
      'x-own': '1',
    })
    const [{ method, path, body, headers } = {} as Asked] = asked
    expect([method, path, JSON.parse(body)]).toEqual(['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-own': '1',
    })
    expect([headers.authorization, headers['x-api-key']]).toEqual([undefined, undefined])
  })

  test('is not followed to another address', async () => {
    const served = await listen((_asked, response) => void response.writeHead(307, { location: '/other' }).end())
    open.push(served)
    const findings = await examineAuthorization({ url: served.origin, headers: {} }, 'none', {
      signal: new AbortController().signal,
    })
    expect([findings[0]?.text, served.asked.length]).toEqual([
      'HTTP status 307 without credentials: none are asked for',
      1,
    ])
  })
})

test('a server that cannot be reached is a problem', async () => {
  const served = await listen((_asked, response) => void response.socket?.destroy())
  open.push(served)
  const io = { signal: new AbortController().signal }
  expect(await examineAuthorization({ url: served.origin, headers: {} }, 'none', io)).toEqual([
    {
      area: 'sign-in',
      level: 'problem',
      text: 'HTTP fails: other side closed',
      advice: 'see that an MCP server listens at this URL',
    },
  ])
})

test('an interruption is no finding', async () => {
  const served = await listen((_asked, response) => reply(response, 200))
  open.push(served)
  const io = { signal: AbortSignal.abort(new Error('stop')) }
  await expect(examineAuthorization({ url: served.origin, headers: {} }, 'none', io)).rejects.toThrow('stop')
})

describe('a server that asks for a key', () => {
  const asked = 'ok | the server asks for credentials: HTTP status 401, ApiKey realm="a"'

  test.each([
    ['none', [asked, noCredentials("add them as a header: -H 'X-API-Key: …'")]],
    ['given', [asked]],
    ['sign-in', [asked]],
  ] satisfies [Credentials, string[]][])('needs nothing else: %s', async (credentials, findings) => {
    expect((await examine({ challenge: 'ApiKey realm="a"' }, credentials)).findings).toEqual(findings)
  })
})

describe('a server that refuses', () => {
  const others = 'see what the server, or a proxy before it, lets in'
  const hosts =
    'let the server accept this name: the option allowedHosts, or --allowed-host of "omniport serve" and "omniport gateway"'

  test.each([
    ['without a reason', undefined, `problem | requests are refused: HTTP status 403 | ${others}`],
    [
      'with a reason',
      { error: { message: 'Go away' } },
      `problem | requests are refused: HTTP status 403, Go away | ${others}`,
    ],
    [
      'for the name of the host',
      { error: { message: 'The Host is not allowed' } },
      `problem | requests are refused: HTTP status 403, The Host is not allowed | ${hosts}`,
    ],
    [
      'with a message that is no text',
      { error: { message: 7 } },
      `problem | requests are refused: HTTP status 403 | ${others}`,
    ],
    [
      'with a long answer',
      { error: { message: 'x'.repeat(4_096) } },
      `problem | requests are refused: HTTP status 403 | ${others}`,
    ],
  ])('says so %s', async (_name, body, finding) => {
    expect((await examine({ status: 403, ...(body && { body }) })).findings).toEqual([finding])
  })

  test('asks for a token with 403 as well', async () => {
    const { findings } = await examine({ status: 403, challenge: 'DPoP' }, 'sign-in')
    expect(findings[0]).toBe('ok | the server asks for credentials: HTTP status 403')
  })
})

describe('a server that asks for a token', () => {
  const whole = [
    asks,
    'ok | metadata of the resource: ORIGIN/.well-known/oauth-protected-resource/mcp',
    'ok | metadata of the authorization server: ORIGIN/.well-known/oauth-authorization-server',
    'ok | clients register at the registration_endpoint',
  ]
  const documents = { [resourceAt]: resource, [issuerAt]: issuer }

  test('is fine with its metadata', async () => {
    const { findings, areas } = await examine({ ...bearer, documents }, 'sign-in')
    expect([findings, [...areas]]).toEqual([whole, ['sign-in']])
    expect((await examine({ ...bearer, documents }, 'given')).findings).toEqual(whole)
  })

  test('needs credentials', async () => {
    expect((await examine({ ...bearer, documents })).findings).toEqual([
      ...whole,
      noCredentials('add --auth to sign in, or --bearer-env <name>'),
    ])
  })

  test('should say where its metadata are', async () => {
    expect((await examine({ documents }, 'sign-in')).findings[1]).toBe(
      'warning | 401 has no header WWW-Authenticate | add it with resource_metadata="…": clients look there',
    )
  })

  test('may name the place of its metadata, and then only that is looked at', async () => {
    const challenge = 'Bearer resource_metadata="ORIGIN/own"'
    const found = await examine({ challenge, documents: { '/own': resource, [issuerAt]: issuer } }, 'sign-in')
    expect(found.findings[1]).toBe('ok | metadata of the resource: ORIGIN/own')
    const { findings, asked } = await examine({ challenge, documents: { [resourceAt]: resource } }, 'sign-in')
    expect(findings.slice(1)).toEqual([
      'warning | there is no metadata of the resource | serve it at ORIGIN/.well-known/oauth-protected-resource/mcp, with "resource" and "authorization_servers"',
      'problem | there is no metadata of the authorization server ORIGIN | see that it serves /.well-known/oauth-authorization-server, and that this machine can reach it',
    ])
    expect(asked.map(({ path }) => path)).toEqual(['/mcp', '/own', issuerAt, '/.well-known/openid-configuration'])
  })

  test('is looked for at the usual places, below the path and at the root', async () => {
    const { asked } = await examine(bearer, 'given', '/a/mcp/')
    expect(asked.map(({ path }) => path)).toEqual([
      '/a/mcp/',
      '/.well-known/oauth-protected-resource/a/mcp',
      '/.well-known/oauth-protected-resource',
      issuerAt,
      '/.well-known/openid-configuration',
    ])
    expect(asked[1]?.headers.accept).toBe('application/json')
  })

  const path = { ...resource, authorization_servers: [7, 'ORIGIN/tenant/'] }

  test('may have an issuer with a path', async () => {
    const { asked, findings } = await examine({ ...bearer, documents: { [resourceAt]: path } }, 'sign-in')
    expect(asked.slice(2).map(({ path: of }) => of)).toEqual([
      `${issuerAt}/tenant`,
      '/.well-known/openid-configuration/tenant',
      '/tenant/.well-known/openid-configuration',
    ])
    expect(findings.at(-1)).toContain('problem | there is no metadata of the authorization server ORIGIN/tenant/')
  })

  test('may name an issuer that is no address', async () => {
    const wrong = { ...resource, authorization_servers: ['not here'] }
    const { findings, asked } = await examine({ ...bearer, documents: { [resourceAt]: wrong } }, 'sign-in')
    expect(findings.at(-1)).toContain('problem | there is no metadata of the authorization server not here')
    expect(asked).toHaveLength(2)
  })

  const optional = '; without it only clients that have a token can use the server'
  const missing =
    'there is no metadata of the authorization server ORIGIN | see that it serves /.well-known/oauth-authorization-server, and that this machine can reach it'

  test.each([
    ['given', {}, [`warning | ${missing}${optional}`]],
    ['none', {}, [`warning | ${missing}${optional}`, noCredentials('give a token with --bearer-env <name>')]],
    ['sign-in', {}, [`problem | ${missing}`]],
    [
      'none',
      { [resourceAt]: resource },
      [`problem | ${missing}`, noCredentials('add --auth to sign in, or --bearer-env <name>')],
    ],
    ['given', { [resourceAt]: resource }, [`warning | ${missing}${optional}`]],
  ] satisfies [Credentials, object, string[]][])(
    'without metadata is a problem for some: %s, case %#',
    async (credentials, found, last) => {
      const { findings } = await examine({ ...bearer, documents: found }, credentials)
      expect(findings.slice(2)).toEqual(last)
    },
  )
})

test.each([
  [{ Authorization: 'x' }, true],
  [{ cookie: 'x' }, true],
  [{ 'Proxy-Authorization': 'x' }, true],
  [{ 'x-api-key': 'x' }, true],
  [{ 'X-Auth-Token': 'x' }, true],
  [{ 'my-secret': 'x' }, true],
  [{ 'x-authorization': 'x' }, false],
  [{ cookies: 'x' }, false],
  [{ accept: 'x', 'x-own': 'y' }, false],
  [{}, false],
])('%j have credentials: %s', (headers, expected) => {
  expect(hasCredentialHeader(headers)).toBe(expected)
})
