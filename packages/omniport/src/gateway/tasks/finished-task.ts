import { randomId } from '../../async/runtime/random-id.js'
import type { TaskOutcome } from '../../server/tasks/service/task-snapshot.js'
import type { GatewayServices } from '../gateway-services.js'
import type { TaskSource, TaskState } from './task-source.js'

/** A call that its upstream answered at once, for a client that asked for a task: the task is over when it begins. */
export class FinishedTask implements TaskSource {
  readonly #state: TaskState

  constructor(outcome: TaskOutcome, { runtime, limits }: Pick<GatewayServices, 'runtime' | 'limits'>) {
    const now = new Date(runtime.now()).toISOString()
    const status = outcome.type === 'result' ? 'completed' : 'failed'
    const times = { createdAt: now, lastUpdatedAt: now, ttlMs: limits.taskMs }
    this.#state = { task: { taskId: randomId(runtime, 16), status, ...times }, inputRequests: {}, outcome }
  }

  get state(): TaskState {
    return this.#state
  }

  async read(): Promise<TaskState> {
    return this.#state
  }

  async answer(): Promise<void> {}

  async refuse(): Promise<void> {}

  async cancel(): Promise<void> {}
}
