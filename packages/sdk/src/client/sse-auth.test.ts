import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryProvider } from '../../test/memory-provider.js'
import { byAddress, eventStream } from '../../test/prepared-fetch.js'
import { SSEClientTransport } from './sse.js'

const open: SSEClientTransport[] = []
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(async () => {
  for (const transport of open.splice(0)) await transport.close()
  vi.restoreAllMocks()
})

const url = 'https://a.example/sse'
const tokenUrl = 'https://a.example/token'
const issuer = 'https://a.example/'
const note = { jsonrpc: '2.0', method: 'notifications/a' } as const
const challenge = 'Bearer resource_metadata="https://a.example/meta"'
const refusal = () => new Response('no', { status: 401, headers: { 'www-authenticate': challenge } })
const stream = () => eventStream('event: endpoint\ndata: /messages\n\n')
const success = () => new Response(null, { status: 202 })

function create(streams: Response[], replies: Response[] = []) {
  const server = byAddress({
    [url]: () => streams.shift() ?? success(),
    'https://a.example/messages': () => replies.shift() ?? success(),
    [tokenUrl]: () => Response.json({ access_token: 'new', token_type: 'Bearer' }),
  })
  const tokens = { access_token: 'old', token_type: 'Bearer', refresh_token: 'r', issuer }
  const authProvider = new MemoryProvider({ client: { client_id: 'c', issuer }, tokens })
  const transport = new SSEClientTransport(new URL(url), { fetch: server.fetch, authProvider })
  open.push(transport)
  /** The token of each request to the server. */
  const tokensOf = (address: string) =>
    server.sent.filter((request) => request.url === address).map(({ headers }) => headers['authorization'])
  return { transport, tokensOf, ...server }
}

describe('a stream without a valid token', () => {
  test('is opened again with a new one', async () => {
    const { transport, tokensOf, addresses } = create([refusal(), stream()])
    await transport.start()
    expect(tokensOf(url)).toEqual(['Bearer old', 'Bearer new'])
    expect(addresses()[1]).toBe('GET https://a.example/meta')
  })

  test('is an error where the server refuses that too', async () => {
    const { transport, tokensOf } = create([refusal(), refusal()])
    await expect(transport.start()).rejects.toMatchObject({
      code: 401,
      message: 'SSE error: Non-200 status code (401)',
    })
    expect(tokensOf(url)).toEqual(['Bearer old', 'Bearer new'])
  })
})

describe('a message without a valid token', () => {
  const messagesUrl = 'https://a.example/messages'

  test('is sent again with a new one', async () => {
    const { transport, tokensOf, addresses, sent } = create([stream()], [refusal(), success()])
    await transport.start()
    await transport.send(note)
    expect(tokensOf(messagesUrl)).toEqual(['Bearer old', 'Bearer new'])
    expect(addresses()[2]).toBe('GET https://a.example/meta')
    expect(sent.at(-1)?.body).toBe(JSON.stringify(note))
  })

  test('is an error where the server refuses that too', async () => {
    const { transport, tokensOf } = create([stream()], [refusal(), refusal()])
    await transport.start()
    await expect(transport.send(note)).rejects.toThrow(new Error('Error POSTing to endpoint (HTTP 401): no'))
    expect(tokensOf(messagesUrl)).toEqual(['Bearer old', 'Bearer new'])
  })
})

test('a code is exchanged for tokens', async () => {
  const { transport, sent } = create([])
  await transport.finishAuth('the-code')
  expect(sent.at(-1)).toMatchObject({ url: tokenUrl, body: expect.stringContaining('code=the-code') })
})
