import { createHmac } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { apiKeyAuth } from '../../packages/omniport/src/auth/resource/api-key-auth.js'
import { introspectionAuth } from '../../packages/omniport/src/auth/resource/introspection-auth.js'
import { jwtAuth } from '../../packages/omniport/src/auth/resource/jwt/jwt-auth.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import type { Authenticate } from '../../packages/omniport/src/transport/http/auth/authenticate.js'
import { createFetchHandler } from '../../packages/omniport/src/transport/http/create-fetch-handler.js'
import { initializeRequest, modernHeaders, modernRequest, postHeaders } from '../support/http-client.js'
import { Received } from './received.js'

const issuer = 'https://login.example'
const audience = 'https://mcp.example/mcp'
const clientSecret = 'client-secret-31ab'
const apiKey = 'api-key-99cd'
const sealing = 'a secret of a server, of 32 bytes and more'
const content = [
  { alg: 'HS256', kid: 'k' },
  { iss: issuer, aud: audience, sub: 'ada' },
]
  .map(encode)
  .join('.')
const token = `${content}.${createHmac('sha256', 'x'.repeat(32)).update(content).digest('base64url')}`

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** An authorization server that is away, or repeats all that it is sent. */
const issuers: [string, typeof fetch][] = [
  ['is away', async (input, init) => Promise.reject(new TypeError(`cannot reach ${input}`, { cause: init?.body }))],
  ['repeats', async (...sent) => new Response(sentText(sent), { status: 400 })],
  ['repeats in JSON', async (...sent) => Response.json({ error: sentText(sent), keys: sentText(sent) })],
  ['gives no JSON', async (...sent) => new Response(sentText(sent))],
]

function sentText([input, init]: Parameters<typeof fetch>): string {
  return `${input} ${init?.body} ${JSON.stringify(init?.headers)}`
}

/** A server whose calls go wrong, and all that it says: to its logger, and to who asks. */
function serve(auth: Authenticate | undefined) {
  const received = new Received()
  const logger = { error: received.add, warn: received.add }
  const server = createServer({
    name: 's',
    version: '1',
    logger,
    secrets: [sealing],
    tools: {
      fail: tool({
        run: () => {
          throw new Error('no')
        },
      }),
      ask: tool({ run: async (_args, ctx) => void (await ctx.elicit('Sure?', form)) }),
    },
  })
  const handler = createFetchHandler(server, { auth, allowedHosts: ['mcp.example'], limits: { eventLogEvents: 1 } })
  onTestFinished(() => handler.close())
  const send = async (init: RequestInit, address = audience) => {
    const response = await handler(new Request(address, { method: 'POST', ...init }))
    const { 'mcp-session-id': session, ...headers } = Object.fromEntries(response.headers)
    const text = await response.text()
    return { session, text, status: response.status, reported: `${response.status} ${JSON.stringify(headers)} ${text}` }
  }
  return { received, send }
}

const form = { type: 'object', properties: { sure: { type: 'boolean' } } } as const

const modern = (method: string, params: Record<string, unknown> = {}, more: Record<string, string> = {}) => ({
  headers: { ...postHeaders, ...modernHeaders(method, params), ...more },
  body: JSON.stringify(modernRequest(method, params)),
})

describe.each(issuers)('a server whose authorization server %s', (_name, fetch) => {
  test.each<[string, Authenticate]>([
    ['signed tokens', jwtAuth({ issuer, audience, fetch })],
    ['signed tokens and keys elsewhere', jwtAuth({ issuer, audience, fetch, jwks: `${issuer}/keys?key=${apiKey}` })],
    ['tokens that are looked up', introspectionAuth({ issuer, audience, fetch, clientId: 'c', clientSecret })],
    [
      'tokens that are looked up elsewhere',
      introspectionAuth({
        issuer,
        audience,
        fetch,
        endpoint: `${issuer}/i?key=${apiKey}`,
        clientId: 'c',
        clientSecret,
      }),
    ],
  ])('tells no secrets of %s', async (_tokens, auth) => {
    const { received, send } = serve(auth)
    for (const authorization of [`Bearer ${token}`, `DPoP ${token}`, `Bearer ${token},x`, `Basic ${token}`]) {
      const { status, reported } = await send(modern('tools/list', {}, { authorization }))
      expect(status).toBeGreaterThanOrEqual(400)
      received.add(reported)
    }
    const signature = token.slice(token.lastIndexOf('.') + 1)
    expect(received.leaks([token, signature, clientSecret, apiKey])).toEqual([])
  })
})

test('a key that is wrong is not repeated, nor those that are right', async () => {
  const { received, send } = serve(apiKeyAuth({ keys: { [apiKey]: 'ada' } }))
  await received.outcome(Promise.resolve().then(() => apiKeyAuth({ [apiKey]: 'ada' } as never)))
  for (const headers of [{ 'x-api-key': `${apiKey}x` }, { authorization: `Bearer ${apiKey}x` }, { 'x-api-key': '' }]) {
    received.add((await send(modern('tools/list', {}, headers as Record<string, string>))).reported)
  }
  received.add((await send({ method: 'GET' }, `${audience}?api_key=${apiKey}`)).reported)
  expect(received.leaks([apiKey])).toEqual([])
})

test('a session is named in no log, and to nobody else', async () => {
  const { received, send } = serve(({ headers }) => ({ id: headers.get('x-user') ?? 'ada', scopes: [], claims: {} }))
  const begun = await send({ headers: postHeaders, body: JSON.stringify(initializeRequest('2025-11-25')) })
  const id = String(begun.session)
  const headers = { ...postHeaders, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'fail' } })
  const sent: [RequestInit, string?][] = [
    [{ headers, body: call }],
    [{ headers, body: '{"jsonrpc":"2.0"' }],
    [{ headers: { ...headers, 'x-user': 'eve' }, body: call }],
    [{ headers: { ...headers, 'mcp-protocol-version': '2024-11-05' }, body: call }],
    [{ headers: { ...headers, 'mcp-session-id': `${id}0` }, body: call }],
    [{ method: 'GET', headers: { ...headers, 'last-event-id': `${id}-7` } }],
    [{ method: 'DELETE', headers: { ...headers, 'x-user': 'eve' } }],
    [{ method: 'PUT', headers }],
    [{ headers: postHeaders, body: call }, `https://mcp.example/messages?sessionId=${id}`],
  ]
  for (const [init, address] of sent) received.add((await send(init, address)).reported)
  await send({ method: 'DELETE', headers })
  received.add((await send({ headers, body: call })).reported)
  expect([id.length, received.text.includes('tool fail failed')]).toEqual([32, true])
  expect(received.leaks([id])).toEqual([])
})

test('the state of a request is in no log, and refused without what is in it', async () => {
  const { received, send } = serve(undefined)
  const params = {
    name: 'ask',
    arguments: {},
    _meta: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } },
  }
  const { text } = await send(modern('tools/call', params))
  const { inputRequests, requestState } = JSON.parse(text).result
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, { action: 'decline' }]))
  const states = [`${requestState}0`, requestState.replace(/.$/, ''), requestState]
  const answers = states.map((state) => ({ ...params, inputResponses, requestState: state }))
  for (const answer of answers) received.add((await send(modern('tools/call', answer))).reported)
  received.add(
    (await send(modern('tools/call', { ...params, arguments: { a: 1 }, inputResponses, requestState }))).reported,
  )
  expect(received.text).toContain('-32602')
  expect(received.leaks([requestState, sealing])).toEqual([])
})

test.each([
  ['none', 'x'],
  ['a short one', ['short-7a7a']],
  ['a number', [77_777_777]],
])('secrets that are %s are refused without being said', async (_name, given) => {
  const received = new Received()
  await received.outcome(
    Promise.resolve().then(() => createServer({ name: 's', version: '1', secrets: given as never })),
  )
  expect(received.text).toContain('TypeError')
  expect(received.leaks(['short-7a7a', '77777777'])).toEqual([])
})
