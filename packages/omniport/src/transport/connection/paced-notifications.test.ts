import { expect, test } from 'vitest'
import type { RpcId, RpcMessage, RpcNotification } from '../../jsonrpc/messages/messages.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { PacedNotifications } from './paced-notifications.js'

function create() {
  const sink = {
    ...{ full: false, sent: [] as string[], dropped: 0 },
    send: (message: RpcMessage | readonly RpcMessage[]) => {
      const { method, params } = message as RpcNotification
      sink.sent.push(`${method} ${JSON.stringify(params)}`)
    },
  }
  const notifications = new PacedNotifications(sink, () => {
    sink.dropped += 1
  })
  return { sink, notifications }
}

const message = (method: string, params: object = {}): RpcNotification =>
  ({ jsonrpc: '2.0', method: `notifications/${method}`, params }) as RpcNotification // any object will do
const updated = (uri: string, subscription?: number) =>
  message(
    'resources/updated',
    subscription === undefined ? { uri } : { uri, _meta: { [metaKeys.subscriptionId]: subscription } },
  )

test('while the client reads, everything is sent', () => {
  const { sink, notifications } = create()
  for (const method of ['message', 'progress', 'tools/list_changed', 'tools/list_changed'])
    notifications.send(message(method))
  expect([sink.sent.length, sink.dropped]).toEqual([4, 0])
})

test('while it does not, log messages and progress are left out, which is told once until it reads again', () => {
  const { sink, notifications } = create()
  sink.full = true
  for (let count = 0; count < 100; count += 1) {
    notifications.send(message('message'))
    notifications.send(message('progress'))
  }
  expect([sink.sent, sink.dropped]).toEqual([[], 1])
  sink.full = false
  notifications.send(message('message', { data: 1 }))
  sink.full = true
  notifications.send(message('message', { data: 2 }))
  expect([sink.sent, sink.dropped]).toEqual([['notifications/message {"data":1}'], 2])
})

test('of equal changes one waits, and goes out before what comes later', () => {
  const { sink, notifications } = create()
  sink.full = true
  for (let count = 0; count < 100; count += 1) {
    notifications.send(message('tools/list_changed'))
    notifications.send(updated('a:b'))
    notifications.send(updated('a:c'))
  }
  notifications.send(message('cancelled', { requestId: 1 }))
  expect(sink.sent).toEqual(['notifications/cancelled {"requestId":1}'])
  sink.full = false
  notifications.send(message('message'))
  expect(sink.sent.slice(1)).toEqual([
    'notifications/tools/list_changed {}',
    'notifications/resources/updated {"uri":"a:b"}',
    'notifications/resources/updated {"uri":"a:c"}',
    'notifications/message {}',
  ])
})

test('what waits goes out as far as there is room', () => {
  const { sink, notifications } = create()
  sink.full = true
  for (const uri of ['a:1', 'a:2', 'a:3']) notifications.send(updated(uri))
  notifications.flush()
  expect(sink.sent).toEqual([])
  sink.full = false
  notifications.flush()
  expect(sink.sent.length).toBe(3)
  notifications.flush()
  expect(sink.sent.length).toBe(3)
})

test('what waits for a subscription that is over is not sent', () => {
  const { sink, notifications } = create()
  sink.full = true
  notifications.send(updated('a:b', 1))
  notifications.send(updated('a:b', 2))
  notifications.send(updated('a:b'))
  notifications.discard(1)
  sink.full = false
  notifications.flush()
  expect(sink.sent.map((text) => text.includes('"a:b","_meta"'))).toEqual([true, false])
})

test('progress of a request is a report, where the sink takes reports', () => {
  const log: unknown[] = []
  const sink = {
    full: false,
    send: (sent: RpcMessage | readonly RpcMessage[]) => void log.push(['sent', (sent as RpcNotification).method]),
    sendReport: (sent: RpcNotification, id: RpcId) => void log.push(['report', sent.method, id]),
  }
  const notifications = new PacedNotifications(sink, () => expect.unreachable())
  notifications.send(message('progress'), 7)
  notifications.send(message('message'), 7)
  notifications.send(message('progress'))
  expect(log).toEqual([
    ['report', 'notifications/progress', 7],
    ['sent', 'notifications/message'],
    ['sent', 'notifications/progress'],
  ])
})

test('what is neither a change nor droppable is sent though the client does not read, and as it is', () => {
  const { sink, notifications } = create()
  sink.full = true
  notifications.send(message('elicitation/complete', { elicitationId: 'a' }), 7)
  for (const method of ['prompts/list_changed', 'resources/list_changed']) {
    notifications.send(message(method))
    notifications.send(message(method))
  }
  expect(sink.sent).toEqual(['notifications/elicitation/complete {"elicitationId":"a"}'])
  sink.full = false
  notifications.flush()
  expect(sink.sent.slice(1)).toEqual([
    'notifications/prompts/list_changed {}',
    'notifications/resources/list_changed {}',
  ])
  expect(sink.dropped).toBe(0)
})
