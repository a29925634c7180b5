import { describe, expect, test } from 'vitest'
import type { AuthServices } from '../../auth-services.js'
import { createFakeApplication } from '../../fixtures/fake-application.js'
import { createFakeAuthServices, fakeRequest } from '../../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../../fixtures/fake-authorization-server.js'
import type { FakeServerOptions } from '../../fixtures/fake-options.js'
import { registrationKey } from '../../registration/registration.js'
import { authorizationCodeFlow } from './authorization-code-flow.js'

const scopes = ['read']

function setUp(serverOptions: FakeServerOptions = {}, options: AuthServices['options'] = {}) {
  const server = createFakeAuthorizationServer(serverOptions)
  const services = createFakeAuthServices(server, options)
  const obtain = (wanted: readonly string[] | undefined = undefined) =>
    authorizationCodeFlow(services, fakeRequest(server, { scopes: wanted }))
  /** Stores a registration for a port of this machine. */
  const register = (port: number, clientId = 'stored') => {
    const redirectUrl = `http://127.0.0.1:${port}/callback`
    const registration = { issuer: 'https://as.example', clientId, method: 'none', redirectUrl }
    const key = registrationKey(services, fakeRequest(server).authorization)
    services.store.entries.set(key, JSON.stringify(registration))
  }
  const redirects = () => server.requestsTo('/authorize').map(({ form }) => form.get('redirect_uri'))
  const registrations = () => server.requestsTo('/register').length
  return { server, services, obtain, register, redirects, registrations }
}

describe('the user comes back to', () => {
  test('the port that the client was registered with', async () => {
    const { obtain, register, redirects, registrations } = setUp({ clients: { stored: {} } })
    register(50_777)
    await obtain()
    expect([redirects(), registrations()]).toEqual([['http://127.0.0.1:50777/callback'], 0])
  })

  test('any port with a client of the options', async () => {
    const { obtain, register, redirects } = setUp({ clients: { mine: {} } }, { clientId: 'mine' })
    register(50_777)
    await obtain()
    expect(redirects()).toEqual(['http://127.0.0.1:50001/callback'])
  })

  test('the application, which has no port of this machine', async () => {
    const server = createFakeAuthorizationServer()
    const services = createFakeAuthServices(server, createFakeApplication(server))
    await authorizationCodeFlow(services, fakeRequest(server))
    expect(server.requestsTo('/authorize')[0]?.form.get('redirect_uri')).toBe('https://app.example/back')
    expect(services.browser.listening.size).toBe(0)
  })
})

describe('a client that was registered without the scopes', () => {
  test('is registered with them where these are refused, once', async () => {
    const { obtain, registrations, services } = setUp({ authorize: () => ({ error: 'invalid_scope' }) })
    await expect(obtain(scopes)).rejects.toMatchObject({ error: 'invalid_scope' })
    expect([registrations(), services.browser.listening.size]).toEqual([2, 0])
  })

  test.each(['access_denied', 'server_error', 'invalid_request'])('is not registered again after %s', async (error) => {
    const { obtain, registrations } = setUp({ authorize: () => ({ error }) })
    await expect(obtain(scopes)).rejects.toMatchObject({ error })
    expect(registrations()).toBe(1)
  })

  test('is not registered again where it asked for none', async () => {
    const { obtain, registrations } = setUp({ authorize: () => ({ error: 'invalid_scope' }) })
    await expect(obtain()).rejects.toMatchObject({ error: 'invalid_scope' })
    expect(registrations()).toBe(1)
  })
})

describe('a stored client that the server has forgotten', () => {
  const forgetful = (times: number): FakeServerOptions => {
    let count = 0
    return {
      clients: { stored: {} },
      token: () => {
        count += 1
        return count > times ? undefined : { status: 401, body: { error: 'invalid_client' } }
      },
    }
  }

  test('is registered again, and the user asked once more', async () => {
    const { obtain, register, registrations, redirects } = setUp(forgetful(1))
    register(50_777)
    expect(await obtain()).toMatchObject({ type: 'bearer' })
    expect([registrations(), redirects().length]).toEqual([1, 2])
  })

  test('is not registered again and again', async () => {
    const { obtain, register, registrations, services } = setUp(forgetful(9))
    register(50_777)
    await expect(obtain()).rejects.toMatchObject({ error: 'invalid_client' })
    expect(registrations()).toBe(1)
    expect([...services.store.entries.keys()].filter((key) => key.includes('"client"'))).toEqual([])
  })

  test('is registered with the scopes where it lacks them as well', async () => {
    let count = 0
    const { obtain, register, server } = setUp({
      clients: { stored: {} },
      authorize: () => {
        count += 1
        return count === 2 ? { error: 'invalid_scope' } : undefined
      },
      token: () => (count === 1 ? { status: 401, body: { error: 'invalid_client' } } : undefined),
    })
    register(50_777)
    expect(await obtain(scopes)).toMatchObject({ scopes })
    expect(server.requestsTo('/register').map(({ body }) => (JSON.parse(body) as { scope?: string }).scope)).toEqual([
      undefined,
      'read',
    ])
  })
})

describe('the time of the user', () => {
  test.each([
    [undefined, 300_000],
    [7_000, 7_000],
  ])('with personMs: %s is %i ms', async (personMs, ms) => {
    const server = createFakeAuthorizationServer()
    const opened: string[] = []
    const services = createFakeAuthServices(server, {
      ...(personMs !== undefined && { personMs }),
      open: (url) => void opened.push(url),
    })
    let isOver = false
    const obtaining = authorizationCodeFlow(services, fakeRequest(server)).finally(() => {
      isOver = true
    })
    const failed = expect(obtaining).rejects.toMatchObject({
      code: 'unauthorized',
      message: `no redirect came from https://as.example within ${ms} ms`,
    })
    await expect.poll(() => opened.length).toBe(1)
    services.runtime.advance(ms - 1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(isOver).toBe(false)
    services.runtime.advance(1)
    await failed
    expect([services.runtime.timers, services.browser.listening.size]).toEqual([0, 0])
  })
})
