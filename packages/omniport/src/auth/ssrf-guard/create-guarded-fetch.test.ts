import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { createGuardedFetch } from './create-guarded-fetch.js'
import type { GuardOptions } from './guard-options.js'

/** A guarded `fetch` over a network of functions, and the requests that left. */
function guard(answer: (request: Request) => Response | Promise<Response>, options: GuardOptions = {}) {
  const sent: Request[] = []
  const guarded = createGuardedFetch(async (input, init) => {
    const request = new Request(input, init)
    sent.push(request)
    return answer(request)
  }, options)
  return { guarded, sent, urls: () => sent.map(({ url }) => url) }
}

const redirect = (status: number, location: string) => new Response(null, { status, headers: { location } })

test('a reply comes as it is, with the address that it is from', async () => {
  const { guarded, sent } = guard(() => Response.json({ a: 1 }, { status: 201, headers: { 'x-a': 'b' } }))
  const reply = await guarded('https://auth.example/token', {
    method: 'POST',
    headers: { authorization: 'Basic x' },
    body: new URLSearchParams({ a: 'b c' }),
  })
  expect([reply.status, reply.headers.get('x-a'), reply.url]).toEqual([201, 'b', 'https://auth.example/token'])
  expect(await reply.json()).toEqual({ a: 1 })
  const [request] = sent
  expect([request?.method, await request?.text(), request?.redirect]).toEqual(['POST', 'a=b+c', 'manual'])
  expect([...(request?.headers ?? [])]).toEqual([
    ['authorization', 'Basic x'],
    ['content-type', 'application/x-www-form-urlencoded;charset=UTF-8'],
  ])
})

test('a request may be given as a Request', async () => {
  const { guarded, sent } = guard(() => new Response(null, { status: 204 }))
  const reply = await guarded(new Request('https://auth.example/a', { method: 'PUT', body: 'b', redirect: 'error' }))
  expect([reply.status, reply.body, sent[0]?.method, await sent[0]?.text()]).toEqual([204, null, 'PUT', 'b'])
})

test.each(['https://169.254.169.254/', 'http://auth.example/', 'https://localhost./', 'https://a:b@auth.example/'])(
  'nothing is sent to %s',
  async (url) => {
    verifies('SEC-06', 'SEC-07')
    const { guarded, urls } = guard(() => new Response('a'))
    for (const input of [url, new URL(url)]) {
      await expect(guarded(input)).rejects.toMatchObject({ name: 'OmniportError', code: 'unreachable' })
    }
    expect(urls()).toEqual([])
  },
)

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('with %i is followed within the origin', async (status) => {
    const { guarded, urls } = guard(({ url }) => (url.endsWith('/a') ? redirect(status, 'b?c') : new Response('there')))
    const reply = await guarded('https://auth.example/a')
    expect([await reply.text(), reply.url]).toEqual(['there', 'https://auth.example/b?c'])
    expect(urls()).toEqual(['https://auth.example/a', 'https://auth.example/b?c'])
  })

  test.each([
    ['to a private address', 'https://10.0.0.1/', 'refused: auth.example redirects to another origin'],
    ['to metadata of a cloud', 'http://169.254.169.254/latest', 'refused: auth.example redirects to another origin'],
    ['to another host', 'https://evil.example/', 'refused: auth.example redirects to another origin'],
    ['to another port', 'https://auth.example:444/', 'refused: auth.example redirects to another origin'],
    ['to http', 'http://auth.example/', 'refused: auth.example redirects to another origin'],
    ['to another host without a scheme', '//evil.example/', 'refused: auth.example redirects to another origin'],
    ['to what is no URL', 'https://[', 'refused: auth.example redirects to another origin'],
    ['with credentials', 'https://a:b@auth.example/', 'refused: the URL of auth.example has credentials in it'],
  ])('%s is refused', async (_, location, message) => {
    verifies('SEC-07')
    const { guarded, sent } = guard(() => redirect(302, location))
    await expect(guarded('https://auth.example/a')).rejects.toMatchObject({ code: 'unreachable', message })
    expect(sent).toHaveLength(1)
  })

  test('is followed five times', async () => {
    const { guarded, sent } = guard(({ url }) => redirect(302, `${url}x`))
    await expect(guarded('https://auth.example/')).rejects.toMatchObject({ code: 'limit' })
    expect(sent).toHaveLength(6)
  })

  test('of a POST is refused', async () => {
    const { guarded, sent } = guard(() => redirect(307, '/b'))
    const message = 'refused: auth.example redirects a POST'
    await expect(guarded('https://auth.example/a', { method: 'POST', body: 's' })).rejects.toMatchObject({ message })
    expect(sent).toHaveLength(1)
  })

  test('is given back to who wants it so', async () => {
    const { guarded } = guard(() => redirect(302, 'https://evil.example/'))
    const reply = await guarded('https://auth.example/a', { redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([302, 'https://evil.example/'])
  })

  test('is an error to who wants it so', async () => {
    const { guarded } = guard(() => redirect(302, '/b'))
    const message = 'refused: auth.example redirects'
    await expect(guarded('https://auth.example/a', { redirect: 'error' })).rejects.toMatchObject({ message })
  })

  test('without a location is a reply', async () => {
    const { guarded } = guard(() => new Response('a', { status: 302 }))
    expect((await guarded('https://auth.example/a')).status).toBe(302)
  })

  test('that the platform hides is refused', async () => {
    const hidden = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
    const { guarded } = guard(() => hidden)
    const message = 'refused: auth.example redirects to where this platform does not say'
    await expect(guarded('https://auth.example/a')).rejects.toMatchObject({ message })
  })
})

describe('a limit', () => {
  test('of size holds for what is read, and ends the reading', async () => {
    let cancelled = false
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1
        controller.enqueue(new Uint8Array(100))
      },
      cancel: () => {
        cancelled = true
      },
    })
    const { guarded } = guard(() => new Response(endless), { maxBytes: 1000 })
    const message = 'the reply has more than 1000 bytes'
    await expect(guarded('https://auth.example/')).rejects.toMatchObject({ code: 'limit', message })
    expect([cancelled, pulled < 15]).toEqual([true, true])
  })

  test('of size lets through what just fits', async () => {
    const { guarded } = guard(() => new Response('a'.repeat(1000)), { maxBytes: 1000 })
    expect(await (await guarded('https://auth.example/')).text()).toHaveLength(1000)
  })

  test('of size is 1 MiB by default', async () => {
    const fits = guard(() => new Response(new Uint8Array(1_048_576)))
    expect((await fits.guarded('https://auth.example/')).status).toBe(200)
    const isMore = guard(() => new Response(new Uint8Array(1_048_577)))
    await expect(isMore.guarded('https://auth.example/')).rejects.toMatchObject({ code: 'limit' })
  })

  test('of time holds for all redirects together', async () => {
    const runtime = createManualRuntime()
    const { guarded, sent } = guard(
      ({ url }) => {
        runtime.advance(4_000)
        return redirect(302, `${url}x`)
      },
      { runtime },
    )
    const message = 'auth.example did not answer within 10000 ms'
    await expect(guarded('https://auth.example/')).rejects.toMatchObject({ code: 'timeout', message })
    expect([sent.length <= 3, sent[0]?.signal.aborted, runtime.timers]).toEqual([true, true, 0])
  })

  test('of time holds for a body that stops, on a platform that hears nothing', async () => {
    const runtime = createManualRuntime()
    const stuck = new ReadableStream<Uint8Array>({ pull: () => runtime.defer(() => runtime.advance(500)) })
    const { guarded } = guard(() => new Response(stuck), { runtime, timeoutMs: 500 })
    await expect(guarded('https://auth.example/')).rejects.toMatchObject({ code: 'timeout' })
  })

  test.each([{ maxBytes: Number.NaN }, { maxBytes: -1 }, { timeoutMs: 0 }])('cannot be %o', (options) => {
    expect(() => createGuardedFetch(fetch, options)).toThrow(TypeError)
  })

  test('of time ends with the reply', async () => {
    const runtime = createManualRuntime()
    const { guarded } = guard(() => new Response('a'), { runtime })
    await guarded('https://auth.example/')
    expect(runtime.timers).toBe(0)
  })
})

describe('a signal', () => {
  test('that has aborted lets nothing leave', async () => {
    const { guarded, sent } = guard(() => new Response('a'))
    const reason = new Error('no more')
    await expect(guarded('https://auth.example/', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(sent).toEqual([])
  })

  test('ends a request with its reason', async () => {
    const abort = new AbortController()
    const reason = new Error('no more')
    const { guarded } = guard(({ signal }) => {
      abort.abort(reason)
      signal.throwIfAborted()
      return new Response('a')
    })
    await expect(guarded('https://auth.example/', { signal: abort.signal })).rejects.toBe(reason)
  })
})

describe('a failure', () => {
  test('has the code of what the platform says, not its words', async () => {
    const cause = Object.assign(new Error('altnames: DNS:<peer>'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    const failed = new TypeError('fetch failed', { cause })
    const { guarded } = guard(() => Promise.reject(failed))
    const message = 'auth.example:8443 could not be reached (ERR_TLS_CERT_ALTNAME_INVALID)'
    await expect(guarded('https://auth.example:8443/?q')).rejects.toMatchObject({
      code: 'unreachable',
      message,
      cause: failed,
    })
  })

  test('without a code is one all the same', async () => {
    const { guarded } = guard(() => Promise.reject(new TypeError('Network connection lost.')))
    const message = 'auth.example could not be reached'
    await expect(guarded('https://auth.example/')).rejects.toMatchObject({ code: 'unreachable', message })
  })

  test('is a status that HTTP does not have', async () => {
    const { guarded } = guard(() => Object.defineProperties(new Response('a'), { status: { value: 999 } }))
    await expect(guarded('https://auth.example/')).rejects.toMatchObject({ code: 'invalid_result', status: 999 })
  })
})
