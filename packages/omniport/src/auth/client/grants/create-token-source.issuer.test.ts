import { describe, expect, test } from 'vitest'
import type { AuthOptions } from '../auth-options.js'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import type { FakeServerOptions } from '../fixtures/fake-options.js'
import { createTokenSource } from './create-token-source.js'

const own: AuthOptions = { clientId: 'c', clientSecret: 's', grant: 'client_credentials' }
const clients = { c: { secret: 's' } }

function setUp(options: AuthOptions, serverOptions: FakeServerOptions = {}) {
  const server = createFakeAuthorizationServer({ clients, ...serverOptions })
  const services = createFakeAuthServices(server, options)
  return { server, services, source: createTokenSource(services), request: fakeRequest(server) }
}

describe('a client that belongs to an authorization server', () => {
  const other = { ...own, issuer: 'https://other.example' }
  const refusal = {
    code: 'unauthorized',
    message:
      'the MCP server now names https://as.example for its tokens, but auth.clientId belongs to https://other.example',
  }

  test('gets no tokens of another, and refreshes none there', async () => {
    const { source, server, request } = setUp(other)
    await expect(source.obtain(request)).rejects.toMatchObject(refusal)
    await expect(source.refresh('r', request)).rejects.toMatchObject(refusal)
    expect(server.requests).toEqual([])
  })

  test('is stored with it once it has tokens, and not before', async () => {
    const options: AuthOptions = { clientId: 'c', grant: { type: 'jwt-bearer', assertion: () => 'a' } }
    const refusing = setUp(options, { clients: { c: {} }, isAssertionGood: () => false })
    await expect(refusing.source.obtain(refusing.request)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect([...refusing.services.store.entries]).toEqual([])
    const { source, services, request } = setUp(options, { clients: { c: {} } })
    await source.obtain(request)
    expect([...services.store.entries]).toEqual([
      ['["client-issuer","https://mcp.example/mcp","c"]', '"https://as.example"'],
    ])
  })

  test('has its tokens though that cannot be stored, which is reported to who listens', async () => {
    const full = new Error('full')
    const { services, server } = setUp(
      { clientId: 'c', grant: { type: 'jwt-bearer', assertion: () => 'a' } },
      { clients: { c: {} } },
    )
    const store = { ...services.store, set: () => Promise.reject(full) }
    const reported: unknown[] = []
    const listening = createTokenSource({ ...services, store, report: (reason) => void reported.push(reason) })
    expect(await listening.obtain(fakeRequest(server))).toMatchObject({ type: 'bearer' })
    expect(reported).toEqual([full])
    expect(await createTokenSource({ ...services, store }).obtain(fakeRequest(server))).toMatchObject({
      type: 'bearer',
    })
  })
})

test('who has given up gets no tokens, and nobody is asked', async () => {
  const { source, server, services } = setUp({ ...own, issuer: 'https://as.example' })
  const reads: string[] = []
  services.store.get = async (key) => void reads.push(key)
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(source.obtain(fakeRequest(server, { signal }))).rejects.toThrow(new Error('enough'))
  await expect(source.refresh('r', fakeRequest(server, { signal }))).rejects.toThrow(new Error('enough'))
  expect([server.requests, reads]).toEqual([[], []])
})

describe('a refresh that is refused', () => {
  const reply = (status: number, error?: string): FakeServerOptions => ({
    clients: { c: {} },
    token: () => ({ status, body: error === undefined ? {} : { error } }),
  })
  const workload: AuthOptions = { grant: { type: 'jwt-bearer', assertion: () => 'a' } }

  test.each<[string, number, string | undefined]>([
    ['with 400', 400, undefined],
    ['with 401', 401, undefined],
    ['by an error', 400, 'invalid_grant'],
  ])('%s is over', async (_, status, error) => {
    const { source, request } = setUp({ clientId: 'c' }, reply(status, error))
    expect(await source.refresh('r', request)).toBeUndefined()
  })

  test.each<[string, number, string | undefined]>([
    ['with 403', 403, undefined],
    ['for want of a nonce', 400, 'use_dpop_nonce'],
    ['for now', 503, undefined],
    ['since the client of the options is not known', 401, 'invalid_client'],
  ])('%s is an error', async (_, status, error) => {
    const { source, request } = setUp({ clientId: 'c' }, reply(status, error))
    await expect(source.refresh('r', request)).rejects.toMatchObject({ status, error })
  })

  test('is that of a workload too, which has no name', async () => {
    const { source, server, request } = setUp(workload, reply(400, 'invalid_grant'))
    expect(await source.refresh('r', request)).toBeUndefined()
    expect(server.requestsTo('/token').map(({ form }) => Object.fromEntries(form))).toEqual([
      { grant_type: 'refresh_token', refresh_token: 'r', resource: 'https://mcp.example/mcp' },
    ])
  })

  const company: AuthOptions = {
    clientMetadataUrl: 'https://app.example/client.json',
    grant: { type: 'enterprise', tokenEndpoint: 'https://idp.example/token', clientId: 'c', subjectToken: 't' },
  }

  test.each<[string, AuthOptions]>([
    ['a person', {}],
    ['an employee', company],
  ])('is not even sent for %s where nobody knows the client', async (_, options) => {
    const { source, server, request } = setUp(options, reply(400))
    expect([await source.refresh('r', request), server.requests]).toEqual([undefined, []])
  })
})
