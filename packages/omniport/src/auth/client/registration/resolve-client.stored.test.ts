import { describe, expect, test } from 'vitest'
import { createFakeAuthServices, type FakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import { registrationKey } from './registration.js'
import { findKnownClient, noClientError, resolveClient } from './resolve-client.js'

const redirectUrl = 'http://127.0.0.1:50001/callback'
const stored = { issuer: 'https://as.example', clientId: 'given', method: 'client_secret_post', redirectUrl }

function setUp(registration?: object, options: FakeAuthServices['options'] = {}) {
  const server = createFakeAuthorizationServer()
  const services = createFakeAuthServices(server, options)
  const { authorization } = fakeRequest(server)
  const key = registrationKey(services, authorization)
  if (registration !== undefined) services.store.entries.set(key, JSON.stringify(registration))
  const { signal } = new AbortController()
  const resolve = (scopes?: readonly string[], to = redirectUrl) =>
    resolveClient(services, authorization, { redirectUrl: to, scopes, signal })
  const saved = () => JSON.parse(services.store.entries.get(key) ?? 'null') as unknown
  return { server, services, authorization, key, resolve, saved }
}

describe('the client that tokens were issued to', () => {
  test('has a secret that no message may have', async () => {
    const { services, authorization } = setUp({ ...stored, clientSecret: 'a secret', scopes: ['a'] })
    expect(await findKnownClient(services, authorization)).toMatchObject({
      metadata: { client_id: 'given' },
      secrets: ['a secret'],
      isStored: true,
      scopes: ['a'],
    })
  })

  test('may have no secret', async () => {
    const { services, authorization } = setUp({ ...stored, method: 'none' })
    expect(await findKnownClient(services, authorization)).toMatchObject({ secrets: [], scopes: undefined })
  })

  test('is that of the options before one that is stored', async () => {
    const { services, authorization } = setUp(stored, { clientId: 'mine' })
    expect(await findKnownClient(services, authorization)).toMatchObject({
      metadata: { client_id: 'mine' },
      isStored: false,
    })
  })

  test('may be gone', async () => {
    const { services, authorization } = setUp()
    expect(await findKnownClient(services, authorization)).toBeUndefined()
  })
})

describe('a stored registration', () => {
  test.each([
    ['for these scopes', ['a'], redirectUrl],
    ['for no scopes that count', undefined, redirectUrl],
  ])('is used again %s', async (_name, scopes, to) => {
    const { server, resolve } = setUp({ ...stored, scopes: ['a', 'b'] })
    expect(await resolve(scopes, to)).toMatchObject({ metadata: { client_id: 'given' }, isStored: true })
    expect(server.requestsTo('/register')).toEqual([])
  })

  test.each([
    ['that named other scopes', { ...stored, scopes: ['a'] }, ['a', 'b']],
    ['that named none, where some count', stored, ['a']],
    ['with another redirect', { ...stored, redirectUrl: 'http://127.0.0.1:9/callback' }, undefined],
    ['whose user did not come back', { ...stored, isUnderWay: true }, undefined],
  ])('%s is made anew', async (_name, registration, scopes) => {
    const { server, resolve, saved } = setUp(registration)
    const client = await resolve(scopes)
    expect([client.isStored, server.requestsTo('/register').length]).toEqual([false, 1])
    expect(saved()).toMatchObject({ clientId: client.metadata.client_id, redirectUrl })
  })

  test('knows while a user is under way with it', async () => {
    const { resolve, saved } = setUp(stored)
    const client = await resolve()
    await client.noteAuthorization?.('begins')
    expect(saved()).toEqual({ ...stored, isUnderWay: true })
    await client.noteAuthorization?.('ended')
    expect(saved()).toEqual({ ...stored, isUnderWay: false })
  })

  test('that is new does not need to know', async () => {
    const { resolve, saved } = setUp()
    const client = await resolve()
    const before = saved()
    await client.noteAuthorization?.('begins')
    expect(saved()).toEqual(before)
  })

  test('serves though the store does not take that', async () => {
    const { services, authorization } = setUp(stored)
    const full = new Error('full')
    const reported: unknown[] = []
    const store = { ...services.store, set: () => Promise.reject(full) }
    const failing = { ...services, store, report: (reason: unknown) => void reported.push(reason) }
    const client = await findKnownClient(failing, authorization)
    await client?.noteAuthorization?.('begins')
    expect(reported).toEqual([full])
  })

  test('is forgotten, unless another process registered again', async () => {
    const { services, authorization, key, saved } = setUp(stored)
    const client = await findKnownClient(services, authorization)
    await services.store.set(key, { ...stored, clientId: 'newer' })
    await client?.forget?.()
    expect(saved()).toMatchObject({ clientId: 'newer' })
    await services.store.set(key, stored)
    await client?.forget?.()
    expect(saved()).toBeNull()
    await client?.forget?.()
    expect(saved()).toBeNull()
  })
})

test('a server without registration is an error that says what to do', () => {
  const { services, authorization } = setUp()
  const message = 'https://as.example has no registration endpoint; register it there, and set auth.clientId'
  expect(noClientError(services, authorization)).toMatchObject({ code: 'unauthorized', message })
  const described = setUp(undefined, { clientMetadataUrl: 'https://app.example/client.json' })
  expect(noClientError(described.services, described.authorization).message).toBe(
    'https://as.example has no registration endpoint; it does not support client metadata documents either: register it there, and set auth.clientId',
  )
})
