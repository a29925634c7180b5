import { afterEach, describe, expect, test } from 'vitest'
import { closeServers, form, serve } from '../../test/express-servers.js'
import { createEndpoint, type EndpointOptions, quarterMs } from './create-endpoint.js'

afterEach(closeServers)

/** An endpoint that sends back what it got. */
async function open(options: Partial<EndpointOptions> = {}) {
  const endpoint = createEndpoint({ methods: ['GET', 'POST', 'OPTIONS'], ...options })
  endpoint.all('/', (req, res) => void res.json({ body: req.body ?? null }))
  return serve(endpoint)
}

const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":{"b":"c"}}' }

describe('an endpoint', () => {
  test('takes its methods alone', async () => {
    const origin = await open({ methods: ['POST'] })
    const response = await fetch(origin)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('reads a form', async () => {
    const origin = await open({ body: 'form' })
    const fields = { a: '1', 'b[c]': '2' }
    expect(await (await fetch(origin, form(fields))).json()).toEqual({ body: fields })
    expect(await (await fetch(origin, json)).json()).not.toEqual({ body: { a: { b: 'c' } } })
  })

  test('reads JSON', async () => {
    const origin = await open({ body: 'json' })
    expect(await (await fetch(origin, json)).json()).toEqual({ body: { a: { b: 'c' } } })
    expect(await (await fetch(origin, form({ a: '1' }))).json()).not.toEqual({ body: { a: '1' } })
  })

  test('reads nothing where that is not said', async () => {
    expect(await (await fetch(await open(), json)).json()).toEqual({ body: null })
  })
})

describe('a page of another origin', () => {
  test('can read the replies', async () => {
    const response = await fetch(await open())
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(response.headers.get('access-control-allow-methods')).toBeNull()
  })

  test('is told what it may do', async () => {
    const headers = { 'access-control-request-headers': 'x-a, x-b' }
    const response = await fetch(await open(), { method: 'OPTIONS', headers })
    expect([response.status, await response.text()]).toEqual([204, ''])
    const names = ['allow-origin', 'allow-methods', 'allow-headers']
    expect(names.map((name) => response.headers.get(`access-control-${name}`))).toEqual([
      '*',
      'GET,HEAD,PUT,PATCH,POST,DELETE',
      'x-a, x-b',
    ])
    expect([response.headers.get('vary'), response.headers.get('content-length')]).toEqual([
      'Access-Control-Request-Headers',
      '0',
    ])
  })

  test('that asks for no headers may have none', async () => {
    const response = await fetch(await open(), { method: 'OPTIONS' })
    expect(response.headers.get('access-control-allow-headers')).toBeNull()
  })

  test('reads nothing of an endpoint that browsers navigate to', async () => {
    const origin = await open({ isForScripts: false })
    expect((await fetch(origin)).headers.get('access-control-allow-origin')).toBeNull()
    expect((await fetch(origin, { method: 'OPTIONS' })).status).toBe(200)
  })
})

describe('the number of requests', () => {
  const limit = { max: 2, windowMs: quarterMs, what: 'test' }

  test('is limited', async () => {
    const origin = await open({ limit })
    const first = await fetch(origin)
    expect(['limit', 'remaining', 'reset'].map((name) => first.headers.get(`ratelimit-${name}`))).toEqual([
      '2',
      '1',
      '900',
    ])
    expect(first.headers.get('x-ratelimit-limit')).toBeNull()
    await fetch(origin)
    const response = await fetch(origin)
    expect([response.status, await response.json()]).toEqual([
      429,
      { error: 'too_many_requests', error_description: 'You have exceeded the rate limit for test requests' },
    ])
  })

  test('is limited as the user says', async () => {
    const response = await fetch(await open({ limit, rateLimit: { max: 7, legacyHeaders: true } }))
    expect(['ratelimit-limit', 'x-ratelimit-limit'].map((name) => response.headers.get(name))).toEqual(['7', '7'])
  })

  test.each<[string, Partial<EndpointOptions>]>([
    ['says no', { limit, rateLimit: false }],
    ['has no limit', {}],
  ])('is not limited where the endpoint %s', async (_, options) => {
    const response = await fetch(await open(options))
    expect([response.status, response.headers.get('ratelimit-limit')]).toEqual([200, null])
  })
})
