import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ConnectOptions } from '../connect-options.js'
import { createFakeTransport } from './fixtures/fake-transport.js'
import { type InitializeOptions, openInitialized, requestInitialize } from './legacy-revision-client.js'

const offered = '2025-06-18' as const
const plain = { capabilities: {}, serverInfo: { name: 's', version: '1' } }

/** Initializes a server that answers with `result`. */
function initialize(
  result: object,
  { options, ...given }: Partial<InitializeOptions> & { options?: ConnectOptions } = {},
) {
  const fake = createFakeTransport(() => ({ result: { ...plain, ...result } }), options)
  return {
    ...fake,
    initializing: requestInitialize(fake.transport, fake.services, { offered, exact: false, ...given }),
  }
}

/** A connection that such a server agreed to. */
function open(result: object, options: ConnectOptions = {}) {
  const fake = createFakeTransport(() => ({ result: {} }), options)
  const initialized = { revision: offered, result: { ...result } }
  return { ...fake, opening: () => openInitialized(fake.transport, fake.services, initialized) }
}

describe('initialize', () => {
  test('offers the revision, with what this client has in it', async () => {
    const { initializing, sent } = initialize(
      { protocolVersion: offered },
      { options: { name: 'mine', version: '7', roots: [] } },
    )
    expect(await initializing).toEqual({ revision: offered, result: { ...plain, protocolVersion: offered } })
    expect(sent).toMatchObject([
      {
        method: 'initialize',
        params: {
          protocolVersion: offered,
          capabilities: { roots: { listChanged: true } },
          clientInfo: { name: 'mine', version: '7' },
        },
      },
    ])
  })

  test('is agreed to with another legacy revision, unless one is wanted exactly', async () => {
    expect((await initialize({ protocolVersion: '2024-11-05' }).initializing).revision).toBe('2024-11-05')
    expect((await initialize({ protocolVersion: offered }, { exact: true }).initializing).revision).toBe(offered)
    await expect(initialize({ protocolVersion: '2024-11-05' }, { exact: true }).initializing).rejects.toThrow(
      new OmniportError(
        'unsupported',
        'The server answered initialize with the revision "2024-11-05", which is not 2025-06-18',
      ),
    )
  })

  test.each<[string, string]>([
    ['2026-07-28', '"2026-07-28"'],
    ['1.0', '"1.0"'],
    ['x'.repeat(70), `"${'x'.repeat(63)}`],
  ])('is not agreed to with %j', async (protocolVersion, shown) => {
    await expect(initialize({ protocolVersion }).initializing).rejects.toThrow(
      new OmniportError(
        'unsupported',
        `The server answered initialize with the revision ${shown}, which this client does not speak after initialize`,
      ),
    )
  })
})

describe('a connection that was agreed to', () => {
  test('is told so, and has what the server says of itself', () => {
    const serverInfo = { name: 's', version: '1', title: 'S' }
    const { opening, transport, sent } = open({ capabilities: { tools: {} }, serverInfo, instructions: 'Be brief' })
    const { handshake, connection } = opening()
    expect(handshake).toEqual({
      revision: offered,
      capabilities: { tools: {} },
      server: { ...serverInfo, instructions: 'Be brief' },
    })
    expect([transport.revision, connection.revision]).toEqual([offered, offered])
    expect(sent).toEqual([{ jsonrpc: '2.0', method: 'notifications/initialized' }])
  })

  test.each([
    {},
    { capabilities: 'all', serverInfo: 'me', instructions: 7 },
    { serverInfo: { name: 7, version: null } },
  ])('may have little of that: %j', (result) => {
    const { handshake } = open(result).opening()
    expect(handshake).toEqual({ revision: offered, capabilities: {}, server: { name: '', version: '' } })
  })

  test('has no more of it than the limit', () => {
    const { opening, sent } = open({ instructions: 'x'.repeat(600) }, { limits: { peerBytes: 500 } })
    expect(thrownBy(opening)).toMatchObject({
      code: 'limit',
      message: expect.stringMatching(
        /^The name, capabilities and instructions of the server take \d+ bytes; the limit peerBytes is 500$/,
      ),
    })
    expect(sent).toEqual([])
  })

  test('pings, sets the level of log messages, and tells of roots', async () => {
    const { opening, sent } = open({ capabilities: { logging: {} } })
    const { revisionClient } = opening()
    sent.length = 0
    await revisionClient.ping({})
    await revisionClient.setLogLevel('debug', {})
    revisionClient.notifyRootsChanged()
    expect(sent.map((message) => [message.method, message.params])).toEqual([
      ['ping', undefined],
      ['logging/setLevel', { level: 'debug' }],
      ['notifications/roots/list_changed', undefined],
    ])
  })

  test('without log messages has no level of them', async () => {
    const { opening, sent } = open({})
    const { revisionClient } = opening()
    sent.length = 0
    await expect(revisionClient.setLogLevel('debug', {})).rejects.toThrow(
      new OmniportError('unsupported', 'The server did not declare the capability logging'),
    )
    expect(sent).toEqual([])
  })

  test('subscribes to what the server announces', async () => {
    const { opening, sent, services } = open({ capabilities: { resources: { subscribe: true } } })
    const { revisionClient } = opening()
    sent.length = 0
    const changes: unknown[] = []
    const events = { onChange: (change: unknown) => changes.push(change), onLost: () => {}, onEnd: () => {} }
    const active = await revisionClient.subscribe({ tools: true, uris: ['a:1'] }, events, {})
    services.changes.publish({ type: 'resource', uri: 'a:1' })
    services.changes.publish({ type: 'resource', uri: 'a:2' })
    expect([active.filter, changes]).toEqual([{ uris: ['a:1'] }, [{ type: 'resource', uri: 'a:1' }]])
    await active.cancel()
    services.changes.publish({ type: 'resource', uri: 'a:1' })
    expect([changes.length, sent.map(({ method }) => method)]).toEqual([
      1,
      ['resources/subscribe', 'resources/unsubscribe'],
    ])
  })
})
