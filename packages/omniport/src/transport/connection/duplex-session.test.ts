import { describe, expect, test } from 'vitest'
import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import { DuplexSession } from './duplex-session.js'

const toolsChanged: RpcNotification = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
const log: RpcNotification = { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x' } }

function open() {
  const sent: unknown[] = []
  const session = new DuplexSession({
    ...{ id: 's', revision: '2025-06-18', client: { capabilities: {} } },
    send: (message) => sent.push(message),
    ask: async (message, options) => [message, options],
  })
  return { session, sent }
}

test('a session has its id, its revision and its client, and no level yet', () => {
  const { session } = open()
  const { id, revision, client, logLevel, subscriptions } = session
  expect([id, revision, client, logLevel, subscriptions.size]).toEqual([
    's',
    '2025-06-18',
    { capabilities: {} },
    undefined,
    0,
  ])
})

describe('messages outside of requests', () => {
  test('wait until the client is ready, but for log messages', () => {
    const { session, sent } = open()
    for (const message of [toolsChanged, log, toolsChanged]) session.notify(message)
    expect(sent).toEqual([log])
    session.open()
    expect(sent).toEqual([log, toolsChanged])
    session.notify(toolsChanged)
    session.open()
    expect(sent).toEqual([log, toolsChanged, toolsChanged])
  })

  test('are not sent after the end', () => {
    const { session, sent } = open()
    session.notify(toolsChanged)
    session.close('over')
    session.open()
    session.notify(log)
    expect(sent).toEqual([])
  })
})

describe('what the client is asked', () => {
  test.each(['ping', 'roots/list'])('is %s', async (method) => {
    expect(await open().session.request({ method }, { timeoutMs: 5 })).toEqual([{ method }, { timeoutMs: 5 }])
  })

  test('is nothing else', async () => {
    await expect(open().session.request({ method: 'sampling/createMessage' })).rejects.toMatchObject({
      code: -32603,
      message: 'sampling/createMessage is asked only while serving a request',
    })
  })

  test('is nothing after the end', async () => {
    const { session } = open()
    session.close('over')
    await expect(session.request({ method: 'ping' })).rejects.toMatchObject({
      code: 'closed',
      message: 'The session is over',
    })
  })
})

test('the end is told to all who ask, before and after it', () => {
  const { session } = open()
  const notified: unknown[] = []
  session.onEnd((ended) => notified.push(ended))
  expect(notified).toEqual([])
  session.close('over')
  session.close('again')
  session.onEnd((ended) => notified.push(ended))
  expect([notified, session.signal.reason]).toEqual([[session, session], 'over'])
})
