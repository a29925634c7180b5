import { expect, test } from 'vitest'
import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import { WrappedExchange } from './wrapped-exchange.js'

test('a wrapped exchange is the one within, but for its round and what belongs to a session', () => {
  const sent: RpcNotification[] = []
  const inner = {
    signal: new AbortController().signal,
    revision: '2026-07-28',
    client: { capabilities: {} },
    principal: { id: 'ada', scopes: [], claims: {} },
    sender: '10.0.0.1',
    headers: new Headers(),
    state: new Map(),
    round: 0,
    notify: (message: RpcNotification) => void sent.push(message),
    ask: async () => 1,
  } as const
  const wrapped = new WrappedExchange(inner, 3)
  const { signal, revision, client, principal, sender, headers, state, round } = wrapped
  const { ask: _ask, notify: _notify, ...same } = inner
  expect({ signal, revision, client, principal, sender, headers, state, round }).toEqual({ ...same, round: 3 })
  expect([state === inner.state, 'ask' in wrapped]).toEqual([true, false])
  const message = { jsonrpc: '2.0', method: 'notifications/x' } as const
  wrapped.notify(message)
  expect(sent).toEqual([message])
})
