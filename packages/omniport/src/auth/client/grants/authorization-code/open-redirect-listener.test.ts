import { describe, expect, test } from 'vitest'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import type { AuthServices } from '../../auth-services.js'
import { createFakeAuthServices } from '../../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../../fixtures/fake-authorization-server.js'
import { openRedirectListener } from './open-redirect-listener.js'

const redirectUrl = 'https://app.example/back'

function setUp(options: AuthServices['options'] = {}) {
  const services = createFakeAuthServices(createFakeAuthorizationServer(), options)
  const abort = new AbortController()
  const open = (port?: number) => openRedirectListener(services, { state: 's', port, signal: abort.signal })
  return { services, abort, open }
}

describe('a redirect to this machine', () => {
  test('comes to the port that the client was registered with, if that is free', async () => {
    const { services, open } = setUp()
    const first = await open(50_100)
    expect(first.url).toBe('http://127.0.0.1:50100/callback')
    await first.close()
    services.browser.taken.add(50_100)
    expect((await open(50_100)).url).toBe('http://127.0.0.1:50001/callback')
    expect((await open()).url).toBe('http://127.0.0.1:50002/callback')
  })

  test('is not waited for after it was given up', async () => {
    const { services, abort, open } = setUp()
    abort.abort(new Error('enough'))
    await expect(open(50_100)).rejects.toThrow('enough')
    await expect(open()).rejects.toThrow('enough')
    expect(services.browser.listening.size).toBe(0)
  })

  test('needs a browser', async () => {
    const { services, abort } = setUp()
    const without = { ...services, browser: undefined }
    await expect(openRedirectListener(without, { state: 's', port: undefined, signal: abort.signal })).rejects.toThrow(
      new TypeError('auth.redirectUrl and auth.redirected are needed on this platform'),
    )
  })

  test('is not that of an application that gives half of what is needed', async () => {
    const { open } = setUp({ redirectUrl })
    expect((await open()).url).toBe('http://127.0.0.1:50001/callback')
  })
})

describe('a redirect to an application', () => {
  test('is what that returns for this request', async () => {
    const waits: unknown[] = []
    const redirected = async (wait: { state: string; signal: AbortSignal }) => {
      waits.push([wait.state, wait.signal.aborted])
      return `${redirectUrl}?code=c`
    }
    const { services, open } = setUp({ redirectUrl, redirected })
    const listener = await open(50_100)
    expect([listener.url, await listener.received, waits]).toEqual([
      redirectUrl,
      `${redirectUrl}?code=c`,
      [['s', false]],
    ])
    expect(services.browser.listening.size).toBe(0)
    await listener.close()
  })

  test('that is no text is an error', async () => {
    const redirected = (async () => 7) as () => Promise<unknown> as () => Promise<string> // what JavaScript lets through
    const { received } = await setUp({ redirectUrl, redirected }).open()
    await expect(received).rejects.toThrow(
      new OmniportError('unauthorized', 'auth.redirected must resolve to a string'),
    )
  })

  test('that fails is an error with the reason', async () => {
    const cause = new Error('the route is gone')
    const { received } = await setUp({ redirectUrl, redirected: () => Promise.reject(cause) }).open()
    await expect(received).rejects.toMatchObject({ code: 'unauthorized', message: 'auth.redirected failed', cause })
    const own = new OmniportError('timeout', 'nobody came')
    const other = await setUp({ redirectUrl, redirected: () => Promise.reject(own) }).open()
    await expect(other.received).rejects.toBe(own)
  })

  test('is not waited for once it is closed, or given up', async () => {
    const signals: AbortSignal[] = []
    const redirected = ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      return new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')))
      })
    }
    const { abort, open } = setUp({ redirectUrl, redirected })
    const closed = await open()
    const givenUp = await open()
    await closed.close()
    await expect(closed.received).rejects.toThrow(new OmniportError('closed', 'the redirect listener is closed'))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    abort.abort(new Error('enough'))
    await expect(givenUp.received).rejects.toThrow('enough')
    await givenUp.close()
  })
})
