import { describe, expect, test } from 'vitest'
import { createSession } from '#test/support/task-nodes.js'
import { createLiveRecord } from '../records/fixtures/live-record.js'
import { TaskExchange } from './task-exchange.js'

const principal = { id: 'ada', scopes: ['a'], claims: {} }
const { job } = createLiveRecord({}, { revision: '2025-11-25', principal })
const related = { 'io.modelcontextprotocol/related-task': { taskId: 't1' } }

describe('the exchange of a task', () => {
  test('has the caller and the revision of its request, and nothing of its transport', () => {
    const { signal } = new AbortController()
    const exchange = new TaskExchange({ id: 't1', job, signal })
    expect(exchange).toMatchObject({ signal, revision: '2025-11-25', client: job.client, principal, round: 0 })
    expect([exchange.session, exchange.sender, exchange.state.size, 'headers' in exchange]).toEqual([
      undefined,
      undefined,
      0,
      false,
    ])
  })

  test('has the session and the sender where the request arrived', () => {
    const session = createSession()
    const exchange = new TaskExchange({
      id: 't1',
      job,
      signal: new AbortController().signal,
      origin: { session, sender: '10.0.0.1' },
    })
    expect([exchange.session, exchange.sender]).toEqual([session, '10.0.0.1'])
  })

  test('marks what it sends with the task, beside what is there', () => {
    const session = createSession()
    const { signal } = new AbortController()
    const exchange = new TaskExchange({ id: 't1', job, signal, origin: { session, sender: undefined } })
    const method = 'notifications/message'
    exchange.notify({ jsonrpc: '2.0', method })
    exchange.notify({ jsonrpc: '2.0', method, params: { level: 'info', _meta: { a: 1 } } })
    exchange.notify({ jsonrpc: '2.0', method, params: { _meta: 'no object' } })
    expect(session.notified).toEqual([
      { jsonrpc: '2.0', method, params: { _meta: related } },
      { jsonrpc: '2.0', method, params: { level: 'info', _meta: { a: 1, ...related } } },
      { jsonrpc: '2.0', method, params: { _meta: related } },
    ])
  })

  test('sends nothing after its end', () => {
    const session = createSession()
    const abort = new AbortController()
    const exchange = new TaskExchange({ id: 't1', job, signal: abort.signal, origin: { session, sender: undefined } })
    abort.abort()
    exchange.notify({ jsonrpc: '2.0', method: 'notifications/message' })
    expect(session.notified).toEqual([])
  })
})
