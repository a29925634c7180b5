import { expect, test } from 'vitest'
import { connectTo, describeRule, problemOf } from '../fixtures/scripted-wire.js'
import { stdioRules } from './stdio-rules.js'

test('the checks of the streams of a program', () => {
  expect(stdioRules.map(describeRule)).toEqual([
    'must clean-stdout: stdout has messages and nothing else, one a line (STDIO-02, STDIO-03) all stdio',
    'must no-server-requests: the server sends no requests (BASE-19, STDIO-09) 2026-07-28',
    'should exits-at-end: the program exits when its stdin ends (STDIO-15) all stdio',
  ])
})

test.each([
  [[], undefined],
  [['Listening…', 'Ready'], 'it wrote "Listening…"; what is for people belongs on stderr'],
  [['\u001b[2J'], 'it wrote "\\u001b[2J"; what is for people belongs on stderr'],
])('what a program wrote that is no message: %j', async (garbage, problem) => {
  const { connection, wire } = connectTo(() => ({}))
  wire.garbage.push(...garbage)
  expect(await problemOf(stdioRules, 'clean-stdout', connection)).toBe(problem)
})

const question = { jsonrpc: '2.0', id: 1, method: 'roots/list' }

test.each([
  ['a request', [question], 'it sent {"jsonrpc":"2.0","id":1,"method":"roots/list"}'],
  ['a notification', [{ jsonrpc: '2.0', method: 'notifications/message' }], undefined],
  ['a response', [{ jsonrpc: '2.0', id: 1, result: {} }], undefined],
  ['nothing', [], undefined],
  [
    'a long request after other messages',
    [
      { jsonrpc: '2.0', id: 1, result: {} },
      { id: 1, method: 'x'.repeat(300) },
    ],
    `it sent {"id":1,"method":"${'x'.repeat(182)}`,
  ],
])('a server that sends %s', async (_name, messages, problem) => {
  const { connection, wire } = connectTo(() => ({}), '2026-07-28')
  wire.log.send({ ...question, id: 7 })
  wire.log.send(null)
  for (const message of messages) wire.log.receive(JSON.stringify(message))
  expect(await problemOf(stdioRules, 'no-server-requests', connection)).toBe(problem)
})

test('a request that came while another revision was spoken is no fault in this one', async () => {
  const { connection, wire } = connectTo(() => ({}), '2026-07-28')
  wire.log.revision = '2025-11-25'
  wire.log.receive(JSON.stringify(question))
  expect(await problemOf(stdioRules, 'no-server-requests', connection)).toBe(undefined)
})

test('what is no program does not exit', async () => {
  expect(await problemOf(stdioRules, 'exits-at-end', connectTo(() => ({})).connection)).toBe(undefined)
})
