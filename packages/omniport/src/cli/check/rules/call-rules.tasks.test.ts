import { describe, expect, test } from 'vitest'
import { checkCall, inputSchema, working } from '../fixtures/scripted-call.js'
import type { Said } from '../fixtures/scripted-wire.js'

const modern = '2026-07-28'

describe('a task of the extension', () => {
  const task = { ...working, ttlMs: 1_000, pollIntervalMs: 1, resultType: 'complete' }
  const ended = { ...task, status: 'completed', result: {} }
  const run = (states: readonly object[], created: object = {}, cancelled: Said = { result: {} }) =>
    checkCall('task', modern, {
      says: {
        'tools/call': [{ result: { ...task, resultType: 'task', ...created } }],
        'tasks/get': states.map((state) => ({ result: state })),
        'tasks/cancel': [cancelled],
      },
    })

  test('is asked for until it has ended, by a client that can use tasks', async () => {
    const { problem, sent } = await run([task, task, ended])
    expect([problem, sent.map(({ method }) => method)]).toEqual([
      undefined,
      ['tools/call', 'tasks/get', 'tasks/get', 'tasks/get'],
    ])
    const [first] = sent
    expect(first?.params).toMatchObject({
      name: 'add',
      arguments: { a: 1 },
      _meta: {
        'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
      },
    })
    expect(first?.options.inputSchema).toEqual(inputSchema)
  })

  test.each([
    ['has failed', [{ ...task, status: 'failed', error: {} }], undefined],
    ['is cancelled by the server', [{ ...task, status: 'cancelled' }], undefined],
    ['may live for ever', [{ ...ended, ttlMs: null }], undefined],
    ['has no result', [{ ...ended, result: undefined }], 'it is completed, and has no result'],
    ['has no error', [{ ...task, status: 'failed' }], 'it has failed, and has no error'],
    [
      'needs input, and does not say which',
      [{ ...task, status: 'input_required' }],
      'it needs input, and has no inputRequests',
    ],
    ['has no ttlMs later', [{ ...task, ttlMs: undefined }], 'ttlMs is undefined'],
    ['has a resultType of its own', [{ ...task, resultType: 'task' }], 'resultType of tasks/get is "task"'],
    ['is another one', [{ ...task, taskId: 'u' }], 'tasks/get gave the task "u"'],
    ['has an unknown state', [task, { ...task, status: 'done' }], 'status is "done"'],
  ])('%s', async (_name, states, problem) => {
    const found = await run(states)
    expect([found.problem, found.methods.includes('tasks/cancel')]).toEqual([problem, false])
  })

  test.each([
    ['lacks its date', { createdAt: undefined }, 'createdAt is undefined, no date of ISO 8601'],
    ['lacks its ttlMs', { ttlMs: undefined }, 'ttlMs is undefined'],
    ['has text for ttlMs', { ttlMs: '1' }, 'ttlMs is "1"'],
  ])('%s when it is made', async (_name, created, problem) => {
    expect(await run([ended], created)).toMatchObject({ problem, methods: ['tools/call'] })
  })

  test.each([
    [{ result: {} }, undefined],
    [{ error: -32601 }, 'expected a result; got error -32601'],
  ])('that needs input is cancelled: %j', async (response, problem) => {
    const found = await run([{ ...task, status: 'input_required', inputRequests: {} }], {}, response)
    expect([found.problem, found.methods]).toEqual([problem, ['tools/call', 'tasks/get', 'tasks/cancel']])
  })

  test.each([
    [{ result: { resultType: 'complete' } }, undefined],
    [{ error: -32602 }, 'expected a result; got error -32602'],
    [{}, 'expected a result; got nothing in time'],
  ])('need not be given: %j', async (response, problem) => {
    expect(await checkCall('task', modern, { says: { 'tools/call': [response] } })).toMatchObject({
      problem,
      methods: ['tools/call'],
    })
  })

  test('that cannot be asked for is a problem', async () => {
    const says = { 'tools/call': [{ result: { ...task, resultType: 'task' } }], 'tasks/get': [{ error: -32602 }] }
    expect((await checkCall('task', modern, { says })).problem).toBe('tasks/get: got error -32602')
  })
})
