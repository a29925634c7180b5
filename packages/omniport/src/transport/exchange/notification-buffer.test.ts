import { expect, test } from 'vitest'
import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { NotificationBuffer } from './notification-buffer.js'

const updated = (uri: string, more: object = {}): RpcNotification => ({
  ...{ jsonrpc: '2.0', method: 'notifications/resources/updated' },
  params: { uri, ...more },
})
const ofSubscription = (id: string | number) => ({ _meta: { [metaKeys.subscriptionId]: id } })

function open(messages: readonly RpcNotification[]) {
  const buffer = new NotificationBuffer()
  for (const message of messages) buffer.add(message, message)
  const sent: RpcNotification[] = []
  return { buffer, sent, send: (message: RpcNotification) => void sent.push(message) }
}

test('of notifications with the same method, URI and subscription the newest is sent, in the place of the first', () => {
  const { buffer, sent, send } = open([updated('a:1', { n: 1 }), updated('a:2'), updated('a:1', { n: 2 })])
  buffer.flush(send)
  expect([sent, buffer.isEmpty]).toEqual([[updated('a:1', { n: 2 }), updated('a:2')], true])
})

test('other methods, and other subscriptions, are kept apart', () => {
  const all = [
    updated('a:1'),
    { jsonrpc: '2.0', method: 'notifications/tools/list_changed' } as const,
    ...[1, 2, '1'].map((id) => updated('a:1', ofSubscription(id))),
  ]
  const { buffer, sent, send } = open(all)
  buffer.flush(send)
  expect(sent).toEqual(all)
})

test('what is added while it is flushed is sent too, and nothing twice', () => {
  const { buffer, sent, send } = open([updated('a:1'), updated('a:2')])
  buffer.flush((message) => {
    send(message)
    if (message.params?.['uri'] === 'a:1') buffer.add(updated('a:3'), updated('a:3'))
  })
  expect(sent).toEqual([updated('a:1'), updated('a:2'), updated('a:3')])
})

test('what does not fit into the sink is kept', () => {
  const { buffer, sent, send } = open([updated('a:1'), updated('a:2')])
  const sink = { full: false }
  buffer.flush((message) => {
    send(message)
    sink.full = true
  }, sink)
  expect([sent, buffer.isEmpty]).toEqual([[updated('a:1')], false])
})

test('the notifications of a subscription that ended are discarded', () => {
  const { buffer, sent, send } = open([1, 2].map((id) => updated('a:1', ofSubscription(id))))
  buffer.discard(1)
  buffer.flush(send)
  expect(sent).toEqual([updated('a:1', ofSubscription(2))])
})

test('an id that is a number is another subscription than the same id as a text', () => {
  const { buffer, sent, send } = open([1, '1'].map((id) => updated('a:1', ofSubscription(id))))
  buffer.discard('1')
  buffer.flush(send)
  expect(sent).toEqual([updated('a:1', ofSubscription(1))])
})

test('after a subscription has ended, another one with its id is buffered as any', () => {
  const { buffer, sent, send } = open([updated('a:1', ofSubscription(1))])
  buffer.discard(1)
  expect(buffer.isEmpty).toBe(true)
  for (const uri of ['a:2', 'a:2']) buffer.add(updated(uri, ofSubscription(1)), updated(uri, ofSubscription(1)))
  buffer.flush(send)
  expect([sent, buffer.isEmpty]).toEqual([[updated('a:2', ofSubscription(1))], true])
})

test('what was sent may be added again, and comes last then', () => {
  const { buffer, sent, send } = open([updated('a:1'), updated('a:2')])
  const sink = { full: false }
  buffer.flush((message) => {
    send(message)
    sink.full = true
  }, sink)
  buffer.add(updated('a:1'), updated('a:1'))
  buffer.flush(send)
  expect(sent).toEqual([updated('a:1'), updated('a:2'), updated('a:1')])
})

test('a subscription ends as fast however much is buffered for others', () => {
  const ids = Array.from({ length: 4_000 }, (_, id) => id)
  const uris = Array.from({ length: 25 }, (_, number) => `a:${number}`)
  const { buffer } = open(ids.flatMap((id) => uris.map((uri) => updated(uri, ofSubscription(id)))))
  const before = process.cpuUsage()
  for (const id of ids.reverse()) buffer.discard(id)
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500)
  expect(buffer.isEmpty).toBe(true)
})
