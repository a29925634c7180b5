import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { createGuardedFetch } from './create-guarded-fetch.js'
import type { GuardOptions } from './guard-options.js'

const url = 'https://auth.example/a'
const away = (location: string, status = 302) => new Response(null, { status, headers: { location } })

function guard(answer: (request: Request, count: number) => Response | Promise<Response>, options: GuardOptions = {}) {
  const sent: Request[] = []
  const guarded = createGuardedFetch(async (input, init) => {
    const request = new Request(input, init)
    sent.push(request)
    return answer(request, sent.length)
  }, options)
  return { guarded, sent }
}

/** A reply with a status or headers that `Response` does not let be made, and whether its body was cancelled. */
function replyWith(members: object, init: ResponseInit = {}) {
  const state = { isCancelled: false }
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('body'))
      controller.close()
    },
  })
  const cancel = body.cancel.bind(body)
  body.cancel = (reason) => {
    state.isCancelled = true
    return cancel(reason)
  }
  const reply = new Response(null, init)
  const values = Object.entries({ body, ...members }).map(([name, value]) => [name, { value }])
  return { state, reply: Object.defineProperties(reply, Object.fromEntries(values)) }
}

describe('the status of a reply', () => {
  test.each([200, 599])('may be %i', async (status) => {
    const { reply, state } = replyWith({ status })
    const got = await guard(() => reply).guarded(url)
    expect([got.status, await got.text(), state.isCancelled]).toEqual([status, 'body', false])
  })

  test.each([199, 600])('cannot be %i, and its body is left', async (status) => {
    const { reply, state } = replyWith({ status })
    await expect(guard(() => reply).guarded(url)).rejects.toMatchObject({
      ...{ code: 'invalid_result', status, message: `auth.example answered with HTTP status ${status}` },
    })
    expect(state.isCancelled).toBe(true)
  })

  test('cannot be 600 without a body either', async () => {
    const { reply } = replyWith({ status: 600, body: null })
    await expect(guard(() => reply).guarded(url)).rejects.toMatchObject({ code: 'invalid_result', status: 600 })
  })

  test.each([204, 205, 304])('that is %i leaves no body, whatever came', async (status) => {
    const { reply } = replyWith({ status })
    const got = await guard(() => reply).guarded(url)
    expect([got.status, got.body]).toEqual([status, null])
  })

  test('without a body has none', async () => {
    const got = await guard(() => new Response(null)).guarded(url)
    expect([got.status, got.body]).toEqual([200, null])
  })
})

describe('a redirect', () => {
  test.each([300, 304, 399])('is not what has the status %i', async (status) => {
    const { guarded, sent } = guard(() => away('/b', status))
    expect([(await guarded(url)).status, sent.length]).toEqual([status, 1])
  })

  test('leaves its body, whether it is followed or refused', async () => {
    const [followed, refused, read] = [
      replyWith({}, { status: 302, headers: { location: '/b' } }),
      replyWith({}, { status: 302, headers: { location: 'https://evil.example/' } }),
      replyWith({}),
    ]
    const replies = [followed.reply, read.reply, refused.reply]
    const { guarded } = guard((_, count) => replies[count - 1] ?? Response.error())
    expect(await (await guarded(url)).text()).toBe('body')
    await expect(guarded(url)).rejects.toMatchObject({ code: 'unreachable' })
    expect([followed, refused, read].map(({ state }) => state.isCancelled)).toEqual([true, true, false])
  })

  test('of HEAD is followed as HEAD, without a body', async () => {
    const { guarded, sent } = guard((_, count) => (count === 1 ? away('/b') : new Response(null)))
    expect((await guarded(url, { method: 'HEAD' })).url).toBe('https://auth.example/b')
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      ['HEAD', null],
      ['HEAD', null],
    ])
  })

  test('that is the fifth is followed, and the sixth is one too many', async () => {
    const fine = guard((_, count) => (count <= 5 ? away('/b') : new Response('there')))
    expect([await (await fine.guarded(url)).text(), fine.sent.length]).toEqual(['there', 6])
    const endless = guard(() => away('/b'))
    await expect(endless.guarded(url)).rejects.toMatchObject({
      ...{ code: 'limit', message: 'auth.example redirects more often than is followed' },
    })
  })

  test('of a long method is refused, with 32 characters of that', async () => {
    const method = 'M'.repeat(40)
    await expect(guard(() => away('/b')).guarded(url, { method })).rejects.toMatchObject({
      message: `refused: auth.example redirects a ${'M'.repeat(32)}`,
    })
  })

  test('is what a Request says of it, unless more is said', async () => {
    const request = (redirect: RequestRedirect) => new Request(url, { redirect })
    const { guarded, sent } = guard(() => away('/b'))
    expect((await guarded(request('manual'))).status).toBe(302)
    await expect(guarded(request('error'))).rejects.toMatchObject({ message: 'refused: auth.example redirects' })
    expect((await guarded(request('error'), { redirect: 'manual' })).status).toBe(302)
    expect(sent).toHaveLength(3)
  })

  test('is not followed once the time is over', async () => {
    const runtime = createManualRuntime()
    const { guarded, sent } = guard(
      () => {
        runtime.advance(4_000)
        return away('/b')
      },
      { runtime },
    )
    await expect(guarded(url)).rejects.toMatchObject({ code: 'timeout' })
    await settled(20)
    expect(sent).toHaveLength(3)
  })
})

describe('a signal', () => {
  test('of a Request ends it', async () => {
    const reason = new Error('no more')
    const { guarded, sent } = guard(() => new Response('a'))
    await expect(guarded(new Request(url, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
    expect(sent).toEqual([])
  })

  test('that is given counts before that of a Request', async () => {
    const { guarded } = guard(() => new Response('a'))
    const { signal } = new AbortController()
    expect((await guarded(new Request(url, { signal: AbortSignal.abort() }), { signal })).status).toBe(200)
  })

  test('has no listener left after the reply, or after a failure', async () => {
    const { signal } = new AbortController()
    await guard(() => new Response('a')).guarded(url, { signal })
    const failing = guard(() => Promise.reject(new Error('x')))
    await expect(failing.guarded(url, { signal })).rejects.toMatchObject({ code: 'unreachable' })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

test('a failure leaves no timer', async () => {
  const runtime = createManualRuntime()
  const { guarded } = guard(() => Promise.reject(new Error('x')), { runtime })
  await expect(guarded(url)).rejects.toMatchObject({ code: 'unreachable' })
  expect(runtime.timers).toBe(0)
})

test('a GET has no body, and its headers', async () => {
  const { guarded, sent } = guard(() => new Response('a'))
  await guarded(new URL(url), { headers: { 'x-a': 'b' } })
  expect(sent.map(({ method, body, headers }) => [method, body, headers.get('x-a')])).toEqual([['GET', null, 'b']])
})

test.each<[GuardOptions, string]>([
  [{ maxBytes: 0 }, 'maxBytes of a guarded fetch must be a positive number, got 0'],
  [{ maxBytes: Number.NaN }, 'maxBytes of a guarded fetch must be a positive number, got NaN'],
  [{ timeoutMs: -1 }, 'timeoutMs of a guarded fetch must be a positive number, got -1'],
])('a limit cannot be %j', (options, message) => {
  expect(() => createGuardedFetch(fetch, options)).toThrow(new TypeError(message))
})
