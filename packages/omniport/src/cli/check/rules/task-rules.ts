import { isModern, newestLegacyRevision } from '../../wire/known-revisions.js'
import { type RawConnection, tasksExtension, toRecord } from '../../wire/raw-connection.js'
import { readPages } from './read-pages.js'
import { expectError, type Rule } from './rule.js'

const unknown = 'omniport-check-unknown'

const extensionPath = ['extensions', tasksExtension]

/** Tasks, of 2025-11-25 and of the extension: what can be checked without a call. */
export const taskRules: readonly Rule[] = [
  {
    name: 'tasks-list',
    title: 'tasks/list has the state and the dates of each task, and its pages end',
    requirements: ['TASK-10', 'TASK-17', 'PAG-05'],
    level: 'must',
    applies: isTaskRevision,
    capability: ['tasks', 'list'],
    check: async (connection) => {
      const { items, problem } = await readPages(connection, { method: 'tasks/list', member: 'tasks' })
      return problem ?? items.map((task) => taskProblem(toRecord(task))).find((each) => each !== undefined)
    },
  },
  {
    name: 'tasks-cursor',
    title: 'tasks/list refuses a cursor that it never gave with -32602',
    requirements: ['TASK-20'],
    level: 'must',
    applies: isTaskRevision,
    capability: ['tasks', 'list'],
    check: async (connection) =>
      expectError(await connection.request('tasks/list', { cursor: 'omniport-check' }), [-32602]),
  },
  ...['tasks/get', 'tasks/result'].map(
    (method): Rule => ({
      ...unknownTask(method),
      requirements: ['TASK-20'],
      level: 'must',
      applies: isTaskRevision,
      capability: 'tasks',
    }),
  ),
  {
    ...unknownTask('tasks/cancel'),
    requirements: ['TASK-20'],
    level: 'must',
    applies: isTaskRevision,
    capability: ['tasks', 'cancel'],
  },
  {
    name: 'no-legacy-tasks',
    title: `the tasks of ${newestLegacyRevision} are neither declared nor served`,
    requirements: ['TASKX-29'],
    level: 'must',
    applies: isModern,
    check: async (connection) => {
      if (connection.capabilities['tasks'] !== undefined) return 'it declares the capability "tasks"'
      return expectError(await connection.request('tasks/result', { taskId: unknown }), [-32601])
    },
  },
  ...['tasks/get', 'tasks/update', 'tasks/cancel'].map(
    (method): Rule => ({
      name: `undeclared-${method.replace('/', '-')}`,
      title: `${method} of a client that does not declare tasks is refused with -32021`,
      requirements: ['TASKX-25'],
      level: 'must',
      applies: isModern,
      capability: extensionPath,
      check: async (connection) => expectError(await connection.request(method, paramsOf(method, unknown)), [-32021]),
    }),
  ),
  ...['tasks/get', 'tasks/update', 'tasks/cancel'].map(
    (method): Rule => ({
      ...unknownTask(method),
      requirements: ['TASKX-24'],
      level: method === 'tasks/get' ? 'must' : 'should',
      applies: isModern,
      capability: extensionPath,
    }),
  ),
]

function isTaskRevision(revision: string): boolean {
  return revision === newestLegacyRevision
}

function unknownTask(method: string): Pick<Rule, 'name' | 'title' | 'check'> {
  return {
    name: `unknown-${method.replace('/', '-')}`,
    title: `${method} of an unknown task is answered with -32602`,
    check: async (connection) => expectError(await requestTask(connection, method, unknown), [-32602]),
  }
}

/** Sends a request about a task, as a client that can use tasks. */
export function requestTask(connection: RawConnection, method: string, taskId: string) {
  return connection.request(method, { ...paramsOf(method, taskId), ...(connection.isModern && connection.withTasks()) })
}

function paramsOf(method: string, taskId: string): Readonly<Record<string, unknown>> {
  return { taskId, ...(method === 'tasks/update' && { inputResponses: {} }) }
}

/** The problem of the state of a task, in either form. */
export function taskProblem(task: Readonly<Record<string, unknown>>): string | undefined {
  const { taskId, status } = task
  if (typeof taskId !== 'string' || taskId === '') return `taskId is ${JSON.stringify(taskId)}`
  if (!statuses.has(status)) return `status is ${JSON.stringify(status)}`
  const wrong = ['createdAt', 'lastUpdatedAt'].find((name) => !isDate(task[name]))
  return wrong === undefined ? undefined : `${wrong} is ${JSON.stringify(task[wrong])}, no date of ISO 8601`
}

const statuses: ReadonlySet<unknown> = new Set(['working', 'input_required', 'completed', 'failed', 'cancelled'])

function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
}
