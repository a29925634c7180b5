import { expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import type { Serve } from '../../protocol/exchange/exchange.js'
import { createUnknownSender } from '../../protocol/exchange/principal-key.js'
import { createMemoryBudgets } from '../../protocol/limits/memory-budgets.js'
import type { Caller } from '../exchange/message-exchange.js'
import { ServedConnection } from './served-connection.js'

const serve: Serve = async (message) => ('id' in message ? { jsonrpc: '2.0', id: message.id, result: {} } : undefined)

const headers = () => new Headers()
const principal = { id: 'ann', claims: {}, scopes: [] }

test.each<[string, boolean, Caller | undefined]>([
  ['over HTTP', true, { sender: 'a', headers }],
  ['over a stream that anyone may have opened', true, { sender: createUnknownSender() }],
  ['over HTTP with a principal', false, { sender: 'a', headers, principal }],
  ['over a stream with a principal', false, { sender: createUnknownSender(), principal }],
  ['at the other end of a pipe', false, { sender: Symbol('pipe') }],
  ['of whom nothing is known', false, undefined],
])('the session of a client %s counts as anonymous: %s', async (_where, isCounted, caller) => {
  const budgets = createMemoryBudgets()
  const environment = { budgets, runtime: createManualRuntime() }
  const served = new ServedConnection({ serve, environment }, { send: () => {} }, caller)
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  served.receive({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  await settled()
  expect(budgets.anonymous.used > 0).toBe(isCounted)
  served.abort(new Error('over'))
  expect(budgets.anonymous.used).toBe(0)
})
