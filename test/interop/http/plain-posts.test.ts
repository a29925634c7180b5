import { serveHttp } from 'omniport/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../requirements/verifies.js'
import { postHeaders } from '../../support/http-client.js'
import { createOurServer } from '../programs/create-our-server.mjs'
import { hostStateless } from './servers/host-stateless.js'
import { loadSdk1 } from './servers/load-sdk-1.js'

/** What a server replied: its status, and the message, or nothing. */
type Reply = readonly [status: number, message: unknown]

let omniport: { readonly url: string; close(): Promise<void> }
let official: typeof omniport

beforeAll(async () => {
  omniport = await serveHttp(createOurServer(), { port: 0, sessions: false })
  official = await hostStateless(await loadSdk1('1.32.2'))
})

afterAll(() => Promise.all([omniport.close(), official.close()]))

async function post(url: string, message: object, headers: Record<string, string>): Promise<Reply> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message })
  const response = await fetch(url, { method: 'POST', headers: { ...postHeaders, ...headers }, body })
  const text = await response.text()
  const json = response.headers.get('content-type')?.startsWith('text/event-stream')
    ? (/^data: (.*)$/m.exec(text)?.[1] ?? '')
    : text
  return [response.status, json === '' ? undefined : JSON.parse(json)]
}

const both = (message: object, headers: Record<string, string>) =>
  Promise.all([post(omniport.url, message, headers), post(official.url, message, headers)])

const call = (name: string, args: object) => ({ id: 'x', method: 'tools/call', params: { name, arguments: args } })

describe.each([
  ['no version', {}],
  ['2025-03-26', { 'mcp-protocol-version': '2025-03-26' }],
  ['2025-06-18', { 'mcp-protocol-version': '2025-06-18' }],
  ['2025-11-25', { 'mcp-protocol-version': '2025-11-25' }],
])('without sessions, a client that posts with %s in the header', (_name, headers: Record<string, string>) => {
  verifies('HTTP-51')

  test.each([
    ['a call', call('picture', {})],
    ['a call whose tool fails', call('fail', {})],
    ['a ping', { id: 1, method: 'ping' }],
    ['a resource', { id: 1, method: 'resources/read', params: { uri: 'note://today' } }],
    ['a notification', { method: 'notifications/initialized' }],
    ['a response', { id: 1, result: {} }],
  ])('gets what the official server without sessions replies to %s', async (_kind, message) => {
    const [our, their] = await both(message, headers)
    expect(our).toEqual(their)
  })

  test('gets the tools that the official server lists', async () => {
    const [our, their] = await both({ id: 1, method: 'tools/list' }, headers)
    const namesOf = ([status, message]: Reply) => [
      status,
      (message as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name).sort(),
    ]
    expect(namesOf(our)).toEqual(namesOf(their))
  })
})

test.each(['2023-01-01', 'x'])('the version %s is refused by both with 400', async (version) => {
  verifies('HTTP-52')
  const [our, their] = await both({ id: 1, method: 'tools/list' }, { 'mcp-protocol-version': version })
  expect([our[0], their[0]]).toEqual([400, 400])
})
