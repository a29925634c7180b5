import { describe, expect, test } from 'vitest'
import type { RpcId, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { InvalidMessage } from '../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ConnectOptions } from '../connect-options.js'
import { createFakeTransport } from './fixtures/fake-transport.js'
import { RevisionConnection } from './revision-connection.js'

function start(
  revision: Revision = '2025-11-25',
  answer?: (request: RpcRequest) => object,
  options: ConnectOptions = {},
) {
  const fake = createFakeTransport(answer, options)
  return { ...fake, connection: new RevisionConnection(fake.transport, revision, fake.services) }
}

describe('a legacy request', () => {
  test('has an id of its own, and only the members that it needs', async () => {
    const { connection, sent } = start()
    await connection.request('x/a')
    await connection.request('x/b', { c: 1 }, { meta: { d: 2 } })
    expect(sent).toStrictEqual([
      { jsonrpc: '2.0', id: 1, method: 'x/a' },
      { jsonrpc: '2.0', id: 2, method: 'x/b', params: { c: 1, _meta: { d: 2 } } },
    ])
  })

  test('asks for progress under its id if that is wanted, and tells the id before it is sent', async () => {
    const { connection, sent } = start()
    const ids: [RpcId, number][] = []
    const onId = (id: RpcId) => ids.push([id, sent.length])
    await connection.request('x/a', {}, { wantsProgress: false, onId })
    await connection.request('x/a', {}, { wantsProgress: true, onId })
    expect(sent).toStrictEqual([
      { jsonrpc: '2.0', id: 1, method: 'x/a', params: {} },
      { jsonrpc: '2.0', id: 2, method: 'x/a', params: { _meta: { progressToken: 2 } } },
    ])
    expect(ids).toEqual([
      [1, 0],
      [2, 1],
    ])
  })
})

test('a notification has parameters only where there are any', () => {
  const { connection, sent } = start()
  connection.notify('notifications/a')
  connection.notify('notifications/b', { c: 1 })
  expect(sent).toStrictEqual([
    { jsonrpc: '2.0', method: 'notifications/a' },
    { jsonrpc: '2.0', method: 'notifications/b', params: { c: 1 } },
  ])
})

describe('a modern request', () => {
  const complete = () => ({ result: { resultType: 'complete' } })
  const metaOf = (message: { readonly params?: unknown } | undefined) =>
    (message?.params as { readonly _meta?: Readonly<Record<string, unknown>> } | undefined)?._meta

  test('names the client, what it declares, and its log level as that is now', async () => {
    const options: ConnectOptions = { name: 'me', version: '7', tasks: false, roots: [] }
    const { connection, sent, services } = start('2026-07-28', complete, options)
    await connection.request('x/a')
    services.logLevel = 'warning'
    await connection.request('x/a')
    services.logLevel = 'error'
    await connection.request('x/a')
    const requester = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'me', version: '7' },
      'io.modelcontextprotocol/clientCapabilities': { roots: {} },
    }
    expect(sent.map(metaOf)).toEqual([
      requester,
      { ...requester, 'io.modelcontextprotocol/logLevel': 'warning' },
      { ...requester, 'io.modelcontextprotocol/logLevel': 'error' },
    ])
  })

  test('does not change with what the user does to the options later', async () => {
    const experimental: Record<string, object> = { a: {} }
    const { connection, sent } = start('2026-07-28', complete, { tasks: false, experimental })
    await connection.request('x/a')
    experimental['b'] = {}
    await connection.request('x/a')
    const declared = sent.map((message) => metaOf(message)?.['io.modelcontextprotocol/clientCapabilities'])
    expect(declared).toEqual([{ experimental: { a: {} } }, { experimental: { a: {} } }])
  })
})

describe('what comes back', () => {
  test('is given as it is, with what servers leave out', async () => {
    const { connection } = start('2025-11-25', () => ({ result: { a: 1 } }))
    expect(await connection.request('x/a')).toEqual({ a: 1 })
    const normalise = (result: unknown) => ({ b: 2, ...(result as object) })
    expect(await connection.request('x/a', undefined, { normalise })).toEqual({ a: 1, b: 2 })
  })

  test('is an error with its data', async () => {
    const { connection } = start('2025-11-25', () => ({ error: { code: -32050, message: 'No', data: { why: 'x' } } }))
    const failed = connection.request('x/a')
    await expect(failed).rejects.toBeInstanceOf(RpcError)
    await expect(failed).rejects.toMatchObject({ code: -32050, message: 'No', data: { why: 'x' } })
  })

  test('is no error of the server where it is malformed', async () => {
    const { connection, transport } = start()
    const cause = new InvalidMessage('it has no id', null, 'response')
    transport.request = () => Promise.reject(cause)
    const failed = connection.request('x/a')
    await expect(failed).rejects.toThrow(
      new OmniportError('invalid_result', 'The answer is no response: it has no id', { cause }),
    )
    await expect(failed).rejects.toMatchObject({ code: 'invalid_result', cause })
  })

  test('may be a failure of the transport, which stays what it is', async () => {
    const { connection, transport } = start()
    const lost = new OmniportError('closed', 'Gone')
    transport.request = () => Promise.reject(lost)
    await expect(connection.request('x/a')).rejects.toBe(lost)
  })
})

test('the options reach the transport', async () => {
  const { connection, transport, sent } = start()
  const { request } = transport
  const given: unknown[] = []
  transport.request = (message, options) => {
    given.push(options)
    return request(message, options)
  }
  const options = { timeoutMs: 7, isQuiet: true }
  await connection.request('x/a', {}, options)
  await connection.request('x/b')
  expect([given, sent.length]).toEqual([[options, {}], 2])
})
