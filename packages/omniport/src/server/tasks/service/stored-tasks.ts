import { randomId } from '../../../async/runtime/random-id.js'
import { waitAtMost } from '../../../async/waiting/wait-at-most.js'
import type { RpcErrorObject } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { ServerFull } from '../../../protocol/errors/server-full.js'
import { principalKey } from '../../../protocol/exchange/principal-key.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { cloneJson } from '../../../values/json/clone-json.js'
import { Suspended } from '../../input/suspended.js'
import { BeforeResult, prepareTool } from '../../tools/prepare-tool.js'
import { createRecord } from '../records/create-record.js'
import { tooLargeText } from '../records/is-too-large.js'
import { nextChange } from '../records/task-changes.js'
import { taskOwner } from '../records/task-owner.js'
import type { LiveRecord, TaskQuestion } from '../records/task-record.js'
import { isLive, type StoredTask } from '../records/task-records.js'
import { withQuestions } from '../records/with-questions.js'
import { TaskRuns } from '../runs/task-runs.js'
import { truncateStatus } from '../runs/task-status-line.js'
import { TaskSweep } from '../runs/task-sweep.js'
import type { InMemoryTaskStore } from './in-memory-task-store.js'
import type { TaskEnvironment } from './task-environment.js'
import type { TaskRequest, TaskService, TaskStart } from './task-service.js'
import type { TaskSnapshot } from './task-snapshot.js'

/**
 * Tasks in a store. A task runs on the node that holds its lease; a node that reads a task without a lease runs it
 * again, from its history.
 */
export class StoredTasks implements TaskService {
  readonly #taskServices: TaskEnvironment
  readonly #memoryStore: InMemoryTaskStore | undefined
  readonly #runs: TaskRuns
  /** Undefined: no other node has the tasks. */
  readonly #sweep: TaskSweep | undefined
  readonly #ending = new AbortController()
  #closing: Promise<void> | undefined

  /** `memoryStore` is the store, where no other node has it: it closes with the service. */
  constructor(environment: TaskEnvironment, memoryStore?: InMemoryTaskStore) {
    this.#taskServices = environment
    this.#memoryStore = memoryStore
    this.#sweep =
      memoryStore === undefined ? new TaskSweep(environment, (id, record) => this.#runs.start(id, record)) : undefined
    this.#runs = new TaskRuns(environment, this.#sweep)
  }

  async create(request: TaskRequest): Promise<TaskStart> {
    const { tool, call } = request
    const { server: services, records, changes } = this.#taskServices
    this.#ending.signal.throwIfAborted()
    const prepared = await prepareTool(tool, call)
    if (!(prepared instanceof BeforeResult)) return { type: 'answer', answer: prepared }
    this.#ending.signal.throwIfAborted()
    const id = randomId(services.runtime, 16)
    const record = createRecord(request, { owner: this.#key(principalKey(call.exchange)), prepared, services })
    const stored = await this.#runs.reserved(record.owner, async () => {
      const created = await records.create(id, record)
      this.#runs.start(id, record, { tool, exchange: call.exchange })
      return created
    })
    changes.publish(id)
    return { type: 'task', snapshot: this.#snapshot(stored) }
  }

  async get(id: string, owner: string): Promise<TaskSnapshot> {
    const stored = await this.#find(id, owner)
    this.#revive(stored)
    return this.#snapshot(stored)
  }

  async list(
    owner: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly tasks: readonly TaskSnapshot[]; readonly next?: string | undefined }> {
    const { records } = this.#taskServices
    if (after !== undefined && !isId(after)) throw RpcError.invalidParams('Invalid cursor')
    const ids = await records.list(this.#key(owner), after, limit + 1)
    const page = ids.slice(0, limit)
    const found = await Promise.all(page.map((id) => records.get(id)))
    const tasks = found.filter((stored) => stored !== undefined)
    for (const stored of tasks) this.#revive(stored)
    return { tasks: tasks.map((stored) => this.#snapshot(stored)), next: ids.length > limit ? page.at(-1) : undefined }
  }

  async answer(id: string, owner: string, responses: ReadonlyMap<string, unknown>): Promise<void> {
    await this.#settle(id, owner, (question) => {
      const answer = responses.get(question.key)
      return answer === undefined ? question : { ...question, state: 'answered', answer: cloneJson(answer) }
    })
  }

  async refuse(
    id: string,
    owner: string,
    { key, error }: { readonly key: string; readonly error: RpcError },
  ): Promise<void> {
    const refused = { state: 'refused', error: toRefusal(error) } as const
    await this.#settle(id, owner, (question) => (question.key === key ? { ...question, ...refused } : question))
  }

  async cancel(id: string, owner: string): Promise<TaskSnapshot> {
    await this.#find(id, owner)
    await this.#taskServices.records.update(id, ({ job: _job, ...record }) => ({
      ...record,
      status: 'cancelled',
      statusMessage: 'The task was cancelled by request.',
    }))
    return this.#snapshot(await this.#find(id, owner))
  }

  async changed(
    id: string,
    owner: string,
    { version, signal }: { readonly version: number; readonly signal: AbortSignal },
  ): Promise<TaskSnapshot> {
    const { changes, server: services } = this.#taskServices
    for (;;) {
      const { changed, stop } = nextChange({
        id,
        changes,
        runtime: services.runtime,
        signals: [signal, this.#ending.signal],
      })
      try {
        const snapshot = await this.get(id, owner)
        if (snapshot.version !== version) return snapshot
        await changed
      } finally {
        stop()
      }
    }
  }

  watch(listener: (id: string) => void): () => void {
    return this.#taskServices.changes.watch(listener)
  }

  /**
   * Settles when the runs on this node have ended, or `limits.drainMs` have passed. Tasks in a shared store continue on
   * other nodes.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { server: services, changes } = this.#taskServices
    this.#ending.abort(RpcError.internal('The server is closing'))
    const reason =
      this.#memoryStore === undefined
        ? new Suspended('The server is closing; another node goes on with the task')
        : new OmniportError('closed', 'The server is closing')
    this.#sweep?.close()
    const ended = this.#runs.close(reason)
    changes.close()
    await waitAtMost(ended, services.runtime, services.limits.drainMs)
    this.#sweep?.leave()
    this.#memoryStore?.close()
  }

  /** Settles open input requests, and stores the task if one changed. */
  async #settle(id: string, owner: string, settle: (question: TaskQuestion) => TaskQuestion): Promise<void> {
    const stored = await this.#find(id, owner)
    const { records, server: services } = this.#taskServices
    const update = await records.update(id, (record) => settled(record, settle))
    if (update === 'gone') throw unknownTask()
    if (update === 'too-large') throw RpcError.invalidParams(tooLargeText(services.limits))
    if (update === 'full') throw new ServerFull('anonymousBytes', services.limits.anonymousBytes)
    this.#revive(stored)
  }

  /** Rejects with RpcError -32602 for a task that does not exist, or belongs to another owner. */
  async #find(id: string, owner: string): Promise<StoredTask> {
    const stored = isId(id) ? await this.#taskServices.records.get(id) : undefined
    if (stored?.record.owner !== this.#key(owner)) throw unknownTask()
    return stored
  }

  #revive({ id, record }: StoredTask): void {
    if (isLive(record)) this.#runs.start(id, record)
  }

  #snapshot(stored: StoredTask): TaskSnapshot {
    return toSnapshot(stored, this.#taskServices.server.runtime.now())
  }

  #key(owner: string): string {
    return taskOwner(this.#taskServices.server.info.name, owner)
  }
}

/** Gives undefined if no open request changes. */
function settled(record: LiveRecord, settle: (question: TaskQuestion) => TaskQuestion): LiveRecord | undefined {
  const before = record.job.questions
  const questions = before.map((question) => (question.state === 'open' ? settle(question) : question))
  const isSame = questions.every((question, index) => question === before[index])
  return isSame ? undefined : withQuestions(record, questions)
}

function isId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id)
}

function unknownTask(): RpcError {
  return RpcError.invalidParams('Unknown task')
}

/** Converts a record to the state that clients see at the time `now`. */
function toSnapshot({ id, record, version }: StoredTask, now: number): TaskSnapshot {
  const { status, statusMessage, createdAt, updatedAt, ttlMs, outcome, job } = record
  return {
    task: {
      taskId: id,
      status,
      ...(statusMessage !== undefined && { statusMessage }),
      createdAt: new Date(createdAt).toISOString(),
      lastUpdatedAt: new Date(updatedAt).toISOString(),
      ttlMs,
      ...(job !== undefined && { pollIntervalMs: pollInterval(now - createdAt) }),
    },
    version,
    inputRequests: openRequests(job?.questions ?? []),
    ...(outcome !== undefined && { outcome }),
  }
}

function openRequests(questions: readonly TaskQuestion[]): TaskSnapshot['inputRequests'] {
  const open = questions.filter(({ state }) => state === 'open')
  return Object.fromEntries(open.map(({ key, request }) => [key, request]))
}

/**
 * Gives the time to wait before a client reads an unfinished task again, by the age of the task, both in milliseconds.
 * A short task is seen soon.
 */
export function pollInterval(ageMs: number): number {
  // A negative age comes from a node whose clock is ahead.
  return ageMs >= 0 && ageMs < 1_000 ? 100 : 1_000
}

/** Converts the error that a client answered with for storing: whole, unless it is too long. */
function toRefusal(error: RpcError): RpcErrorObject {
  const whole = cloneJson(error.toObject()) as RpcErrorObject // JSON keeps the shape
  return JSON.stringify(whole).length <= maxLength
    ? whole
    : { code: whole.code, message: truncateStatus(whole.message) }
}

/** Characters of JSON. */
const maxLength = 4_000
