import { allowInsecureRequests, customFetch } from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { createFakeAuthServices } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import { advertisesDpop } from './advertises-dpop.js'
import { isProven } from './is-proven.js'
import { OAuthRefusal } from './oauth-refusal.js'
import { isError, readReply } from './read-reply.js'
import { requestOptions, type SentRequest } from './request-options.js'

const never = new AbortController().signal
const init: SentRequest = { method: 'POST', headers: { accept: 'a' }, redirect: 'manual' }

/** Options for a request to `endpoint`, whose reply `answer` gives, for an MCP server at `serverUrl`. */
function create(
  endpoint: unknown,
  {
    answer = () => new Response('{}'),
    serverUrl = 'https://mcp.example/mcp',
    signal = never,
  }: {
    answer?: () => Response | Promise<Response>
    serverUrl?: string
    signal?: AbortSignal
  } = {},
) {
  const sent: unknown[] = []
  const fetch: typeof globalThis.fetch = async (...given) => {
    sent.push(given)
    return answer()
  }
  const services = createFakeAuthServices(createFakeAuthorizationServer(), {}, { fetch, serverUrl: new URL(serverUrl) })
  return { options: requestOptions(services, endpoint, signal), sent }
}

describe('a request to an endpoint', () => {
  test('is sent by the fetch of the services', async () => {
    const { options, sent } = create('https://as.example/token')
    expect([options.signal, options[allowInsecureRequests]]).toEqual([never, false])
    const response = await options[customFetch]('https://as.example/token', init)
    expect([sent, await response.text()]).toEqual([[['https://as.example/token', init]], '{}'])
  })

  test.each([
    ['http://127.0.0.1:9/token', 'http://localhost/mcp', true],
    ['https://localhost/token', 'http://127.0.0.1/mcp', true],
    ['https://localhost/token', 'https://mcp.example/mcp', false],
    ['https://as.example/token', 'http://127.0.0.1/mcp', false],
  ])('to %s of a server at %s may be insecure: %s', (endpoint, serverUrl, expected) => {
    expect(create(endpoint, { serverUrl }).options[allowInsecureRequests]).toBe(expected)
  })

  test.each([undefined, 7, '', '/token', 'as.example/token'])('is not sent to %j', (endpoint) => {
    expect(thrownBy(() => create(endpoint))).toEqual(
      new OAuthRefusal('the metadata of the authorization server has no valid endpoint for this request'),
    )
  })

  test.each([
    ['http://as.example/token', 'https://mcp.example/mcp', 'as.example'],
    ['http://127.0.0.1:9/token', 'https://mcp.example/mcp', '127.0.0.1:9'],
    ['http://as.example:9/token', 'http://127.0.0.1/mcp', 'as.example:9'],
    ['ftp://localhost/token', 'http://localhost/mcp', 'localhost'],
    [`http://${'a.'.repeat(126)}example/token`, 'https://mcp.example/mcp', `${'a.'.repeat(126)}e`],
  ])('is not sent to %s for a server at %s', (endpoint, serverUrl, host) => {
    expect(thrownBy(() => create(endpoint, { serverUrl }))).toEqual(
      new OAuthRefusal(`${host} gets no token request, since its endpoint is not an https: URL`),
    )
  })

  test('that fails says where, and why if that is known', async () => {
    const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })
    const { options } = create('https://as.example/token', { answer: () => Promise.reject(cause) })
    await expect(options[customFetch]('https://as.example/token', init)).rejects.toThrow(
      new OmniportError('unreachable', 'as.example could not be reached (ECONNRESET)', { cause }),
    )
  })

  test('that is given up fails with the reason of that', async () => {
    const gone = new AbortController()
    const answer = () => {
      gone.abort(new Error('enough'))
      return Promise.reject(new TypeError('aborted'))
    }
    const { options } = create('https://as.example/token', { answer, signal: gone.signal })
    await expect(options[customFetch]('https://as.example/token', init)).rejects.toThrow('enough')
  })
})

describe('a reply', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['[1]', undefined],
    ['"a"', undefined],
    ['null', undefined],
    ['{', undefined],
    ['', undefined],
  ])('of %j has the members %j', async (body, expected) => {
    expect(await readReply(new Response(body))).toEqual(expected)
  })

  test('may have no body', async () => {
    expect(await readReply(new Response(null, { status: 204 }))).toBeUndefined()
  })

  test('has 256 KiB at most', async () => {
    const sized = (length: number) => new Response(`{"a":"${'x'.repeat(length - 8)}"}`)
    expect(Object.keys((await readReply(sized(262_144))) ?? {})).toEqual(['a'])
    await expect(readReply(sized(262_145))).rejects.toThrow('the reply has more than 262144 bytes')
  })

  test.each([
    [undefined, false],
    [{}, false],
    [{ error: null }, false],
    [{ error: '' }, false],
    [{ error: 'invalid_grant' }, true],
    [{ error: { code: 1 } }, true],
  ])('of %j is an error: %s', (reply, expected) => {
    expect(isError(reply)).toBe(expected)
  })
})

describe('proofs', () => {
  const server = (listed?: unknown) =>
    ({ issuer: 'https://as.example', dpop_signing_alg_values_supported: listed }) as Parameters<
      typeof advertisesDpop
    >[0]
  const services = (dpop: boolean) => createFakeAuthServices(createFakeAuthorizationServer(), { dpop })

  test.each<[unknown, boolean, boolean]>([
    [undefined, false, true],
    [['ES256'], true, true],
    [['RS256', 'ES256'], true, true],
    [['RS256'], false, false],
    [[], false, false],
    ['ES256', false, false],
  ])('of a server that lists %j are advertised: %s, and sent by who has a key: %s', (listed, isAdvertised, isSent) => {
    expect([
      advertisesDpop(server(listed)),
      isProven(services(true), server(listed)),
      isProven(services(false), server(listed)),
    ]).toEqual([isAdvertised, isSent, false])
  })
})
