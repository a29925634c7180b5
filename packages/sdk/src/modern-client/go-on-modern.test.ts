import { describe, expect, test, vi } from 'vitest'
import { StreamableHTTPError } from '../http-client/streamable-http-options.js'
import type { Transport } from '../shared/transport.js'
import { McpError } from '../types.js'
import { goOnModern } from './go-on-modern.js'
import { speakModern } from './modern-route.js'

const plain = {} as Transport
const newest = '2026-07-28'
const refused = (code: number, data?: unknown) => new McpError(code, 'no', data)
const replied = (status: number | undefined, body: unknown) =>
  new StreamableHTTPError(
    status,
    `Error POSTing to endpoint: ${typeof body === 'string' ? body : JSON.stringify(body)}`,
  )

/** A transport that can go on, and what it was asked. */
function createTransport() {
  const began = vi.fn()
  const introduce = vi.fn(async () => {})
  return { transport: { [speakModern]: began } as unknown as Transport, began, introduce }
}

describe('the client is introduced again', () => {
  const named = { supported: ['2099-01-01', newest] }
  test.each<[string, unknown]>([
    ['by a server that names the revision', refused(-32000, named)],
    ['by a server that misses headers', refused(-32020)],
    ['by a server that misses a capability', refused(-32021)],
    ['by a server that knows no revision of the client', refused(-32022)],
    ['by a server that does not understand the parameters', refused(-32602)],
    ['by a server that has no such method', refused(-32601)],
    ['by a server over HTTP', replied(400, { error: { code: -32601, message: 'no' } })],
    ['by a server over HTTP that names the revision', replied(499, { error: { code: 1, message: 'no', data: named } })],
  ])('when it is refused %s', async (_, error) => {
    const { transport, began, introduce } = createTransport()
    expect(await goOnModern(transport, error, introduce)).toBeUndefined()
    expect([began.mock.calls.length, introduce.mock.calls.length]).toEqual([1, 1])
  })

  test.each<[string, unknown]>([
    ['any other error', new Error('no')],
    ['an error of its code', refused(-32000)],
    ['an error of another code', refused(-32600)],
    ['other revisions', refused(-32000, { supported: ['2025-11-25'] })],
    ['what is no list of revisions', refused(-32000, { supported: newest })],
    ['a list that is its data', refused(-32000, [newest])],
    ['no status', replied(undefined, { error: { code: -32601, message: 'no' } })],
    ['a status below 400', replied(399, { error: { code: -32601, message: 'no' } })],
    ['a status of the server', replied(500, { error: { code: -32601, message: 'no' } })],
    ['a missing token', replied(401, { error: { code: -32601, message: 'no' } })],
    ['what it may not', replied(403, { error: { code: -32601, message: 'no' } })],
    ['a text', replied(404, 'Not Found')],
    ['no JSON', replied(404, '{')],
    ['a list', replied(404, '[{}]')],
    ['no error', replied(404, { code: -32601 })],
    ['an error that is none', replied(404, { error: 'no' })],
    ['a code that is none', replied(404, { error: { code: '-32601', message: 'no' } })],
  ])('unless it was refused with %s', async (_, error) => {
    const { transport, began, introduce } = createTransport()
    await expect(goOnModern(transport, error, introduce)).rejects.toBe(error)
    expect([began.mock.calls.length, introduce.mock.calls.length]).toEqual([0, 0])
  })

  test('and the first error stays where the server speaks nothing else', async () => {
    const { transport } = createTransport()
    const error = refused(-32601)
    const unsupported = () => Promise.reject(Object.assign(new Error('x'), { code: 'unsupported' }))
    await expect(goOnModern(transport, error, unsupported)).rejects.toBe(error)
  })

  test.each<[unknown]>([[Object.assign(new Error('x'), { code: 'closed' })], ['text'], [undefined]])(
    'and another error is that of the second time: %s',
    async (reason) => {
      const { transport } = createTransport()
      await expect(goOnModern(transport, refused(-32601), () => Promise.reject(reason))).rejects.toBe(reason)
    },
  )
})

describe('a transport of a program', () => {
  const advice =
    "The server speaks 2026-07-28, which a transport of the program's own cannot carry: use StdioClientTransport or StreamableHTTPClientTransport, or connect() of omniport/client"

  test('cannot go on, and the error says what can', async () => {
    const data = { supported: [newest] }
    await expect(goOnModern(plain, refused(-32022, data), async () => {})).rejects.toMatchObject({
      ...{ code: -32022, data, message: `MCP error -32022: no. ${advice}` },
    })
    const error = replied(400, { error: { code: -32022, message: 'sorry', data } })
    await expect(goOnModern(plain, error, async () => {})).rejects.toMatchObject({
      ...{ code: -32022, data, message: `MCP error -32022: sorry. ${advice}` },
    })
  })

  test('says of the revisions as much as is worth it', async () => {
    const supported = [newest, 'x'.repeat(300)]
    const error = await goOnModern(plain, refused(-32022, { supported }), async () => {}).catch(String)
    expect(error).toContain(`The server speaks 2026-07-28, ${'x'.repeat(188)}, which`)
  })

  test('has the error as it was where the server names no revision', async () => {
    const error = refused(-32601)
    await expect(goOnModern(plain, error, async () => {})).rejects.toBe(error)
  })

  test('has the message as the server wrote it', async () => {
    const error = Object.assign(refused(-32022, { supported: [newest] }), { message: 'own words' })
    await expect(goOnModern(plain, error, async () => {})).rejects.toMatchObject({
      message: `MCP error -32022: own words. ${advice}`,
    })
  })
})
