import { setTimeout as wait } from 'node:timers/promises'
import type { Argument } from '../../arguments/argument.js'
import { toUnknownNameError } from '../../arguments/refuse-unknown-names.js'
import { toToolArguments } from '../../arguments/to-tool-arguments.js'
import { isModern, newestLegacyRevision } from '../../wire/known-revisions.js'
import { type RawConnection, tasksExtension, toRecord } from '../../wire/raw-connection.js'
import type { Reply } from '../../wire/wire.js'
import { terminalStatuses } from './progress-rules.js'
import { readPages } from './read-pages.js'
import { describeReply, expectError, expectResult, type Rule } from './rule.js'
import { requestTask, taskProblem } from './task-rules.js'

/** A tool that may be called, and its arguments. */
export interface AllowedCall {
  readonly name: string
  readonly given: readonly Argument[]
}

/** What only a call shows: progress, and tasks from their creation to their end. */
export function callRules(call: AllowedCall): readonly Rule[] {
  return [
    {
      name: 'call',
      title: `a call of ${call.name} with a progress token gives a result`,
      requirements: ['PRO-06', 'TASKX-05'],
      level: 'should',
      capability: 'tools',
      check: async (connection) => {
        const { params, options, taskSupport } = await prepare(connection, call)
        const progress = connection.withMeta({ progressToken: 'omniport-check-call' })
        const reply = await connection.request('tools/call', { ...params, ...progress }, options)
        if (taskSupport === 'required' && !connection.isModern) return undefined
        return reply.response?.error?.code === -32021 ? undefined : expectResult(reply)
      },
    },
    {
      name: 'required-task',
      title: `a call of ${call.name} without a task, if it needs one, is refused with -32601`,
      requirements: ['TASK-06'],
      level: 'must',
      applies: (revision) => revision === newestLegacyRevision,
      capability: taskCalls,
      check: async (connection) => {
        const { params, options, taskSupport } = await prepare(connection, call)
        if (taskSupport !== 'required') return undefined
        return expectError(await connection.request('tools/call', params, options), [-32601])
      },
    },
    {
      name: 'no-undeclared-task',
      title: `a call of ${call.name} of a client that does not declare tasks gives none`,
      requirements: ['TASKX-04', 'TASK-03'],
      level: 'must',
      capability: 'tools',
      check: async (connection) => {
        const { params, options } = await prepare(connection, call)
        const { response } = await connection.request('tools/call', params, options)
        const { resultType, task } = response?.result ?? {}
        return resultType === 'task' || task !== undefined ? 'it gave a task' : undefined
      },
    },
    ...taskRulesOf(call),
  ]
}

function taskRulesOf(call: AllowedCall): readonly Rule[] {
  return [
    {
      name: 'task',
      title: `a call of ${call.name} as a task gives one at once, keeps its result, and does not cancel it once it has ended`,
      requirements: ['TASK-07', 'TASK-08', 'TASK-09', 'TASK-10', 'TASK-13', 'TASK-16'],
      level: 'must',
      applies: (revision) => revision === newestLegacyRevision,
      capability: taskCalls,
      check: async (connection) => {
        const prepared = await prepare(connection, call)
        return ['optional', 'required'].includes(String(prepared.taskSupport))
          ? checkLegacyTask(connection, prepared)
          : undefined
      },
    },
    {
      name: 'task',
      title: `a call of ${call.name} gives a result or a task, whose states are complete to its end`,
      requirements: ['TASKX-07', 'TASKX-08', 'TASKX-09', 'TASKX-11', 'TASKX-12', 'TASKX-21'],
      level: 'must',
      applies: isModern,
      capability: ['extensions', tasksExtension],
      check: async (connection) => checkTask(connection, await prepare(connection, call)),
    },
  ]
}

const taskCalls = ['tasks', 'requests', 'tools', 'call']

interface PreparedCall {
  readonly params: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
  readonly options: { readonly inputSchema: unknown }
  readonly taskSupport: unknown
}

/** Rejects with CliError `not_found` for a tool that the server does not list, and `usage` for arguments that are given twice. */
async function prepare(connection: RawConnection, { name, given }: AllowedCall): Promise<PreparedCall> {
  const { items } = await readPages(connection, { method: 'tools/list', member: 'tools' })
  const tools = items.map(toRecord)
  const tool = tools.find((each) => each['name'] === name)
  if (tool === undefined)
    throw toUnknownNameError(
      'tool',
      name,
      tools.map((each) => String(each['name'])),
    )
  const { inputSchema, execution } = tool
  const params = { name, arguments: toToolArguments(given, inputSchema) }
  return { params, options: { inputSchema }, taskSupport: toRecord(execution)['taskSupport'] }
}

async function checkLegacyTask(
  connection: RawConnection,
  { params, options }: PreparedCall,
): Promise<string | undefined> {
  const ways = { task: { ttl: 60_000 }, ...connection.withMeta({ progressToken: 'omniport-check-task' }) }
  const created = await connection.request('tools/call', { ...params, ...ways }, options)
  const task = toRecord(created.response?.result?.['task'])
  const { taskId } = task
  if (typeof taskId !== 'string') return `it gave no task; ${describeReply(created)}`
  const state = await requestTask(connection, 'tasks/get', taskId)
  const problem = taskProblem(task) ?? expectState(state, taskId)
  if (problem !== undefined) return problem
  if (state.response?.result?.['status'] === 'input_required') return undefined
  const result = await requestTask(connection, 'tasks/result', taskId)
  if (result.response === undefined) return cancelTask(connection, taskId)
  const related = toRecord(toRecord(result.response.result?.['_meta'])['io.modelcontextprotocol/related-task'])
  if (result.response.error === undefined && related['taskId'] !== taskId)
    return 'the result of tasks/result does not name its task in _meta'
  const last = await requestTask(connection, 'tasks/get', taskId)
  const { status } = last.response?.result ?? {}
  if (!terminalStatuses.has(status)) return `after its result its status is ${JSON.stringify(status)}`
  if (!canCancel(connection)) return undefined
  const refused = expectError(await requestTask(connection, 'tasks/cancel', taskId), [-32602])
  return refused === undefined ? undefined : `tasks/cancel after its end: ${refused}`
}

/** A tool may take longer than a check waits. */
async function cancelTask(connection: RawConnection, taskId: string): Promise<string | undefined> {
  if (!canCancel(connection)) return undefined
  const reply = await requestTask(connection, 'tasks/cancel', taskId)
  const { status } = reply.response?.result ?? {}
  return status === 'cancelled'
    ? undefined
    : `tasks/cancel: its status is ${JSON.stringify(status)}; ${describeReply(reply)}`
}

function canCancel({ capabilities }: RawConnection): boolean {
  return toRecord(capabilities['tasks'])['cancel'] !== undefined
}

async function checkTask(connection: RawConnection, { params, options }: PreparedCall): Promise<string | undefined> {
  const created = await connection.request('tools/call', { ...params, ...connection.withTasks() }, options)
  const task = created.response?.result
  if (task?.['resultType'] !== 'task') return expectResult(created)
  const taskId = String(task['taskId'])
  const problem = taskProblem(task) ?? ttlProblem(task)
  if (problem !== undefined) return problem
  const deadline = performance.now() + longestMs
  while (performance.now() < deadline) {
    const reply = await requestTask(connection, 'tasks/get', taskId)
    const state = reply.response?.result ?? {}
    const wrong = expectState(reply, taskId) ?? ttlProblem(state) ?? endProblem(state)
    if (wrong !== undefined) return wrong
    if (terminalStatuses.has(state['status'])) return undefined
    if (state['status'] === 'input_required') break
    await wait(Math.min(Number(state['pollIntervalMs'] ?? pollMs) || pollMs, longestPollMs))
  }
  return expectResult(await requestTask(connection, 'tasks/cancel', taskId))
}

function expectState(reply: Reply, taskId: string): string | undefined {
  const { result } = reply.response ?? {}
  if (result === undefined) return `tasks/get: ${describeReply(reply)}`
  if (result['taskId'] !== taskId) return `tasks/get gave the task ${JSON.stringify(result['taskId'])}`
  return taskProblem(result)
}

function ttlProblem({ ttlMs }: Readonly<Record<string, unknown>>): string | undefined {
  return ttlMs === null || typeof ttlMs === 'number' ? undefined : `ttlMs is ${JSON.stringify(ttlMs)}`
}

function endProblem({ resultType, status, result, error, inputRequests }: Readonly<Record<string, unknown>>) {
  if (resultType !== 'complete') return `resultType of tasks/get is ${JSON.stringify(resultType)}`
  if (status === 'completed' && result === undefined) return 'it is completed, and has no result'
  if (status === 'failed' && error === undefined) return 'it has failed, and has no error'
  return status === 'input_required' && inputRequests === undefined
    ? 'it needs input, and has no inputRequests'
    : undefined
}

const pollMs = 200
const longestPollMs = 2_000
/** A task that takes longer is cancelled. */
const longestMs = 5_000
