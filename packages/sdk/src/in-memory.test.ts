import { describe, expect, test } from 'vitest'
import { InMemoryTransport } from './inMemory.js'

const note = (method: string) => ({ jsonrpc: '2.0', method }) as const

function create() {
  const pair = InMemoryTransport.createLinkedPair()
  const seen: unknown[][] = []
  for (const [at, transport] of pair.entries()) transport.onclose = () => void seen.push([at, 'closed'])
  const listen = (at: 0 | 1) => {
    pair[at].onmessage = (...given) => void seen.push([at, ...given])
  }
  return { client: pair[0], server: pair[1], seen, listen }
}

describe('two transports', () => {
  test('deliver what the other one sends, at once', async () => {
    const { client, server, seen, listen } = create()
    listen(0)
    listen(1)
    const authInfo = { token: 't', clientId: 'c', scopes: [] }
    const sending = client.send(note('a'), { authInfo })
    expect(seen).toEqual([[1, note('a'), { authInfo }]])
    await sending
    await server.send(note('b'))
    expect(seen[1]).toStrictEqual([0, note('b'), { authInfo: undefined }])
  })

  test('deliver nothing that came before a start where nobody listened', async () => {
    const { client, server, seen, listen } = create()
    await client.send(note('a'))
    await client.send(note('b'))
    expect(await server.start()).toBeUndefined()
    await client.send(note('c'))
    listen(1)
    expect(seen).toEqual([])
    await server.start()
    await server.start()
    expect(seen.map(([, message]) => message)).toEqual([note('c')])
  })

  test('deliver what came before they listened when they start, in its order', async () => {
    const { client, server, seen, listen } = create()
    for (const method of ['a', 'b']) await client.send(note(method))
    listen(1)
    await server.start()
    expect(seen.map(([, message]) => message)).toEqual([note('a'), note('b')])
  })

  test('close together, as those of the official SDK do', async () => {
    const { client, server, seen } = create()
    await client.close()
    expect(seen).toEqual([
      [0, 'closed'],
      [1, 'closed'],
      [0, 'closed'],
    ])
    for (const transport of [client, server]) {
      await expect(transport.send(note('a'))).rejects.toThrow(new Error('Not connected'))
    }
  })

  test('close without anybody who listens', async () => {
    const [client, server] = InMemoryTransport.createLinkedPair()
    expect([await server.close(), await client.close()]).toEqual([undefined, undefined])
  })
})
