import { expect, test, vi } from 'vitest'
import { createExchange } from '../fixtures/gateway-parts.js'
import { announceRefusal } from './announce-refusal.js'

test('a refusal is announced with the rule, the name and the client', () => {
  const events: unknown[] = []
  const options = { onEvent: (event: unknown) => void events.push(event) }
  const now = vi.spyOn(Date, 'now').mockReturnValue(77)
  const about = { rule: 'allow', exchange: createExchange() }
  announceRefusal(options, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } }, about)
  announceRefusal(options, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, about)
  announceRefusal({}, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, about)
  now.mockRestore()
  const client = { revision: '2025-11-25', name: 'client' }
  const common = { type: 'request-refused', at: 77, rule: 'allow', client }
  expect(events).toStrictEqual([
    { ...common, method: 'tools/call', name: 'a' },
    { ...common, method: 'tools/list' },
  ])
})
