import { describe, expect, test } from 'vitest'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import { createFakeAuthServices, fakeRequest } from '../../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../../fixtures/fake-authorization-server.js'
import { authorizationCodeFlow } from './authorization-code-flow.js'

describe('a server that may not protect codes', () => {
  test.each<[string, unknown, string]>([
    ['says nothing of that', undefined, 'names no code_challenge_methods_supported'],
    ['knows another method', ['plain'], 'does not support S256'],
    ['knows no method', [], 'does not support S256'],
    ['says it in a text', 'S256', 'does not support S256'],
  ])('%s, and is not used', async (_, listed, problem) => {
    const server = createFakeAuthorizationServer({ metadata: { code_challenge_methods_supported: listed } })
    await expect(authorizationCodeFlow(createFakeAuthServices(server), fakeRequest(server))).rejects.toMatchObject({
      code: 'unauthorized',
      message: `https://as.example is not used: its metadata ${problem}, so it may not protect codes by PKCE`,
    })
    expect(server.requests).toEqual([])
  })

  test('is used where it says nothing at all', async () => {
    const server = createFakeAuthorizationServer({ metadata: { code_challenge_methods_supported: undefined } })
    const request = fakeRequest(server, { isAssumed: true })
    expect(await authorizationCodeFlow(createFakeAuthServices(server), request)).toMatchObject({ type: 'bearer' })
  })
})

describe('the page for the user', () => {
  test('is needed', async () => {
    const server = createFakeAuthorizationServer()
    const redirected = () => new Promise<string>(() => {})
    const options = { redirectUrl: 'https://app.example/back', redirected }
    const services = { ...createFakeAuthServices(server, options), browser: undefined }
    await expect(authorizationCodeFlow(services, fakeRequest(server))).rejects.toThrow(
      new TypeError('auth.open is needed on this platform'),
    )
    expect(services.runtime.timers).toBe(0)
  })

  test.each<[string, () => unknown]>([
    [
      'at once',
      () => {
        throw new OmniportError('timeout', 'no window')
      },
    ],
    ['later', () => Promise.reject(new OmniportError('timeout', 'no window'))],
  ])('that fails %s with an error of this library fails with that', async (_, open) => {
    const server = createFakeAuthorizationServer()
    const services = createFakeAuthServices(server, { open: open as () => void })
    await expect(authorizationCodeFlow(services, fakeRequest(server))).rejects.toMatchObject({
      ...{ code: 'timeout', message: 'no window' },
    })
    expect([services.browser.listening.size, services.runtime.timers]).toEqual([0, 0])
  })
})
