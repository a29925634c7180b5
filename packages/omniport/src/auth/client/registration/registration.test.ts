import { describe, expect, test } from 'vitest'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import { readRegistration, registrationKey } from './registration.js'

const stored = {
  issuer: 'https://as.example',
  clientId: 'c',
  method: 'none',
  redirectUrl: 'http://127.0.0.1:1/callback',
}
const server = createFakeAuthorizationServer()
const { authorization } = fakeRequest(server)

async function read(value: unknown, now = 0) {
  const services = createFakeAuthServices(server)
  services.runtime.advance(now)
  await services.store.set(registrationKey(services, authorization), value)
  return readRegistration(services, authorization)
}

describe('a registration that is read', () => {
  test('has what was stored', async () => {
    const whole = { ...stored, clientSecret: 's', secretExpiresAt: 1_000, scopes: ['a'], isUnderWay: true }
    expect([await read(stored), await read(whole, 999)]).toEqual([stored, whole])
  })

  test('lacks what has another type', async () => {
    const wrong = { clientSecret: 1, secretExpiresAt: '1', scopes: 'a', isUnderWay: 'yes', other: 1 }
    expect(await read({ ...stored, ...wrong })).toEqual(stored)
    expect(await read({ ...stored, scopes: [1], isUnderWay: false })).toEqual(stored)
  })

  test.each([
    ['is no object', 'text'],
    ['is null', null],
    ['has no issuer', { ...stored, issuer: undefined }],
    ['has no client', { ...stored, clientId: 1 }],
    ['has no method', { ...stored, method: null }],
    ['has no redirect', { ...stored, redirectUrl: undefined }],
    ['has a redirect that is no URL', { ...stored, redirectUrl: 'callback' }],
    ['is of another issuer', { ...stored, issuer: 'https://as.example/' }],
  ])('is none where it %s', async (_name, value) => {
    expect(await read(value)).toBeUndefined()
  })

  test('is none once its secret has expired', async () => {
    expect(await read({ ...stored, secretExpiresAt: 1_000 }, 1_000)).toBeUndefined()
  })

  test('may be none', async () => {
    expect(await readRegistration(createFakeAuthServices(server), authorization)).toBeUndefined()
  })
})

test('each redirect URL of an application has its own registration, and all loopback ports share one', () => {
  const of = (redirectUrl?: string) =>
    registrationKey(createFakeAuthServices(server, redirectUrl === undefined ? {} : { redirectUrl }), authorization)
  expect(of()).toBe('["client","https://as.example","https://mcp.example/mcp","loopback"]')
  expect(of('https://app.example/cb')).toBe(
    '["client","https://as.example","https://mcp.example/mcp","https://app.example/cb"]',
  )
})
