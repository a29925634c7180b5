import { expect, test } from 'vitest'
import { expectSame, type Package } from '../../test/packages.js'

type Extra = Parameters<Parameters<InstanceType<Package['Server']>['setRequestHandler']>[1]>[1]

/** Calls a tool whose handler looks at its context, and runs until the server is closed. */
async function withExtra<T>(sdk: Package, look: (extra: Extra) => T): Promise<T> {
  const server = new sdk.Server({ name: 's', version: '1' }, { capabilities: { tools: {} } })
  const [client, transport] = sdk.InMemoryTransport.createLinkedPair()
  const seen = new Promise<T>((resolve) => {
    server.setRequestHandler(sdk.CallToolRequestSchema, async (_, extra) => {
      resolve(look(extra))
      return new Promise(() => {})
    })
  })
  await server.connect(transport)
  await client.start()
  await client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', _meta: { a: 1 } } })
  const result = await seen
  await server.close()
  return result
}

test.each([
  ['has its members as its own', (extra: Extra) => Object.keys(extra).sort()],
  ['is copied with its signal', (extra: Extra) => ({ ...extra }).signal instanceof AbortSignal],
  ['has one signal', (extra: Extra) => Object.is(Object.assign({}, extra).signal, extra.signal)],
  ['has a signal that a program may replace', (extra: Extra) => replaceSignal(extra)],
  [
    'is a plain object',
    (extra: Extra) => [Object.getPrototypeOf(extra) === Object.prototype, typeof extra.sendRequest],
  ],
  ['may be inherited from', (extra: Extra) => (Object.create(extra) as Extra).signal instanceof AbortSignal],
  ['may stand behind a Proxy', (extra: Extra) => new Proxy(extra, {}).signal.aborted],
  ['has no symbols that are seen', (extra: Extra) => Object.getOwnPropertySymbols({ ...extra })],
] as [string, (extra: Extra) => unknown][])(
  'the context of a handler %s, as that of the official SDK',
  async (_, look) => {
    await expectSame((sdk) => withExtra(sdk, look))
  },
)

test('the signal of a context aborts with its request, however late it is read', async () => {
  const seen = await expectSame(async (sdk) => {
    const early = await withExtra(sdk, ({ signal }) => signal)
    const late = await withExtra(sdk, (extra) => extra)
    return [early.aborted, late.signal.aborted]
  })
  expect(seen).toEqual([true, true])
})

function replaceSignal(extra: Extra): unknown {
  const own = new AbortController().signal
  extra.signal = own
  return [extra.signal === own, Object.keys(extra).includes('signal')]
}
