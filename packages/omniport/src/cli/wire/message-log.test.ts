import { expect, test } from 'vitest'
import { MessageLog } from './message-log.js'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

test('messages of both sides are recorded in order, with the revision at the time', () => {
  const log = new MessageLog()
  log.send(ping)
  log.revision = '2026-07-28'
  expect(log.receive(JSON.stringify({ id: 1, result: {} }))).toEqual([{ id: 1, result: {} }])
  expect(log.recorded).toEqual([
    { revision: '2025-11-25', from: 'client', message: ping },
    { revision: '2026-07-28', from: 'server', message: { id: 1, result: {} } },
  ])
})

test.each(['', 'no JSON', '5', 'null', '"x"'])('%j is no message', (text) => {
  const log = new MessageLog()
  expect([log.receive(text), log.recorded]).toEqual([undefined, []])
})

test('of a batch each object is a message', () => {
  const log = new MessageLog()
  expect(log.receive('[{"id":1},null,5,{"id":2}]')).toEqual([{ id: 1 }, { id: 2 }])
  expect(log.recorded).toMatchObject([{ message: [{ id: 1 }, null, 5, { id: 2 }] }])
})

test('over HTTP a body that does not say that it is JSON-RPC is not recorded', () => {
  const log = new MessageLog(true)
  expect([log.receive('{"error":"no"}'), log.recorded]).toEqual([[{ error: 'no' }], []])
  log.receive('[{"id":1}]')
  log.receive(JSON.stringify(ping))
  log.send(ping)
  expect(log.recorded.map(({ http, from }) => [http, from])).toEqual([
    [true, 'server'],
    [true, 'server'],
    [true, 'client'],
  ])
})

test('10,000 messages are taken', () => {
  const log = new MessageLog()
  for (let count = 0; count < 9_999; count += 1) log.send(ping)
  expect(log.receive('{"id":1}')).toEqual([{ id: 1 }])
  expect([log.receive('{"id":2}'), log.recorded.length]).toEqual([[], 10_000])
})
