import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { TaskService } from './service/task-service.js'
import type { TaskSnapshot } from './service/task-snapshot.js'

/** Finds a task; gives undefined if it is gone. Rejects when the store fails. */
export async function findTask(
  tasks: Pick<TaskService, 'get'>,
  id: string,
  owner: string,
): Promise<TaskSnapshot | undefined> {
  try {
    return await tasks.get(id, owner)
  } catch (reason) {
    if (RpcError.is(reason) && reason.code === -32602) return undefined
    throw reason
  }
}
