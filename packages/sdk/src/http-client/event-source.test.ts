import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ErrorEvent, EventSource, type EventSourceFetchInit } from './event-source.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

const open: EventSource[] = []
afterEach(() => {
  for (const source of open.splice(0)) source.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const url = new URL('https://a.example/sse')
const stream = (text: string, type = 'text/event-stream') => new Response(text, { headers: { 'content-type': type } })

/** Opens a stream that gives these replies one after the other. */
function create(replies: readonly (Response | Error | string)[], onEvent: () => void = () => {}) {
  const rest = [...replies]
  const requests: { url: string; init: EventSourceFetchInit }[] = []
  const seen: unknown[][] = []
  const fetch = async (to: string | URL, init: EventSourceFetchInit) => {
    requests.push({ url: String(to), init })
    const next = rest.shift() ?? new Response(null, { status: 204 })
    if (next instanceof Response) return next
    throw next
  }
  const source = new EventSource(
    url,
    { fetch, withCredentials: false },
    {
      onEvent: (...event) => {
        seen.push(event)
        onEvent()
      },
      onError: ({ type, code, message }) => void seen.push([type, code, message]),
    },
  )
  open.push(source)
  return { source, requests, seen }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const over = ['error', 204, 'Server sent HTTP 204, not reconnecting']

describe('the request', () => {
  test('is one for a stream', async () => {
    const { requests } = create([stream('')])
    await pass(0)
    expect(requests).toEqual([
      {
        url: url.href,
        init: {
          ...{ mode: 'cors', redirect: 'follow', cache: 'no-store', headers: { Accept: 'text/event-stream' } },
          signal: expect.any(AbortSignal),
        },
      },
    ])
  })

  test.each([
    [true, 'include'],
    [false, 'same-origin'],
  ])('in a browser has credentials: %s', async (withCredentials, credentials) => {
    vi.stubGlobal('window', {})
    const inits: EventSourceFetchInit[] = []
    const fetch = async (_: string | URL, init: EventSourceFetchInit) => {
      inits.push(init)
      return new Response(null, { status: 204 })
    }
    open.push(new EventSource(url, { fetch, withCredentials }, { onEvent() {}, onError() {} }))
    await pass(0)
    expect(inits.map((init) => init.credentials)).toEqual([credentials])
  })
})

describe('a stream', () => {
  test('gives its events with their types', async () => {
    const { seen } = create([stream('data: a\n\nevent: x\ndata: b\ndata: c\n\n')])
    await pass(0)
    expect(seen).toEqual([
      ['message', 'a'],
      ['x', 'b\nc'],
      ['error', undefined, undefined],
    ])
  })

  test('is opened again three seconds after it broke, with the id of its last event', async () => {
    const { requests, seen } = create([stream('id: 7\ndata: a\n\ndata: b\n\n'), stream('data: c\n\n')])
    await pass(2_999)
    expect(requests).toHaveLength(1)
    await pass(1)
    expect(requests[1]?.init.headers).toEqual({ Accept: 'text/event-stream', 'Last-Event-ID': '7' })
    await pass(3_000)
    expect(requests[2]?.init.headers).toEqual({ Accept: 'text/event-stream', 'Last-Event-ID': '7' })
    expect(seen.slice(3)).toEqual([['message', 'c'], ['error', undefined, undefined], over])
  })

  test('is opened again when the server wants it, but after a day', async () => {
    const { requests } = create([stream('retry: 10\n\n'), stream('retry: 90000000\n\n')])
    await pass(9)
    expect(requests).toHaveLength(1)
    await pass(1)
    expect(requests).toHaveLength(2)
    await pass(86_399_999)
    expect(requests).toHaveLength(2)
    await pass(1)
    expect(requests).toHaveLength(3)
  })

  test('without a body ends at once', async () => {
    const response = new Response(null, { headers: { 'content-type': 'text/event-stream' } })
    const { seen } = create([response])
    await pass(0)
    expect(seen).toEqual([['error', undefined, undefined]])
  })
})

describe('a reply that is no stream', () => {
  test.each([
    [204, null, 'Server sent HTTP 204, not reconnecting'],
    [201, 'text/event-stream', 'Non-200 status code (201)'],
    [404, 'text/plain', 'Non-200 status code (404)'],
    [200, 'text/html', 'Invalid content type, expected "text/event-stream"'],
    [200, 'x text/event-stream', 'Invalid content type, expected "text/event-stream"'],
    [200, null, 'Invalid content type, expected "text/event-stream"'],
  ])('of status %i and type %s ends it all', async (status, type, message) => {
    const cancel = vi.fn()
    const body = status === 204 ? null : new ReadableStream({ cancel })
    const { requests, seen } = create([
      new Response(body, { status, headers: type === null ? {} : { 'content-type': type } }),
    ])
    await pass(100_000)
    expect([requests.length, seen]).toEqual([1, [['error', status, message]]])
    expect(cancel).toHaveBeenCalledTimes(status === 204 ? 0 : 1)
    expect(requests[0]?.init.signal.aborted).toBe(true)
  })

  test('may have parameters in its type', async () => {
    const { seen } = create([stream('data: a\n\n', 'text/event-stream; charset=utf-8')])
    await pass(0)
    expect(seen[0]).toEqual(['message', 'a'])
  })
})

describe('a request that fails', () => {
  const caused = new TypeError('fetch failed', { cause: new Error('no route', { cause: new Error('unplugged') }) })
  test.each<[string, Error | string, string]>([
    ['an error', new Error('no network'), 'no network'],
    ['an error with a cause', caused, 'TypeError: fetch failed: Error: no route: unplugged'],
    ['an error with something as its cause', new Error('a', { cause: 'b' }), 'a'],
    ['several errors', new AggregateError([new Error('a'), 'b'], 'all'), 'a, b'],
    ['no errors', new AggregateError([], 'all'), 'all'],
    ['what is no error', 'text', 'text'],
  ])('with %s says so, and is sent again', async (_, thrown, message) => {
    const { requests, seen } = create([thrown])
    await pass(2_999)
    expect([requests.length, seen]).toEqual([1, [['error', undefined, message]]])
    await pass(1)
    expect([requests.length, seen[1]]).toEqual([2, over])
  })

  test('since it was aborted is over', async () => {
    const { requests, seen } = create([Object.assign(new Error('stop'), { name: 'AbortError' })])
    await pass(100_000)
    expect([requests.length, seen]).toEqual([1, []])
  })
})

describe('a stream that is closed', () => {
  test('gives no more events, and is not opened again', async () => {
    const made = create([stream('data: a\n\ndata: b\n\n')], () => made.source.close())
    await pass(100_000)
    expect([made.requests.length, made.seen]).toEqual([1, [['message', 'a']]])
    expect(made.requests[0]?.init.signal.aborted).toBe(true)
  })

  test('while it waits is not opened again', async () => {
    const { source, requests } = create([stream('')])
    await pass(0)
    source.close()
    expect(vi.getTimerCount()).toBe(0)
    await pass(100_000)
    expect(requests).toHaveLength(1)
  })

  test('before it was refused has no error', async () => {
    const { source, seen } = create([new Response(null, { status: 500 })])
    source.close()
    await pass(0)
    expect(seen).toEqual([])
  })

  test('by the listener of an error is not opened again', async () => {
    let source: EventSource | undefined
    const fetch = vi.fn(async () => stream(''))
    source = new EventSource(url, { fetch, withCredentials: false }, { onEvent() {}, onError: () => source?.close() })
    await pass(100_000)
    expect(fetch).toHaveBeenCalledOnce()
  })
})

test('an error without a status and a message has neither', () => {
  const event = new ErrorEvent('error')
  expect([event.type, event.code, event.message]).toEqual(['error', undefined, undefined])
})
