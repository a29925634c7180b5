import type { MaybePromise } from '../../../async/maybe-promise.js'
import type { RpcParams } from '../../../jsonrpc/messages/messages.js'
import { tasksExtensionId } from '../../../protocol/meta/tasks-extension-id.js'
import { callToolParams, type ParamsCheck, taskParams, updateTaskParams } from '../../../protocol/methods/params.js'
import { ExtendedResult } from '../../../protocol/results/extended-result.js'
import { revisions } from '../../../protocol/revisions/revision.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import type { CompiledExtension, ServedMethod } from '../../extensions/compiled-extension.js'
import type { HandlerRequest } from '../../requests/run-handler.js'
import type { ToolRequest } from '../../tools/call-tool.js'
import type { ToolEntry } from '../../tools/tool-entry.js'
import type { ExtensionTaskAdapter } from './extension-task-adapter.js'

export interface TasksExtensionOptions {
  readonly open: () => Promise<ExtensionTaskAdapter>
  /** Starts a task for a call. Gives undefined for a call that runs without a task. */
  readonly start: (tool: ToolEntry, call: ToolRequest) => Promise<object | undefined>
  /** Finds the tool that a call names. @throws RpcError when there is none for the caller. */
  readonly findTool: (call: ToolRequest) => MaybePromise<ToolEntry>
}

/**
 * Creates the tasks extension of 2026-07-28: the server alone decides that a call becomes a task, and decides so for
 * every tool with task support. spec: SEP-2663
 */
export function createTasksExtension({ open, start, findTool }: TasksExtensionOptions): CompiledExtension {
  return {
    id: tasksExtensionId,
    settings: {},
    revisions: revisions.filter((revision) => profileOf(revision).tasks === 'extension'),
    methods: new Map([
      ['tasks/get', method(taskParams, async (call) => (await open()).get(call))],
      ['tasks/update', method(updateTaskParams, async (call) => (await open()).update(call))],
      ['tasks/cancel', method(taskParams, async (call) => (await open()).cancel(call))],
    ]),
    resultTypes: new Map([
      [
        'task',
        {
          methods: ['tools/call'],
          async serve(call) {
            assertParams(callToolParams, call)
            const tool = await findTool(call)
            return tool.definition.task === undefined ? undefined : start(tool, call)
          },
        },
      ],
    ]),
    filters: new Map([
      [
        'taskIds',
        {
          honour: async (asked, call) => (await open()).honour(asked, call),
          deliver: async (honoured, call, stream) => (await open()).deliver(honoured, call, stream),
        },
      ],
    ]),
    middleware: [],
  }
}

function method<P extends RpcParams>(
  check: ParamsCheck<P>,
  serve: (call: HandlerRequest<P>) => Promise<object>,
): ServedMethod {
  return {
    nameParam: 'taskId',
    async serve(call) {
      assertParams(check, call)
      return new ExtendedResult('complete', await serve(call))
    },
  }
}

function assertParams<P extends RpcParams>(
  check: ParamsCheck<P>,
  call: HandlerRequest,
): asserts call is HandlerRequest<P> {
  check(call.params)
}
