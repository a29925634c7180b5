import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { beginSession, post, postModern } from '#test/support/http-client.js'
import { defineHttpServer, type Hook } from '#test/support/http-server.js'
import { httpShells, type OpenHttp, type OpenShell } from '#test/support/http-shells.js'
import { settled } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { tool } from '../../../server/tools/tool.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { HttpOptions } from '../http-options.js'
import type { Authenticate, AuthRequest, Denied } from './authenticate.js'

const ada = { id: 'ada', scopes: [], claims: {} }

/** JavaScript can give anything. */
const giving = (outcome: unknown) => (() => outcome) as unknown as Authenticate

const throwing =
  (error: unknown): Authenticate =>
  () => {
    throw error
  }

describe.each(httpShells)('auth over $shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions) => {
    const defined = defineHttpServer()
    shell = await open(defined.server, options)
    return defined
  }
  const list = () => postModern(shell, 'tools/list')

  test.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['true', true],
    ['an empty object', {}],
    ['a principal without an id', { ...ada, id: '' }],
    ['a principal whose id is a number', { ...ada, id: 1 }],
    ['a principal without scopes', { id: 'ada', claims: {} }],
    ['a principal without claims', { id: 'ada', scopes: [] }],
    ['a principal that is denied in a way that there is not', { ...ada, denied: 'maybe' }],
    ['a denial without its scopes', { denied: 'scope' }],
    ['a promise of nothing', Promise.resolve()],
  ])('%s is nobody: an error, and logged', async (_name, outcome) => {
    verifies('SEC-08', 'AUTH-40')
    const { logger, onHook } = await start({ auth: giving(outcome) })
    onHook(() => expect.unreachable())
    const response = await list()
    expect([response.status, (await response.json()).error]).toEqual([500, { code: -32603, message: 'Internal error' }])
    expect(logger.errors).toMatchObject([{ message: 'auth failed for POST /mcp', error: { name: 'TypeError' } }])
  })

  test.each<readonly [string, Authenticate, number, string | null]>([
    ['an error', throwing(new Error('secret')), 500, null],
    ['what is no error', throwing('secret'), 500, null],
    ['an error of the protocol', throwing(RpcError.invalidParams('secret')), 500, null],
    ['a rejection', async () => Promise.reject(new Error('secret')), 500, null],
    ['an issuer that is away', throwing(new OmniportError('unreachable', 'secret')), 503, '5'],
    ['an issuer that is slow', async () => Promise.reject(new OmniportError('timeout', 'secret')), 503, '5'],
  ])('%s is answered without its reason, and logged', async (_name, auth, status, retry) => {
    const { logger } = await start({ auth })
    const response = await list()
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retry])
    expect(await response.text()).not.toContain('secret')
    expect(logger.errors.map(({ message }) => message)).toEqual(['auth failed for POST /mcp'])
  })

  test('that fails for a while is logged once in ten seconds, however many callers cause it', async () => {
    const { logger, runtime } = await start({ auth: throwing(new OmniportError('limit', 'too many')) })
    const statuses = async () => (await list()).status
    expect([await statuses(), await statuses(), await statuses()]).toEqual([503, 503, 503])
    runtime.advance(9_999)
    await statuses()
    runtime.advance(1)
    await statuses()
    expect(logger.errors.map(({ message }) => message)).toEqual([
      'auth failed for POST /mcp',
      'auth failed for POST /mcp; 3 more failures were not logged',
    ])
  })

  test('is told the method, the address and the headers', async () => {
    const seen: unknown[] = []
    await start({
      auth: ({ method, url = '', header, headers }: AuthRequest) => {
        seen.push([method, new URL(url).host === shell.host, new URL(url).pathname, headers.get('x-a'), typeof header])
        return ada
      },
    })
    await (await postModern(shell, 'tools/list', {}, { headers: { 'x-a': 'b' }, path: '/mcp?c=d' })).text()
    expect(seen).toEqual([['POST', true, '/mcp', 'b', 'function']])
  })

  test.each<readonly [Denied, Partial<Authenticate>, number, string]>([
    [{ denied: 'missing' }, { scopes: ['a', 'b', 'a', 'offline_access', 'c"d', ''] }, 401, 'Bearer scope="a b"'],
    [
      { denied: 'invalid', description: 'a "b"\r\nSet-Cookie: x\\ é' },
      {},
      401,
      `Bearer error="invalid_token", error_description="a 'b'??Set-Cookie: x' ?"`,
    ],
    [
      { denied: 'malformed' },
      { scopes: ['a'] },
      400,
      'Bearer error="invalid_request", error_description="the credentials are malformed"',
    ],
    [
      { denied: 'scope', scopes: ['a', 'offline_access'], description: 'no' },
      { scopes: ['b'] },
      403,
      'Bearer scope="a", error="insufficient_scope", error_description="no"',
    ],
    [
      { denied: 'missing' },
      { schemes: [{ scheme: 'Bearer' }, { scheme: 'DPoP', params: { algs: 'ES256' } }] },
      401,
      'Bearer, DPoP algs="ES256"',
    ],
    [
      { denied: 'proof', description: 'used' },
      { schemes: [{ scheme: 'Bearer' }, { scheme: 'DPoP', params: { algs: 'ES256' } }] },
      401,
      'DPoP algs="ES256", error="invalid_dpop_proof", error_description="used"',
    ],
  ])('%j is challenged as %j say', async (denied, more, status, challenge) => {
    verifies('AUTH-28', 'AUTH-44', 'AUTH-45', 'AUTH-51')
    await start({ auth: Object.assign(() => denied, more) })
    const response = await shell.send({ method: 'GET', headers: { host: shell.host, origin: 'http://localhost' } })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([status, challenge])
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost')
    await response.text()
  })

  test.each<readonly [string, Authenticate]>([
    ['reads none', () => ada],
    ['reads one', (request) => (request.header?.('authorization') === undefined ? { denied: 'missing' } : ada)],
    ['reads all', ({ headers }) => (headers.has('authorization') ? ada : { denied: 'missing' })],
    [
      'reads all, and some later',
      async ({ headers }) => {
        const hasToken = headers.has('authorization')
        await settled(1)
        return hasToken && headers.has('cookie') ? ada : { denied: 'missing' }
      },
    ],
  ])('handlers do not see the headers that carry credentials: auth %s of the headers', async (_name, auth) => {
    verifies('AUTH-43', 'SEC-05')
    const { onHook } = await start({
      auth: Object.assign((request: AuthRequest) => auth(request), { credentialHeaders: ['X-Secret'] }),
    })
    onHook(visibleHeaders)
    expect(await namesSeen(postModern(shell, 'tools/call', { name: 'hook' }, { headers }))).toEqual(['x-other'])
    const session = await beginSession(shell, { headers })
    expect(await namesSeen(session.request('tools/call', { name: 'hook' }))).toEqual(['x-other'])
  })

  test('without auth handlers see all headers', async () => {
    ;(await start()).onHook(visibleHeaders)
    const answered = postModern(shell, 'tools/call', { name: 'hook' }, { headers })
    expect(await namesSeen(answered)).toEqual(Object.keys(headers))
  })
})

/** Headers with credentials, and one without. */
const headers = {
  authorization: 'Bearer t',
  'proxy-authorization': 'Basic p',
  dpop: 'proof',
  cookie: 'a=b',
  'x-api-key': 'k',
  'x-secret': 's',
  'x-other': 'o',
}

const visibleHeaders: Hook = ({ headers: seen }) =>
  JSON.stringify(Object.keys(headers).filter((name) => seen?.has(name) === true))

async function namesSeen(answered: Promise<Response>): Promise<unknown> {
  const response = await answered
  return JSON.parse((await response.json()).result.content[0].text)
}

const metadata = { resource: 'https://mcp.example/mcp', authorization_servers: ['https://as.example'] }

test.each<readonly [unknown, string]>([
  [{}, 'auth must be a function, got object'],
  [
    Object.assign(() => ada, { metadata: { ...metadata, resource: 'mcp' } }),
    'auth.metadata.resource must be an https or http URL',
  ],
  [Object.assign(() => ada, { metadata: { ...metadata, resource: 'https://a/#b' } }), 'auth.metadata.resource must be'],
  [Object.assign(() => ada, { metadata: { ...metadata, authorization_servers: [] } }), 'must name at least one issuer'],
  [
    Object.assign(() => ada, { metadata: { ...metadata, scopes_supported: 'a' } }),
    'auth.metadata.scopes_supported must be',
  ],
  [Object.assign(() => ada, { scopes: 'a' }), 'auth.scopes must be an array of strings'],
])('an auth that cannot be used is refused: %j', async (auth, message) => {
  const [first] = httpShells
  const opening = async () => first?.open(defineHttpServer().server, { auth: auth as Authenticate })
  await expect(opening()).rejects.toThrow(
    expect.objectContaining({ name: 'TypeError', message: expect.stringContaining(message) }),
  )
})

function openFirst(server: Parameters<OpenHttp>[0]): ReturnType<OpenHttp> {
  const [first] = httpShells
  if (first === undefined) throw new Error('there is no shell')
  return first.open(server)
}

test('scopes that nobody checks are told once', async () => {
  const { server, logger } = defineHttpServer({ tools: { a: tool({ scopes: ['x'], run: () => '' }) } })
  const shell = await openFirst(server)
  expect(logger.warnings).toEqual(['Some definitions take scopes, which nobody checks: there is no auth'])
  const response = await post(shell, { jsonrpc: '2.0', id: 1, method: 'ping' })
  await response.text()
  expect(logger.warnings).toHaveLength(1)
  await shell.close()
})
