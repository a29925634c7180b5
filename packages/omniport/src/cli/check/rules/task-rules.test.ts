import { describe, expect, test } from 'vitest'
import type { Revision } from '../../../entries/protocol.js'
import { connectTo, describeRule, problemOf, type Said } from '../fixtures/scripted-wire.js'
import { requestTask, taskProblem, taskRules } from './task-rules.js'

const extension = 'extensions.io.modelcontextprotocol/tasks'

test('the checks of tasks without a call, and where they are meant', () => {
  expect(taskRules.map(describeRule)).toEqual([
    'must tasks-list: tasks/list has the state and the dates of each task, and its pages end (TASK-10, TASK-17, PAG-05) 2025-11-25 tasks.list',
    'must tasks-cursor: tasks/list refuses a cursor that it never gave with -32602 (TASK-20) 2025-11-25 tasks.list',
    'must unknown-tasks-get: tasks/get of an unknown task is answered with -32602 (TASK-20) 2025-11-25 tasks',
    'must unknown-tasks-result: tasks/result of an unknown task is answered with -32602 (TASK-20) 2025-11-25 tasks',
    'must unknown-tasks-cancel: tasks/cancel of an unknown task is answered with -32602 (TASK-20) 2025-11-25 tasks.cancel',
    'must no-legacy-tasks: the tasks of 2025-11-25 are neither declared nor served (TASKX-29) 2026-07-28',
    `must undeclared-tasks-get: tasks/get of a client that does not declare tasks is refused with -32021 (TASKX-25) 2026-07-28 ${extension}`,
    `must undeclared-tasks-update: tasks/update of a client that does not declare tasks is refused with -32021 (TASKX-25) 2026-07-28 ${extension}`,
    `must undeclared-tasks-cancel: tasks/cancel of a client that does not declare tasks is refused with -32021 (TASKX-25) 2026-07-28 ${extension}`,
    `must unknown-tasks-get: tasks/get of an unknown task is answered with -32602 (TASKX-24) 2026-07-28 ${extension}`,
    `should unknown-tasks-update: tasks/update of an unknown task is answered with -32602 (TASKX-24) 2026-07-28 ${extension}`,
    `should unknown-tasks-cancel: tasks/cancel of an unknown task is answered with -32602 (TASKX-24) 2026-07-28 ${extension}`,
  ])
})

const [legacy, modern] = ['2025-11-25', '2026-07-28'] as const
const at = '2026-01-02T03:04:05Z'
const task = { taskId: 't', status: 'working', createdAt: at, lastUpdatedAt: at }

describe('the state of a task', () => {
  test.each([
    ['is whole', {}, undefined],
    ['is completed', { status: 'completed' }, undefined],
    ['has failed', { status: 'failed' }, undefined],
    ['is cancelled', { status: 'cancelled' }, undefined],
    ['needs input', { status: 'input_required' }, undefined],
    ['is unknown', { status: 'done' }, 'status is "done"'],
    ['is missing', { status: undefined }, 'status is undefined'],
    ['has no id', { taskId: undefined }, 'taskId is undefined'],
    ['has an empty id', { taskId: '' }, 'taskId is ""'],
    ['has a number for an id', { taskId: 7 }, 'taskId is 7'],
    ['lacks its date', { createdAt: undefined }, 'createdAt is undefined, no date of ISO 8601'],
    ['has a number for a date', { createdAt: 5 }, 'createdAt is 5, no date of ISO 8601'],
    ['has a date in words', { lastUpdatedAt: 'Jan 2, 2026' }, 'lastUpdatedAt is "Jan 2, 2026", no date of ISO 8601'],
    ['has a day alone', { lastUpdatedAt: '2026-01-02' }, 'lastUpdatedAt is "2026-01-02", no date of ISO 8601'],
    ['has a date later in a text', { createdAt: `at ${at}` }, `createdAt is "at ${at}", no date of ISO 8601`],
    [
      'has a 13th month',
      { createdAt: '2026-13-02T03:04:05Z' },
      'createdAt is "2026-13-02T03:04:05Z", no date of ISO 8601',
    ],
    [
      'has a date before the year 1000',
      { createdAt: '999-01-02T03:04:05Z' },
      'createdAt is "999-01-02T03:04:05Z", no date of ISO 8601',
    ],
    ['has wrong dates', { createdAt: 'x', lastUpdatedAt: 'y' }, 'createdAt is "x", no date of ISO 8601'],
  ])('%s', (_name, members, problem) => {
    expect(taskProblem({ ...task, ...members })).toBe(problem)
  })
})

async function check(name: string, response: Said, revision: Revision = legacy, capabilities: object = {}) {
  const { connection, sent } = connectTo(() => response, revision)
  connection.opening = { messages: [], response: { result: { capabilities } } }
  const problem = await problemOf(taskRules, name, connection)
  return { problem, asked: sent.map(({ method, params: { _meta, ...params } }) => [method, params]), sent }
}

describe('the list of tasks', () => {
  test.each([
    ['is empty', { result: { tasks: [] } }, undefined],
    ['is whole', { result: { tasks: [task, { ...task, taskId: 'u' }] } }, undefined],
    ['has one that is wrong', { result: { tasks: [task, { ...task, status: 'done' }] } }, 'status is "done"'],
    ['has no task', { result: { tasks: [null] } }, 'taskId is undefined'],
    ['is missing', { result: {} }, 'there is no list "tasks"; got a result'],
  ] satisfies [string, Said, string | undefined][])('%s', async (_name, response, problem) => {
    expect(await check('tasks-list', response)).toMatchObject({ problem, asked: [['tasks/list', {}]] })
  })

  test.each([
    [{ error: -32602 }, undefined],
    [{ result: { tasks: [] } }, 'expected an error with code -32602; got a result'],
  ])('with a cursor that nobody gave: %j', async (response, problem) => {
    expect(await check('tasks-cursor', response)).toMatchObject({
      problem,
      asked: [['tasks/list', { cursor: 'omniport-check' }]],
    })
  })
})

const declared = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
const undeclared = {}
const taskId = 'omniport-check-unknown'

test.each([
  ['unknown-tasks-get', legacy, 'tasks/get', { taskId }, -32602, undefined],
  ['unknown-tasks-result', legacy, 'tasks/result', { taskId }, -32602, undefined],
  ['unknown-tasks-cancel', legacy, 'tasks/cancel', { taskId }, -32602, undefined],
  ['no-legacy-tasks', modern, 'tasks/result', { taskId }, -32601, undeclared],
  ['undeclared-tasks-get', modern, 'tasks/get', { taskId }, -32021, undeclared],
  ['undeclared-tasks-update', modern, 'tasks/update', { taskId, inputResponses: {} }, -32021, undeclared],
  ['undeclared-tasks-cancel', modern, 'tasks/cancel', { taskId }, -32021, undeclared],
  ['unknown-tasks-get', modern, 'tasks/get', { taskId }, -32602, declared],
  ['unknown-tasks-update', modern, 'tasks/update', { taskId, inputResponses: {} }, -32602, declared],
  ['unknown-tasks-cancel', modern, 'tasks/cancel', { taskId }, -32602, declared],
] satisfies [string, Revision, string, object, number, object | undefined][])(
  '%s in %s sends %s',
  async (name, revision, method, params, code, capabilities) => {
    const right = await check(name, { error: code }, revision)
    expect([right.problem, right.asked]).toEqual([undefined, [[method, params]]])
    const [meta] = right.sent.map(({ params: { _meta } }) => _meta)
    expect((meta as Record<string, unknown> | undefined)?.['io.modelcontextprotocol/clientCapabilities']).toEqual(
      capabilities,
    )
    const wrong = await check(name, { error: -32603 }, revision)
    expect(wrong.problem).toBe(`expected an error with code ${code}; got error -32603`)
  },
)

test('a modern server that declares the tasks of before is told so, and asked nothing', async () => {
  const { problem, asked } = await check('no-legacy-tasks', { error: -32601 }, modern, { tasks: {} })
  expect([problem, asked]).toEqual(['it declares the capability "tasks"', []])
})

test('a request about a task has its id, and in a modern revision that the client can use tasks', async () => {
  const { connection, sent } = connectTo(() => ({}), modern)
  await requestTask(connection, 'tasks/get', 't1')
  expect(sent.map(({ params }) => params)).toEqual([
    {
      taskId: 't1',
      _meta: {
        'io.modelcontextprotocol/protocolVersion': modern,
        'io.modelcontextprotocol/clientCapabilities': declared,
        'io.modelcontextprotocol/clientInfo': { name: 'omniport-check', version: '1' },
      },
    },
  ])
})
