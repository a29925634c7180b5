import { expect, test } from 'vitest'
import type { RpcRequest } from '../jsonrpc/messages/messages.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import type { Revision } from '../protocol/revisions/revision.js'
import { createParking } from './create-parking.js'
import { everything } from './fixtures/parking-harness.js'

const info = { name: 's', version: '1' }

/** True if a message reaches what is inside with the exchange that it came with. */
async function passes(message: Partial<RpcRequest>, revision: Revision): Promise<boolean> {
  const parking = createParking({ info })
  const exchange: Exchange = {
    ...{ signal: new AbortController().signal, revision, client: { capabilities: everything } },
    ...{ round: 0, state: new Map(), notify() {} },
  }
  const seen: Exchange[] = []
  const serve = parking.parkCalls()(async (_message, given) => {
    seen.push(given)
    return undefined
  })
  await serve({ jsonrpc: '2.0', ...message } as RpcRequest, exchange)
  await parking.close()
  return seen[0] === exchange
}

test('calls of a modern client alone may outlast their request', async () => {
  for (const method of ['tools/call', 'prompts/get', 'resources/read']) {
    expect([await passes({ id: 1, method }, '2026-07-28'), await passes({ id: 1, method }, '2025-11-25')]).toEqual([
      false,
      true,
    ])
    expect(await passes({ method }, '2026-07-28')).toBe(true)
  }
  expect(await passes({ id: 1, method: 'tools/list' }, '2026-07-28')).toBe(true)
})

test('a parking holds nothing before a call asks', async () => {
  const parking = createParking({ info })
  expect(parking.usage).toEqual({ calls: 0, bytes: 0, delivered: 0 })
  await parking.close()
})
