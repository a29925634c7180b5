import { describe, expect, test } from 'vitest'
import type { Revision } from '../../../entries/protocol.js'
import { checkCall, inputSchema, rules, type Script, working } from '../fixtures/scripted-call.js'
import { connectTo, describeRule, problemOf, type Said } from '../fixtures/scripted-wire.js'

const [legacy, modern] = ['2025-11-25', '2026-07-28'] as const

test('the checks of a call, and where they are meant', () => {
  expect(rules.map(describeRule)).toEqual([
    'should call: a call of add with a progress token gives a result (PRO-06, TASKX-05) all tools',
    'must required-task: a call of add without a task, if it needs one, is refused with -32601 (TASK-06) 2025-11-25 tasks.requests.tools.call',
    'must no-undeclared-task: a call of add of a client that does not declare tasks gives none (TASKX-04, TASK-03) all tools',
    'must task: a call of add as a task gives one at once, keeps its result, and does not cancel it once it has ended (TASK-07, TASK-08, TASK-09, TASK-10, TASK-13, TASK-16) 2025-11-25 tasks.requests.tools.call',
    'must task: a call of add gives a result or a task, whose states are complete to its end (TASKX-07, TASKX-08, TASKX-09, TASKX-11, TASKX-12, TASKX-21) 2026-07-28 extensions.io.modelcontextprotocol/tasks',
  ])
})

const isTask = { result: { resultType: 'task', task: {} } }

describe('a call', () => {
  test('has the arguments in the types of the schema, and a progress token', async () => {
    const { problem, sent } = await checkCall('call', legacy, { says: { 'tools/call': [{ result: {} }] } })
    expect(problem).toBe(undefined)
    expect(sent.map(({ method, params, options }) => [method, params, options.inputSchema])).toEqual([
      [
        'tools/call',
        { name: 'add', arguments: { a: 1 }, _meta: { progressToken: 'omniport-check-call' } },
        inputSchema,
      ],
    ])
  })

  test.each([
    ['fails', legacy, undefined, { error: -32603 }, 'expected a result; got error -32603'],
    ['fails for want of tasks', modern, undefined, { error: -32021 }, undefined],
    ['fails where a task is required', legacy, 'required', { error: -32601 }, undefined],
    ['fails where a task is optional', legacy, 'optional', { error: -32601 }, 'expected a result; got error -32601'],
    [
      'fails where tasks are no more required',
      modern,
      'required',
      { error: -32601 },
      'expected a result; got error -32601',
    ],
  ] satisfies [string, Revision, string | undefined, Said, string | undefined][])(
    '%s in %s',
    async (_name, revision, taskSupport, response, problem) => {
      const script = { says: { 'tools/call': [response] }, ...(taskSupport !== undefined && { taskSupport }) }
      expect((await checkCall('call', revision, script)).problem).toBe(problem)
    },
  )

  test.each([
    ['of a tool that needs no task', undefined, { result: {} }, undefined, []],
    ['that is refused', 'required', { error: -32601 }, undefined, ['tools/call']],
    [
      'that is answered',
      'required',
      { result: {} },
      'expected an error with code -32601; got a result',
      ['tools/call'],
    ],
  ])('without a task %s', async (_name, taskSupport, response, problem, methods) => {
    const script = { says: { 'tools/call': [response] }, ...(taskSupport !== undefined && { taskSupport }) }
    expect(await checkCall('required-task', legacy, script)).toMatchObject({ problem, methods })
  })

  test.each([
    ['a result', { result: { content: [] } }, undefined],
    ['an error', { error: 1 }, undefined],
    ['a task of the extension', { result: { resultType: 'task' } }, 'it gave a task'],
    ['a task of 2025-11-25', { result: { task: {} } }, 'it gave a task'],
    ['both', isTask, 'it gave a task'],
  ])('of a client without tasks gives %s', async (_name, response, problem) => {
    const found = await checkCall('no-undeclared-task', legacy, { says: { 'tools/call': [response] } })
    expect(found.problem).toBe(problem)
    expect(found.sent.map(({ params }) => params)).toEqual([{ name: 'add', arguments: { a: 1 } }])
  })

  test.each([
    [[], 'The server has no tool "add". It has no tools'],
    [[{ name: 'adds' }, { name: 'x' }], 'The server has no tool "add"; did you mean "adds"? It has adds, x'],
  ])('of a tool that is not listed rejects: %j', async (tools, message) => {
    const { connection } = connectTo(() => ({ result: { tools } }))
    await expect(problemOf(rules, 'call', connection)).rejects.toMatchObject({ code: 'not_found', message })
  })
})

const done = { ...working, status: 'completed' }

describe('a task of 2025-11-25', () => {
  const created: Said = { result: { task: working } }
  const related = { result: { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 't' } } } }
  const canCancel = { tasks: { cancel: {} } }
  const whole = {
    'tools/call': [created],
    'tasks/get': [{ result: working }, { result: done }],
    'tasks/result': [related],
    'tasks/cancel': [{ error: -32602 }],
  } satisfies Script['says']

  const run = (says: Script['says'], capabilities: object = {}) =>
    checkCall('task', legacy, { taskSupport: 'optional', capabilities, says: { ...whole, ...says } })

  test('is made, asked for its state, its result and its state, and not cancelled after its end', async () => {
    const { problem, sent } = await run({}, canCancel)
    expect(problem).toBe(undefined)
    expect(sent.map(({ method, params }) => [method, params])).toEqual([
      [
        'tools/call',
        {
          name: 'add',
          arguments: { a: 1 },
          task: { ttl: 60_000 },
          _meta: { progressToken: 'omniport-check-task' },
        },
      ],
      ['tasks/get', { taskId: 't' }],
      ['tasks/result', { taskId: 't' }],
      ['tasks/get', { taskId: 't' }],
      ['tasks/cancel', { taskId: 't' }],
    ])
    expect(sent[0]?.options.inputSchema).toEqual(inputSchema)
  })

  test.each([
    ['forbidden', []],
    ['optional', ['tools/call']],
    ['required', ['tools/call']],
  ])('is made if it is %s', async (taskSupport, methods) => {
    const found = await checkCall('task', legacy, { taskSupport, says: { 'tools/call': [{}] } })
    expect(found.methods).toEqual(methods)
  })

  test.each([
    ['is not given', { 'tools/call': [{ result: {} }] }, {}, 'it gave no task; got a result', 1],
    ['is refused', { 'tools/call': [{ error: -32601 }] }, {}, 'it gave no task; got error -32601', 1],
    [
      'begins in no state',
      { 'tools/call': [{ result: { task: { ...working, status: 'new' } } }] },
      {},
      'status is "new"',
      2,
    ],
    ['is not found', { 'tasks/get': [{ error: -32602 }] }, {}, 'tasks/get: got error -32602', 2],
    [
      'is another one',
      { 'tasks/get': [{ result: { ...working, taskId: 'u' } }] },
      {},
      'tasks/get gave the task "u"',
      2,
    ],
    [
      'has no dates later',
      { 'tasks/get': [{ result: { ...working, createdAt: 1 } }] },
      {},
      'createdAt is 1, no date of ISO 8601',
      2,
    ],
    ['needs input', { 'tasks/get': [{ result: { ...working, status: 'input_required' } }] }, {}, undefined, 2],
    [
      'is not named in its result',
      { 'tasks/result': [{ result: {} }] },
      {},
      'the result of tasks/result does not name its task in _meta',
      3,
    ],
    ['ends with an error', { 'tasks/result': [{ error: -32603 }] }, {}, undefined, 4],
    [
      'has a result, and works on',
      { 'tasks/get': [{ result: working }] },
      {},
      'after its result its status is "working"',
      4,
    ],
    ['is lost', { 'tasks/get': [{ result: working }, {}] }, {}, 'after its result its status is undefined', 4],
    ['cannot be cancelled', {}, {}, undefined, 4],
    [
      'is cancelled after its end',
      { 'tasks/cancel': [{ result: {} }] },
      canCancel,
      'tasks/cancel after its end: expected an error with code -32602; got a result',
      5,
    ],
    ['takes long, and cannot be cancelled', { 'tasks/result': [{}] }, {}, undefined, 3],
    [
      'takes long, and is cancelled',
      { 'tasks/result': [{}], 'tasks/cancel': [{ result: { status: 'cancelled' } }] },
      canCancel,
      undefined,
      4,
    ],
    [
      'takes long, and goes on',
      { 'tasks/result': [{}], 'tasks/cancel': [{ result: { status: 'working' } }] },
      canCancel,
      'tasks/cancel: its status is "working"; got a result',
      4,
    ],
    [
      'takes long, and is refused to be cancelled',
      { 'tasks/result': [{}], 'tasks/cancel': [{ error: -32601 }] },
      canCancel,
      'tasks/cancel: its status is undefined; got error -32601',
      4,
    ],
  ] satisfies [string, Script['says'], object, string | undefined, number][])(
    '%s',
    async (_name, says, capabilities, problem, count) => {
      const found = await run(says, capabilities)
      expect([found.problem, found.methods.length]).toEqual([problem, count])
    },
  )
})
