import type { AnyObjectSchema } from '../../server/zod-compat.js'
import {
  CancelTaskRequestSchema,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  ListTasksRequestSchema,
  type Result,
} from '../../types.js'
import type { TaskRequestContext, TaskRequests } from './task-requests.js'

interface TaskCall {
  readonly params: { readonly taskId: string }
}

type Install = (
  schema: AnyObjectSchema,
  // biome-ignore lint/suspicious/noExplicitAny: the schema beside it tells the type of the request
  handler: (request: any, context: TaskRequestContext) => Promise<Result>,
) => void

/** Sets the handlers of the requests about tasks. */
export function installTaskHandlers(requests: TaskRequests, install: Install): void {
  install(GetTaskRequestSchema, ({ params }: TaskCall, context) => requests.get(params.taskId, context))
  install(GetTaskPayloadRequestSchema, ({ params }: TaskCall, context) => requests.result(params.taskId, context))
  install(CancelTaskRequestSchema, ({ params }: TaskCall, context) => requests.cancel(params.taskId, context))
  install(ListTasksRequestSchema, (request: { params?: { cursor?: string } }, context) =>
    requests.list(request.params?.cursor, context),
  )
}
