import { expect, test } from 'vitest'
import { piped, recordingOf } from '../fixtures/memory-recording.js'
import { indexTurns } from '../turns/index-turns.js'
import { TurnPool } from './turn-pool.js'
import { answerUnanswered, answerUnrecorded } from './unrecorded.js'

async function poolOf(messages: readonly object[]) {
  const file = recordingOf(messages.map((message) => piped('client', message)))
  return new TurnPool([{ file, index: await indexTurns(file) }])
}

const call = (params: object) => ({ id: 1, method: 'tools/call', params })

test('a ping is answered, recorded or not', async () => {
  expect(answerUnrecorded({ id: 7, method: 'ping' }, await poolOf([]))).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
})

test('a method that was not recorded is not found, and named up to 100 characters', async () => {
  const error = { code: -32_601, message: 'The recording has no tools/list' }
  expect(answerUnrecorded({ id: 'a', method: 'tools/list' }, await poolOf([]))).toEqual({
    jsonrpc: '2.0',
    id: 'a',
    error,
  })
  expect(answerUnrecorded({ id: 1, method: 'x'.repeat(101) }, await poolOf([]))).toMatchObject({
    error: { message: `The recording has no ${'x'.repeat(100)}…` },
  })
})

test.each([
  [[call({ name: 'add' })], 'only 1 other (of add)', [2]],
  [[call({ name: 'add' }), call({ name: 'add' }), call({ name: 'sub' })], 'only 3 others (of add, sub)', [2, 3, 4]],
  [[call({})], 'only 1 other', [2]],
  [
    Array.from({ length: 12 }, (_, at) => call({ name: `t${at}` })),
    'only 12 others (of t0, t1, t2, t3, t4, t5, t6, t7, t8, t9)',
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  ],
  [[call({ name: 'n'.repeat(300) })], `only 1 other (of ${'n'.repeat(200)}…)`, [2]],
])('other params of a method that was recorded are said to be others: %j', async (recorded, others, lines) => {
  const params = { b: 1, a: [2], _meta: { x: 1 } }
  expect(answerUnrecorded({ id: 1, method: 'tools/call', params }, await poolOf(recorded))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: {
      code: -32_602,
      message: `The recording has no tools/call with {"a":[2],"b":1}, ${others}`,
      data: { lines },
    },
  })
})

test('long params are cut', async () => {
  const asked = { id: 1, method: 'tools/call', params: { a: 'y'.repeat(300) } }
  expect(answerUnrecorded(asked, await poolOf([call({})]))).toMatchObject({
    error: { message: `The recording has no tools/call with {"a":"${'y'.repeat(194)}…, only 1 other` },
  })
})

test('a request that was recorded without an answer says where', async () => {
  const [pooled] = (await poolOf([call({})])).withMethod('tools/call')
  expect(pooled && answerUnanswered('q', pooled)).toEqual({
    jsonrpc: '2.0',
    id: 'q',
    error: { code: -32_603, message: 'The recording has no answer to this tools/call: line 2 of a.jsonl' },
  })
})
