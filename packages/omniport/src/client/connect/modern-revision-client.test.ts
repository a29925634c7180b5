import { describe, expect, test } from 'vitest'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createFakeTransport } from './fixtures/fake-transport.js'
import { decodeDiscovered, discover, establish } from './modern-revision-client.js'

const discovered = {
  ...{ resultType: 'complete', supportedVersions: ['2026-07-28'], ttlMs: 0, cacheScope: 'private' },
  ...{ capabilities: { tools: {} }, instructions: 'Be brief' },
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1' } },
}
const found = { supported: ['2026-07-28'], capabilities: { tools: {} }, server: { name: 's', version: '1' } }
const failing = (code: number, data?: object) => () => ({ error: { code, message: 'No', ...(data && { data }) } })

function start(answer: (request: RpcRequest) => object) {
  const fake = createFakeTransport(answer)
  return { ...fake, discovering: () => discover(fake.transport, fake.services, {}) }
}

describe('what a server discovers to a client', () => {
  test.each<[object, object]>([
    [discovered, { ...found, server: { ...found.server, instructions: 'Be brief' } }],
    [{}, { supported: [], capabilities: {}, server: { name: '', version: '' } }],
    [
      { supportedVersions: ['a', 7], capabilities: 'all', _meta: 'me', instructions: 7 },
      { supported: ['a'], capabilities: {}, server: { name: '', version: '' } },
    ],
  ])('is read as far as it makes sense: %j', (result, expected) => {
    expect(decodeDiscovered({ ...result })).toEqual(expected)
  })
})

describe('a server that is discovered', () => {
  test('is connected to', async () => {
    const { discovering, transport, sent } = start(() => ({ result: discovered }))
    const { handshake, connection } = await discovering()
    expect(handshake).toEqual({
      revision: '2026-07-28',
      capabilities: { tools: {} },
      server: { name: 's', version: '1', instructions: 'Be brief' },
    })
    expect([transport.revision, connection.revision, sent.map(({ method }) => method)]).toEqual([
      '2026-07-28',
      '2026-07-28',
      ['server/discover'],
    ])
  })

  test('must speak the revision', async () => {
    const common = 'No revision in common: this client speaks 2026-07-28, the server'
    const older = start(() => ({ result: { ...discovered, supportedVersions: ['2027-01-01'] } }))
    await expect(older.discovering()).rejects.toThrow(new OmniportError('unsupported', `${common} 2027-01-01`))
    const refusing = start(failing(-32022, { supported: ['2027-01-01', '2026-07-28'] }))
    await expect(refusing.discovering()).rejects.toMatchObject({
      code: 'unsupported',
      message: `${common} 2027-01-01`,
      cause: { code: -32022 },
    })
  })

  test('must know the method', async () => {
    await expect(start(failing(-32601)).discovering()).rejects.toMatchObject({
      code: 'unsupported',
      message: 'The server does not speak 2026-07-28: No',
      cause: { code: -32601 },
    })
    await expect(start(failing(-32603)).discovering()).rejects.toMatchObject({ code: -32603, message: 'No' })
  })

  test('may say no more of itself than the limit', () => {
    const { transport, services } = createFakeTransport(undefined, { limits: { peerBytes: 10 } })
    expect(() => establish(transport, services, found)).toThrow(/the limit peerBytes is 10$/)
  })
})

describe('a connection', () => {
  test('pings by discovering, and sends nothing for log levels and roots', async () => {
    const { transport, services, sent } = createFakeTransport(() => ({ result: discovered }))
    const { revisionClient } = establish(transport, services, found)
    await revisionClient.ping({})
    await revisionClient.setLogLevel('debug', {})
    revisionClient.notifyRootsChanged()
    expect(sent.map(({ method }) => method)).toEqual(['server/discover'])
  })

  test('subscribes, and has nothing where the server has no subscriptions', async () => {
    const { transport, services, sent } = createFakeTransport(failing(-32601))
    const { revisionClient } = establish(transport, services, found)
    const events = { onChange: () => {}, onLost: () => {}, onEnd: () => {} }
    expect((await revisionClient.subscribe({ tools: true }, events, {})).filter).toEqual({})
    expect(sent).toMatchObject([
      { method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } },
    ])
  })
})
