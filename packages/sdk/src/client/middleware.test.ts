import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFetch, inOrder } from '../../test/prepared-fetch.js'
import { applyMiddlewares, createMiddleware, type Middleware, type RequestLogger, withLogging } from './middleware.js'

const url = 'https://a.example/x'
let now = 100
let printed: unknown[][]

beforeEach(() => {
  now = 100
  printed = []
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((...given) => void printed.push([name, ...given]))
  }
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** A `fetch` that takes 30 milliseconds. */
function respond(status: number, init: ResponseInit = {}) {
  return createFetch(() => {
    now += 30
    return new Response(null, { status, ...init })
  }).fetch
}

const fail = (error: Error) =>
  createFetch(() => {
    now += 30
    throw error
  }).fetch

describe('a logger of a program', () => {
  function createLogger() {
    const lines: Parameters<RequestLogger>[0][] = []
    return { lines, logger: (line: Parameters<RequestLogger>[0]) => void lines.push(line) }
  }

  test('gets each request with its response', async () => {
    const { lines, logger } = createLogger()
    const response = await withLogging({ logger })(respond(200, { statusText: 'OK' }))(new URL(url))
    expect(response.status).toBe(200)
    expect(lines).toStrictEqual([
      {
        ...{ method: 'GET', url, status: 200, statusText: 'OK', duration: 30 },
        ...{ requestHeaders: undefined, responseHeaders: undefined },
      },
    ])
    expect(printed).toEqual([])
  })

  test('gets headers where it wants them', async () => {
    const { lines, logger } = createLogger()
    const options = { logger, includeRequestHeaders: true, includeResponseHeaders: true }
    const init = { method: 'POST', headers: { A: 'b' } }
    await withLogging(options)(respond(201, { headers: { C: 'd' } }))(url, init)
    await withLogging(options)(respond(201))(url)
    expect(lines.map(({ method }) => method)).toEqual(['POST', 'GET'])
    expect(lines.map(({ requestHeaders }) => [...(requestHeaders ?? [])])).toEqual([[['a', 'b']], []])
    expect(lines.map(({ responseHeaders }) => [...(responseHeaders ?? [])])).toEqual([[['c', 'd']], []])
  })

  test('gets an error that ends a request, whatever the level', async () => {
    const { lines, logger } = createLogger()
    const error = new TypeError('no network')
    await expect(withLogging({ logger, statusLevel: 600 })(fail(error))(url)).rejects.toBe(error)
    expect(lines).toStrictEqual([
      {
        ...{ method: 'GET', url, requestHeaders: undefined, status: 0, statusText: 'Network Error' },
        ...{ duration: 30, error },
      },
    ])
  })

  test('gets no response below the level', async () => {
    const { lines, logger } = createLogger()
    const log = withLogging({ logger, statusLevel: 400 })
    for (const status of [200, 399, 400, 500]) await log(respond(status))(url)
    expect(lines.map(({ status }) => status)).toEqual([400, 500])
  })
})

describe('the console', () => {
  test('gets one line of a request', async () => {
    await withLogging()(respond(200, { statusText: 'OK', headers: { C: 'd' } }))(url, { headers: { A: 'b' } })
    expect(printed).toEqual([['log', `HTTP GET ${url} 200 OK (30ms)`]])
  })

  test.each([
    [399, 'log'],
    [400, 'error'],
  ])('gets status %i on the stream of %s', async (status, name) => {
    await withLogging()(respond(status))(url)
    expect(printed).toEqual([[name, `HTTP GET ${url} ${status}  (30ms)`]])
  })

  test('gets headers on lines of their own', async () => {
    const options = { includeRequestHeaders: true, includeResponseHeaders: true }
    const response = respond(200, { statusText: 'OK', headers: { E: 'f' } })
    await withLogging(options)(response)(url, { headers: { A: 'b', C: 'd' } })
    const lines = [`HTTP GET ${url} 200 OK (30ms)`, 'Request Headers: {a: b, c: d}', 'Response Headers: {e: f}']
    expect(printed).toEqual([['log', lines.join('\n  ')]])
  })

  test('gets only those headers that are wanted', async () => {
    await withLogging({ includeResponseHeaders: true })(respond(200, { headers: { E: 'f' } }))(url, {
      headers: { A: 'b' },
    })
    expect(printed).toEqual([['log', `HTTP GET ${url} 200  (30ms)\n  Response Headers: {e: f}`]])
  })

  test('gets the text of an error', async () => {
    const options = { includeRequestHeaders: true, includeResponseHeaders: true }
    await expect(withLogging(options)(fail(new Error('gone')))(url)).rejects.toThrow(new Error('gone'))
    expect(printed).toEqual([['error', `HTTP GET ${url} failed: gone (30ms)\n  Request Headers: {}`]])
  })
})

describe('middleware', () => {
  const mark =
    (name: string, seen: string[]): Middleware =>
    (next) =>
    (input, init) => {
      seen.push(name)
      return next(input, init)
    }

  test('is joined, the last one outermost', async () => {
    const seen: string[] = []
    const { fetch, sent } = inOrder(new Response())
    await applyMiddlewares(mark('first', seen), mark('second', seen))(fetch)(url, { method: 'PUT' })
    expect(seen).toEqual(['second', 'first'])
    expect(sent).toMatchObject([{ method: 'PUT', url }])
  })

  test('of nothing is the `fetch` itself', () => {
    const { fetch } = inOrder()
    expect(applyMiddlewares()(fetch)).toBe(fetch)
  })

  test('is made of a function, which gets the next one and the request', async () => {
    const { fetch, sent } = inOrder(new Response('text'))
    const init = { method: 'PUT' }
    const given: unknown[] = []
    const middleware = createMiddleware((next, ...request) => {
      given.push(...request)
      return next('https://b.example/', { method: 'HEAD' })
    })
    expect(await (await middleware(fetch)(url, init)).text()).toBe('text')
    expect(given).toEqual([url, init])
    expect(sent).toMatchObject([{ method: 'HEAD', url: 'https://b.example/' }])
  })
})
