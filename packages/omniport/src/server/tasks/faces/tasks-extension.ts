import type { RpcParams } from '../../../jsonrpc/messages.js'
import { RpcError } from '../../../jsonrpc/rpc-error.js'
import { ExtendedResult } from '../../../protocol/extended-result.js'
import { type ParamsCheck, taskParams, updateTaskParams } from '../../../protocol/params.js'
import { profileOf } from '../../../protocol/profile.js'
import { revisions } from '../../../protocol/revision.js'
import { tasksExtensionId } from '../../../protocol/tasks-extension-id.js'
import { principalKey } from '../../asking/principal-key.js'
import type { Extension, ServedFilter, ServedMethod } from '../../extensions/extension.js'
import type { Home } from '../../home.js'
import type { Call } from '../../run-handler.js'
import type { ToolEntry } from '../../tool-entry.js'
import type { TaskService, TaskStart } from '../task-service.js'
import type { TaskSnapshot } from '../task-snapshot.js'
import { TooManyTasks } from '../too-many-tasks.js'
import { encodeDetailedTask, encodeExtensionTask } from './encode-extension-task.js'
import { findTask } from './find-task.js'
import { TaskFeed } from './task-feed.js'

/** What the extension depends on. */
export interface TasksExtensionOptions {
  readonly tasks: TaskService
  readonly home: Pick<Home, 'info' | 'limits' | 'logger'>
  /** The tool that a call names. @throws RpcError when there is none for the caller. */
  readonly findTool: (params: RpcParams, call: Call) => ToolEntry
}

/**
 * Tasks as an extension of 2026-07-28: the server alone decides that a call goes on as a task, and does so for every tool
 * with task support.
 *
 * spec: SEP-2663
 */
export function createTasksExtension(options: TasksExtensionOptions): Extension {
  const { tasks, home } = options
  const encode = (snapshot: TaskSnapshot, { exchange }: Call) =>
    encodeDetailedTask(snapshot, { revision: exchange.revision, serverInfo: home.info })
  return {
    id: tasksExtensionId,
    settings: {},
    revisions: revisions.filter((revision) => profileOf(revision).tasks === 'extension'),
    methods: new Map([
      ['tasks/get', method(taskParams, async (id, call) => encode(await tasks.get(id, ownerOf(call)), call))],
      ['tasks/update', method(updateTaskParams, (id, call, params) => update(tasks, { id, call, params }))],
      ['tasks/cancel', method(taskParams, async (id, call) => void (await tasks.cancel(id, ownerOf(call))))],
    ]),
    resultTypes: new Map([
      ['task', { methods: ['tools/call'], serve: (params, call) => create(options, params, call) }],
    ]),
    filters: new Map([['taskIds', createFilter(options, encode)]]),
    middleware: [],
  }
}

type Serve = (id: string, call: Call, params: RpcParams) => Promise<object | undefined>

/** A method about one task; what gives nothing is acknowledged. */
function method(check: ParamsCheck, serve: Serve): ServedMethod {
  return {
    nameParam: 'taskId',
    async serve(params, call) {
      check(params)
      const id = params['taskId'] as string // the check saw to that
      return new ExtendedResult('complete', (await serve(id, call, params)) ?? {})
    },
  }
}

/** spec: SEP-2663#task-update-requests */
async function update(
  tasks: TaskService,
  { id, call, params }: { readonly id: string; readonly call: Call; readonly params: RpcParams },
): Promise<undefined> {
  const responses = params['inputResponses'] as object // the method's check saw to that
  await tasks.answer(id, ownerOf(call), new Map(Object.entries(responses)))
}

/** spec: SEP-2663#task-creation */
async function create(
  { tasks, findTool }: TasksExtensionOptions,
  params: RpcParams,
  call: Call,
): Promise<object | undefined> {
  const tool = findTool(params, call)
  const { task: support } = tool.definition
  if (support === undefined) return undefined
  let start: TaskStart
  try {
    start = await tasks.create({ tool, params, call })
  } catch (reason) {
    // What need not be a task is called plainly then.
    if (reason instanceof TooManyTasks && support === 'optional') return undefined
    throw reason
  }
  return start.type === 'task' ? new ExtendedResult('task', encodeExtensionTask(start.snapshot.task)) : start.answer
}

/** spec: SEP-2663#task-status-notifications */
function createFilter(
  { tasks, home }: TasksExtensionOptions,
  encode: (snapshot: TaskSnapshot, call: Call) => object,
): ServedFilter {
  return {
    async honour(asked, call) {
      const ids = taskIdsOf(asked, home.limits.subscriptions)
      const owner = ownerOf(call)
      const known = await Promise.all(ids.map((id) => findTask(tasks, id, owner)))
      return ids.filter((_, index) => known[index] !== undefined)
    },
    async deliver(honoured, call, feed) {
      const ids = honoured as readonly string[] // what `honour` gave
      const { logger } = home
      const owner = ownerOf(call)
      new TaskFeed(ids, { tasks, owner, feed, logger, encode: (snapshot) => encode(snapshot, call) }).start()
    },
  }
}

/** @throws RpcError -32602 */
function taskIdsOf(asked: unknown, max: number): readonly string[] {
  if (!Array.isArray(asked) || !asked.every((id) => typeof id === 'string')) {
    throw RpcError.invalidParams('params.notifications.taskIds must be an array of strings')
  }
  if (asked.length > max) throw RpcError.invalidParams(`At most ${max} tasks per subscription`)
  return [...new Set<string>(asked)]
}

function ownerOf({ exchange }: Call): string {
  return principalKey(exchange)
}
