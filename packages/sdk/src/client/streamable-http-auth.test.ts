import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryProvider } from '../../test/memory-provider.js'
import { byAddress } from '../../test/prepared-fetch.js'
import { UnauthorizedError } from './auth.js'
import { StreamableHTTPClientTransport, StreamableHTTPError } from './streamableHttp.js'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

const url = 'https://a.example/mcp'
const tokenUrl = 'https://a.example/token'
const issuer = 'https://a.example/'
const client = { client_id: 'c', issuer }
const tokens = { access_token: 'old', token_type: 'Bearer', refresh_token: 'r', issuer }
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const

const refusal = (status: number, challenge = 'Bearer realm="a"') =>
  new Response(null, { status, headers: { 'www-authenticate': challenge } })
const success = () => Response.json({ jsonrpc: '2.0', id: 1, result: {} })

/** A transport to a server that gives these replies; its authorization server gives a new token each time. */
async function open(replies: readonly Response[], provider = new MemoryProvider({ client, tokens })) {
  const rest = [...replies]
  let count = 0
  const server = byAddress({
    [url]: () => rest.shift() ?? new Response('nothing is left', { status: 500 }),
    [tokenUrl]: () => {
      count += 1
      return Response.json({ access_token: `new ${count}`, token_type: 'Bearer' })
    },
  })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    ...{ fetch: server.fetch, authProvider: provider, requestInit: { headers: { 'x-own': '1' } } },
  })
  const errors: string[] = []
  transport.onerror = (error) => void errors.push(error.message)
  await transport.start()
  /** What the server and the endpoint for tokens got: the tokens of requests, and what asked for one. */
  const steps = () =>
    server.sent
      .filter((request) => request.url === url || request.url === tokenUrl)
      .map(({ url: to, headers, body }) => (to === url ? headers['authorization'] : body?.split('&')[0]))
  return { transport, provider, errors, steps, server }
}

const refreshed = 'grant_type=refresh_token'
const afterwards = new StreamableHTTPError(401, 'Server returned 401 after successful authentication')
const upscoped = new StreamableHTTPError(403, 'Server returned 403 after trying upscoping')

describe('a request without a valid token', () => {
  test('is sent again with a new one', async () => {
    const { transport, errors, steps, server } = await open([
      refusal(401, 'Bearer resource_metadata="https://a.example/meta"'),
      success(),
    ])
    await transport.send(ping)
    expect(steps()).toEqual(['Bearer old', refreshed, 'Bearer new 1'])
    expect(server.addresses()[1]).toBe('GET https://a.example/meta')
    expect(server.sent.map(({ headers }) => headers['x-own'])).toEqual(server.sent.map(() => '1'))
    expect(errors).toEqual([])
  })

  test('is an error where a person is needed', async () => {
    const { transport, provider, errors } = await open(
      [refusal(401, 'Bearer scope="x"')],
      new MemoryProvider({ client }),
    )
    await expect(transport.send(ping)).rejects.toThrow(new UnauthorizedError('Unauthorized'))
    expect(provider.redirects.map(({ searchParams }) => searchParams.get('scope'))).toEqual(['x'])
    expect(errors).toEqual(['Unauthorized'])
  })

  test('is an error where the server refuses the new one too, until something succeeds', async () => {
    const replies = [refusal(401), refusal(401), refusal(401), success(), refusal(401), success()]
    const { transport, steps } = await open(replies)
    await expect(transport.send(ping)).rejects.toMatchObject({ code: 401, message: afterwards.message })
    await expect(transport.send(ping)).rejects.toThrow(afterwards)
    expect(steps()).toEqual(['Bearer old', refreshed, 'Bearer new 1', 'Bearer new 1'])
    await transport.send(ping)
    await transport.send(ping)
    expect(steps().slice(4)).toEqual(['Bearer new 1', 'Bearer new 1', refreshed, 'Bearer new 2'])
  })
})

describe('a request that needs more scopes', () => {
  const challenge = 'Bearer error="insufficient_scope", scope="x y", resource_metadata="https://a.example/more"'

  test('is sent again when it has them', async () => {
    const { transport, steps, server } = await open([refusal(403, challenge), success()])
    await transport.send(ping)
    expect(steps()).toEqual(['Bearer old', refreshed, 'Bearer new 1'])
    expect(server.addresses()[1]).toBe('GET https://a.example/more')
    expect(server.sent[1]?.headers).not.toHaveProperty('x-own')
  })

  test('asks a person for them', async () => {
    const provider = new MemoryProvider({ client })
    const { transport } = await open([refusal(403, challenge)], provider)
    await expect(transport.send(ping)).rejects.toThrow(new UnauthorizedError('Unauthorized'))
    expect(provider.redirects.map(({ searchParams }) => searchParams.get('scope'))).toEqual(['x y'])
  })

  test('asks for those that were wanted before where it names none', async () => {
    const provider = new MemoryProvider({ client })
    const first = 'Bearer scope="x", resource_metadata="https://a.example/meta"'
    const { transport, server } = await open(
      [refusal(401, first), refusal(403, 'Bearer error="insufficient_scope"')],
      provider,
    )
    await expect(transport.send(ping)).rejects.toThrow(UnauthorizedError)
    await expect(transport.send(ping)).rejects.toThrow(UnauthorizedError)
    expect(provider.redirects.map(({ searchParams }) => searchParams.get('scope'))).toEqual(['x', 'x'])
    expect(server.addresses().filter((address) => address === 'GET https://a.example/meta')).toHaveLength(2)
  })

  test('is an error where the server repeats itself, until something succeeds', async () => {
    const replies = [
      ...[refusal(403, challenge), refusal(403, challenge), refusal(403, challenge), success()],
      ...[refusal(403, challenge), success()],
    ]
    const { transport, steps } = await open(replies)
    await expect(transport.send(ping)).rejects.toMatchObject({ code: 403, message: upscoped.message })
    await expect(transport.send(ping)).rejects.toThrow(upscoped)
    expect(steps()).toEqual(['Bearer old', refreshed, 'Bearer new 1', 'Bearer new 1'])
    await transport.send(ping)
    await transport.send(ping)
    expect(steps().slice(4)).toEqual(['Bearer new 1', 'Bearer new 1', refreshed, 'Bearer new 2'])
  })

  test('is sent again for another challenge', async () => {
    const other = 'Bearer error="insufficient_scope", scope="z"'
    const { transport, steps } = await open([refusal(403, challenge), refusal(403, other), success()])
    await transport.send(ping)
    expect(steps()).toEqual(['Bearer old', refreshed, 'Bearer new 1', refreshed, 'Bearer new 2'])
  })

  test('may need a token first', async () => {
    const { transport, steps } = await open([refusal(401), refusal(403, challenge), success()])
    await transport.send(ping)
    expect(steps()).toEqual(['Bearer old', refreshed, 'Bearer new 1', refreshed, 'Bearer new 2'])
  })

  test('is not one that is forbidden', async () => {
    const { transport, steps } = await open([refusal(403, 'Bearer error="invalid_token"')])
    await expect(transport.send(ping)).rejects.toThrow(new StreamableHTTPError(403, 'Error POSTing to endpoint: '))
    expect(steps()).toEqual(['Bearer old'])
  })
})

describe('a stream without a valid token', () => {
  const stream = () => new Response(null)

  test('is opened again with a new one', async () => {
    const { transport, steps, errors } = await open([refusal(401), stream()])
    await transport.resumeStream('a')
    expect(steps()).toEqual(['Bearer old', refreshed, 'Bearer new 1'])
    expect(errors).toEqual([])
  })

  test('is an error where the server refuses that too', async () => {
    const { transport, steps } = await open([refusal(401), refusal(401)])
    await expect(transport.resumeStream('a')).rejects.toMatchObject({ code: 401 })
    expect(steps()).toEqual(['Bearer old', refreshed, 'Bearer new 1'])
  })

  test('is an error where a person is needed', async () => {
    const { transport, errors } = await open([refusal(401)], new MemoryProvider({ client }))
    await expect(transport.resumeStream('a')).rejects.toThrow(new UnauthorizedError('Unauthorized'))
    expect(errors).toEqual(['Unauthorized', 'Unauthorized'])
  })

  test('is an error without a provider', async () => {
    const { fetch } = byAddress({ [url]: () => new Response(null, { status: 401, statusText: 'Who' }) })
    const transport = new StreamableHTTPClientTransport(new URL(url), { fetch })
    await expect(transport.resumeStream('a')).rejects.toThrow(
      new StreamableHTTPError(401, 'Failed to open SSE stream: Who'),
    )
  })
})
