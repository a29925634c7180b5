import type { AskedInput, CrossingClient } from './crossing-client.js'

type Json = Readonly<Record<string, unknown>>

/** Answers a question. */
type Respond = (question: AskedInput) => Json

/** A task as every revision describes it. */
export interface SeenTask {
  readonly status: unknown
  readonly message: unknown
  readonly ttl: unknown
  readonly hasTimes: boolean
}

/** What came of a task: its state, the questions, and the result or error of its tool. */
export interface FollowedTask {
  readonly created: SeenTask
  readonly ended: SeenTask
  readonly asked: readonly object[]
  readonly result?: unknown
  readonly error?: unknown
}

/** Calls tools as tasks, in the words of the client's revision. */
export class TaskFollower {
  readonly #client: CrossingClient

  constructor(client: CrossingClient) {
    this.#client = client
  }

  /** Begins a task; gives its id and first state. */
  async begin(name: string, args: Json = {}): Promise<{ readonly taskId: string; readonly created: SeenTask }> {
    const task = this.#client.isModern ? {} : { task: { ttl: 60_000 } }
    const { result = {}, error } = await this.#client.request('tools/call', { name, arguments: args, ...task })
    if (error !== undefined) throw new Error(error.message)
    const created = (this.#client.isModern ? result : (result['task'] ?? {})) as Json
    return { taskId: String(created['taskId']), created: seen(created) }
  }

  /** Follows a task to its end. */
  async follow(name: string, args: Json = {}, respond?: Respond): Promise<FollowedTask> {
    const { taskId, created } = await this.begin(name, args)
    const followed = await (this.#client.isModern
      ? this.#followExtension(taskId, respond)
      : this.#followCore(taskId, respond))
    return { created, ...followed }
  }

  /** The state of a task, once it is not `working`. */
  async settled(taskId: string): Promise<Json> {
    for (;;) {
      const { result = {}, error } = await this.#client.request('tasks/get', { taskId })
      if (error !== undefined) throw new Error(error.message)
      if (result['status'] !== 'working') return result
    }
  }

  async #followCore(taskId: string, respond?: Respond): Promise<Omit<FollowedTask, 'created'>> {
    await this.settled(taskId)
    const { result, error, asked } = await this.#client.request('tasks/result', { taskId }, respond)
    const ended = seen(await this.settled(taskId))
    const { _meta, ...rest } = result ?? {}
    const isRelated = related(_meta) === taskId
    return {
      ended,
      asked: asked.map((question) => plain(question, taskId)),
      ...(error === undefined ? { result: { ...rest, isRelated } } : { error }),
    }
  }

  async #followExtension(taskId: string, respond?: Respond): Promise<Omit<FollowedTask, 'created'>> {
    const asked = new Map<string, AskedInput>()
    for (;;) {
      const task = await this.settled(taskId)
      if (task['status'] !== 'input_required') {
        const { _meta, ...result } = (task['result'] ?? {}) as Json
        const outcome =
          task['error'] === undefined ? { result: { ...result, isRelated: true } } : { error: task['error'] }
        return { ended: seen(task), asked: [...asked.values()].map((question) => plain(question, taskId)), ...outcome }
      }
      const fresh = Object.entries(task['inputRequests'] as Readonly<Record<string, AskedInput>>).filter(
        ([key]) => !asked.has(key),
      )
      for (const [key, question] of fresh) {
        asked.set(key, question)
        const inputResponses = { [key]: respond?.(question) }
        const { error } = await this.#client.request('tasks/update', { taskId, inputResponses })
        if (error !== undefined) throw new Error(error.message)
      }
    }
  }
}

/** The members that both kinds have, under one name. */
export function seen({ status, statusMessage, createdAt, lastUpdatedAt, ttl, ttlMs }: Json): SeenTask {
  const hasTimes = [createdAt, lastUpdatedAt].every((time) => !Number.isNaN(Date.parse(String(time))))
  return { status, message: statusMessage ?? null, ttl: typeof (ttl ?? ttlMs), hasTimes }
}

/** A question without the task that only one kind names in it. */
function plain({ method, params = {} }: AskedInput, taskId: string): object {
  const { _meta, ...rest } = params
  const named = related(_meta)
  return { method, params: rest, isOfTask: named === undefined || named === taskId }
}

function related(meta: unknown): unknown {
  const task = (meta as Json | undefined)?.['io.modelcontextprotocol/related-task']
  return (task as Json | undefined)?.['taskId']
}
