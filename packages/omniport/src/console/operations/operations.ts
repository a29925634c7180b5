import type { CalledTask } from '../../entries/client.js'
import type { Host, HostApp, LoadedHostSkill } from '../../entries/host.js'
import type { Progress } from '../../entries/protocol.js'
import { UsageError } from '../actions/usage-error.js'
import type { Catalogue, ConsoleEvent, Json, MessageRecord, Operation, OperationRequest } from '../contract.js'
import { isObject } from '../recording/read-message.js'
import type { SpanTracker } from '../recording/span-tracker.js'
import { runOperation } from './run-operation.js'
import { toFailure } from './to-failure.js'

export interface OperationsOptions {
  readonly host: () => Host
  readonly publish: (event: ConsoleEvent) => void
  readonly spans: SpanTracker
  readonly timeoutMs: () => number
  readonly catalogueOf: (server: string) => Catalogue | undefined
}

interface Running {
  readonly abort: AbortController
  readonly span: string
  task: CalledTask<unknown> | undefined
  /** Requests to the person that are open, and the time that ended ones took. */
  asking: number
  askedMs: number
  progressAt: number
}

/** The work that the page asked for, and its results: the last 500. */
export class Operations {
  readonly apps = new Map<string, HostApp>()
  readonly #options: OperationsOptions
  readonly #skills = new Map<string, LoadedHostSkill>()
  readonly #operations = new Map<string, Operation>()
  readonly #running = new Map<string, Running>()
  #resultBytes = 0

  constructor(options: OperationsOptions) {
    this.#options = options
  }

  /** Oldest first, without large results. */
  get all(): readonly Operation[] {
    return [...this.#operations.values()].map(withoutLargeResult)
  }

  get(id: string): Operation | undefined {
    return this.#operations.get(id)
  }

  /** Starts an operation. Settles when it has ended; never rejects. @throws UsageError for an id that was used. */
  start(id: string, request: OperationRequest): Promise<Operation> {
    if (this.#operations.has(id)) throw new UsageError(`There is an operation with the id ${id} already`)
    if (this.#running.size >= maxRunning) throw new UsageError(`${maxRunning} operations are running already`)
    const { spans } = this.#options
    const startedAt = Date.now()
    const span = spans.start({
      server: request.server,
      kind: 'call',
      from: 'client',
      title: titleOf(request),
      start: startedAt,
      operation: id,
    })
    const running: Running = {
      abort: new AbortController(),
      span,
      task: undefined,
      asking: 0,
      askedMs: 0,
      progressAt: 0,
    }
    this.#running.set(id, running)
    this.#put({ id, request, state: 'running', startedAt, span })
    return this.#run(id, running)
  }

  /** @throws UsageError for one that does not run. */
  async cancel(id: string): Promise<void> {
    const running = this.#running.get(id)
    if (running === undefined) throw new UsageError('This has ended already')
    await running.task?.cancel().catch(() => {}) // giving it up is what matters
    running.abort.abort(new DOMException('The person cancelled it', 'AbortError'))
  }

  /** Removes what has ended. */
  forget(ids: readonly string[] | undefined): void {
    const ended = (ids ?? [...this.#operations.keys()]).filter(
      (id) => this.#operations.has(id) && !this.#running.has(id),
    )
    for (const id of ended) this.#delete(id)
    if (ended.length > 0) this.#options.publish({ type: 'operations-dropped', ids: ended })
  }

  cancelAll(): void {
    for (const { abort } of this.#running.values()) abort.abort(new Error('The console is closed'))
  }

  /** The running work of a server that a request of it most likely belongs to: the one that began last. */
  workOf(server: string): { readonly operation?: string; readonly span?: string } {
    const [id] = this.#runningOf(server).slice(-1)
    const running = id === undefined ? undefined : this.#running.get(id)
    return id === undefined || running === undefined ? {} : { operation: id, span: running.span }
  }

  /** The work that sent a request, by its method and the name in it, or that a request of the server belongs to. */
  parentOf(sent: MessageRecord): { readonly id: string; readonly operation?: string } | undefined {
    const ids = this.#runningOf(sent.server)
    const isSender = (id: string) => {
      const operation = this.#operations.get(id)
      return operation !== undefined && isSentBy(operation, this.#running.get(id)?.task?.id, sent)
    }
    const id = sent.from === 'server' ? ids.at(-1) : ids.find(isSender)
    const running = id === undefined ? undefined : this.#running.get(id)
    return id === undefined || running === undefined ? undefined : { id: running.span, operation: id }
  }

  /** A request to the person belongs to an operation. */
  asking(id: string | undefined): void {
    const running = id === undefined ? undefined : this.#running.get(id)
    if (id === undefined || running === undefined) return
    running.asking += 1
    this.#change(id, { state: 'asking' })
  }

  asked(id: string | undefined, ms: number): void {
    const running = id === undefined ? undefined : this.#running.get(id)
    if (id === undefined || running === undefined) return
    running.asking -= 1
    running.askedMs += ms
    if (running.asking === 0) this.#change(id, { state: 'running' })
  }

  #runningOf(server: string): readonly string[] {
    return [...this.#running.keys()].filter((id) => this.#operations.get(id)?.request.server === server)
  }

  async #run(id: string, running: Running): Promise<Operation> {
    const { request, startedAt } = this.#operations.get(id) as Operation // `start` has put it
    const { host, timeoutMs, catalogueOf } = this.#options
    let end: Partial<Operation>
    try {
      const result = await runOperation(request, {
        id,
        host: host(),
        signal: running.abort.signal,
        timeoutMs: timeoutMs(),
        catalogueOf,
        skills: this.#skills,
        apps: this.apps,
        onProgress: (progress) => this.#onProgress(id, running, progress),
        onTask: (task) => {
          running.task = task
          this.#change(id, { task: { id: task.id, status: task.status } })
        },
      })
      end = describeResult(result)
    } catch (reason) {
      end = describeError(reason, running.abort.signal.aborted)
    }
    this.#running.delete(id)
    const endedAt = Date.now()
    const task = running.task && { task: { id: running.task.id, status: running.task.status } }
    this.#change(id, { ...end, ...task, endedAt, ms: Math.max(0, endedAt - startedAt - running.askedMs) })
    this.#options.spans.update(running.span, { end: endedAt, outcome: outcomeOf(end) })
    this.#options.spans.publish()
    return this.#operations.get(id) as Operation // only ended ones are removed, and this one just did
  }

  /** Progress may come often, and the page needs ten a second at most. */
  #onProgress(id: string, running: Running, { progress, total, message }: Progress): void {
    const now = Date.now()
    if (now - running.progressAt < progressMs) return
    running.progressAt = now
    const facts = { ...(total !== undefined && { total }), ...(message !== undefined && { message }) }
    this.#change(id, { progress: { progress, ...facts } })
  }

  #change(id: string, change: Partial<Operation>): void {
    const operation = this.#operations.get(id)
    if (operation !== undefined) this.#put({ ...operation, ...change })
  }

  #put(operation: Operation): void {
    this.#resultBytes += (operation.resultBytes ?? 0) - (this.#operations.get(operation.id)?.resultBytes ?? 0)
    this.#operations.set(operation.id, operation)
    this.#options.publish({ type: 'operation', operation: withoutLargeResult(operation) })
    const ended = [...this.#operations.keys()].filter((id) => !this.#running.has(id) && id !== operation.id)
    const dropped: string[] = []
    while (ended.length > 0 && (this.#operations.size > maxOperations || this.#resultBytes > maxResultBytes)) {
      const oldest = ended.shift() as string // there is one
      this.#delete(oldest)
      dropped.push(oldest)
    }
    if (dropped.length > 0) this.#options.publish({ type: 'operations-dropped', ids: dropped })
  }

  #delete(id: string): void {
    this.#resultBytes -= this.#operations.get(id)?.resultBytes ?? 0
    this.#operations.delete(id)
  }
}

function describeResult(value: unknown): Partial<Operation> {
  const json = JSON.stringify(value ?? null)
  const result = JSON.parse(json) as Json
  const isError = isObject(value) && value['isError'] === true
  return {
    state: 'done',
    result,
    resultBytes: Buffer.byteLength(json),
    resultTokens: Math.ceil(json.length / 4),
    isError,
  }
}

function describeError(reason: unknown, isCancelled: boolean): Partial<Operation> {
  const error = toFailure(reason)
  const state = isCancelled ? 'cancelled' : error.code === 'denied' ? 'denied' : 'failed'
  return { state, error }
}

function outcomeOf({ state, isError }: Partial<Operation>) {
  if (state === 'done') return isError === true ? 'tool-error' : 'ok'
  return state === 'denied' || state === 'cancelled' ? state : 'error'
}

function withoutLargeResult(operation: Operation): Operation {
  const { result, ...rest } = operation
  if (result === undefined || (operation.resultBytes ?? 0) <= maxShownBytes) return operation
  return { ...rest, isResultLeftOut: true }
}

function titleOf(request: OperationRequest): string {
  switch (request.kind) {
    case 'call':
    case 'load-app':
      return request.tool
    case 'read':
    case 'load-skill':
      return request.uri
    case 'read-skill-file':
      return request.path
    case 'get':
      return request.prompt
    case 'raw':
      return request.method
    case 'ping':
      return 'ping'
  }
}

function isSentBy({ request }: Operation, task: string | undefined, sent: MessageRecord): boolean {
  const { method = '', name = '' } = sent
  if (task !== undefined && method.startsWith('tasks/') && name === task) return true
  switch (request.kind) {
    case 'call':
      return method === 'tools/call' && name === request.tool
    case 'read':
      return method === 'resources/read' && name === request.uri
    case 'get':
      return method === 'prompts/get' && name === request.prompt
    case 'load-skill':
    case 'read-skill-file':
      return method === 'skills/get' || method === 'resources/read'
    case 'load-app':
      return method === 'resources/read'
    case 'ping':
      return method === 'ping' || method === 'server/discover'
    case 'raw':
      return method === request.method
  }
}

const maxRunning = 100
const maxOperations = 500
const maxResultBytes = 33_554_432
/** Larger results come on demand. */
const maxShownBytes = 65_536
const progressMs = 100
