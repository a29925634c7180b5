import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'

/** -32603: a limit of tasks is reached. The call could still be served at once. Of `anonymousBytes` it is as `ServerFull`. */
export class TooManyTasks extends RpcError {
  override readonly name = 'TooManyTasks'

  constructor(name: 'tasks' | 'tasksPerPrincipal' | 'anonymousBytes', limit: number) {
    const data = name === 'anonymousBytes' ? { retryAfterSeconds: 1, limit: name } : undefined
    super(-32603, `Too many tasks: the limit ${name} is ${limit}`, data)
  }
}
