import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'

/** -32603: a limit of tasks is reached. The call could still be served at once. */
export class TooManyTasks extends RpcError {
  override readonly name = 'TooManyTasks'

  constructor(name: 'tasks' | 'tasksPerPrincipal', limit: number) {
    super(-32603, `Too many tasks: the limit ${name} is ${limit}`)
  }
}
