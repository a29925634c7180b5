import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { createMemoryConnection } from './memory-connection.js'

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

test('closing aborts what is being served, with why, and rejects what waits', async () => {
  const exchanges: Exchange[] = []
  const connection = createMemoryConnection(
    {
      serve: (_message, exchange) => {
        exchanges.push(exchange)
        return new Promise(() => {})
      },
    },
    { serve: async () => undefined, onError: () => expect.unreachable() },
  )
  connection.revision = '2026-07-28'
  const asked = connection.request({ jsonrpc: '2.0', id: 1, method: 'm', params: { _meta: meta } })
  const rejected = expect(asked).rejects.toMatchObject({ code: 'closed', message: 'The connection was closed' })
  await settled()
  const { signal } = exchanges[0] as Exchange
  expect(signal.aborted).toBe(false)
  await connection.close()
  await rejected
  expect(signal.reason).toMatchObject({ code: 'closed', message: 'The client closed the connection' })
})
