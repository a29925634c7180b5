import { expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import type { RpcMessage, RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { InvalidMessage } from '../../jsonrpc/messages/parse-message.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { DuplexConnection } from './duplex-connection.js'

function open() {
  const sent: unknown[] = []
  const served: (RpcRequest | RpcNotification)[] = []
  const errors: unknown[] = []
  const connection = new DuplexConnection({
    sink: { send: (message: RpcMessage | readonly RpcMessage[]) => void sent.push(message) },
    serve: async (message) => {
      served.push(message)
      return 'id' in message ? { jsonrpc: '2.0', id: message.id, result: {} } : undefined
    },
    limits: defaultLimits,
    runtime: createManualRuntime(),
    onError: (error) => void errors.push(error),
    close: async () => {},
  })
  connection.revision = '2025-11-25'
  return { connection, sent, served, errors }
}

const ping = { jsonrpc: '2.0', id: 's1', method: 'ping' }
const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }

test.each<[string, (connection: DuplexConnection) => unknown]>([
  ['the other side is gone', (connection) => connection.end(new Error('gone'))],
  ['it was closed', (connection) => connection.close()],
])('what still arrives after %s is neither served nor answered', async (_name, end) => {
  const { connection, sent, served, errors } = open()
  connection.receive(ping)
  await settled()
  expect([served.length, sent.length]).toEqual([1, 1])
  await end(connection)
  for (const message of [ping, changed, { jsonrpc: '2.0', id: 1, result: {} }, 'no message'])
    connection.receive(message)
  await settled()
  expect([served.length, sent.length, errors]).toEqual([1, 1, []])
})

test('after its end nothing is sent, and what is not a message is only reported', async () => {
  const { connection, sent, errors } = open()
  connection.end(undefined)
  connection.notify({ jsonrpc: '2.0', method: 'notifications/cancelled' })
  await expect(connection.request({ jsonrpc: '2.0', id: 1, method: 'ping' })).rejects.toMatchObject({ code: 'closed' })
  const broken = new InvalidMessage('broken', 1, 'request')
  connection.receiveBroken(broken)
  expect([sent, errors]).toEqual([[], [broken]])
})
