import { AsyncLocalStorage } from 'node:async_hooks'
import type { CalledTask } from '../../entries/client.js'
import type { Host, HostApp, LoadedHostSkill } from '../../entries/host.js'
import type { Progress } from '../../entries/protocol.js'
import { UsageError } from '../actions/usage-error.js'
import type {
  Catalogue,
  ConsoleEvent,
  Json,
  MessageRecord,
  Operation,
  OperationRequest,
  PersonRequest,
} from '../contract.js'
import { isObject } from '../recording/read-message.js'
import type { SpanTracker } from '../recording/span-tracker.js'
import { isSentBy, titleOf } from './describe-request.js'
import { type RunContext, runOperation } from './run-operation.js'
import { toFailure } from './to-failure.js'

export interface OperationsOptions {
  readonly host: () => Host
  readonly publish: (event: ConsoleEvent) => void
  readonly spans: SpanTracker
  readonly timeoutMs: () => number
  readonly catalogueOf: (server: string) => Catalogue | undefined
  readonly settingsOf: RunContext['settingsOf']
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
  /** What is done for an operation knows it: what its response asks for, and what comes on the stream of its response. */
  readonly #current = new AsyncLocalStorage<string>()
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

  /**
   * Starts an operation, of an app if `fromApp` is what loaded it. Settles when it has ended; never rejects. @throws UsageError for
   * an id that was used.
   */
  start(id: string, request: OperationRequest, fromApp?: string): Promise<Operation> {
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
    this.#put({ id, request, state: 'running', startedAt, span, ...(fromApp !== undefined && { fromApp }) })
    return this.#run(id, running)
  }

  /** @throws UsageError for one that does not run. */
  async cancel(id: string): Promise<void> {
    const running = this.#running.get(id)
    if (running === undefined) throw new UsageError('This has ended already')
    await running.task?.cancel().catch(() => {}) // giving it up is what matters
    running.abort.abort(new DOMException('You cancelled it', 'AbortError'))
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

  /**
   * The work that a request of a server belongs to: that in which it came, or the only one that runs. Else it is one of several:
   * over pipes, a server of a legacy revision does not say for which call it asks.
   */
  workOf(server: string): Pick<PersonRequest, 'operation' | 'operations' | 'span'> {
    const ids = this.#runningOf(server)
    const id = this.#currentOf(ids) ?? (ids.length === 1 ? ids[0] : undefined)
    const running = id === undefined ? undefined : this.#running.get(id)
    if (id !== undefined && running !== undefined) return { operation: id, span: running.span }
    return ids.length === 0 ? {} : { operations: ids }
  }

  /** The work that sent a request, by its method and the name in it, or that a request of the server belongs to. */
  parentOf(sent: MessageRecord): { readonly id: string; readonly operation?: string } | undefined {
    const ids = this.#runningOf(sent.server)
    const isSender = (id: string) => {
      const operation = this.#operations.get(id)
      return operation !== undefined && isSentBy(operation.request, this.#running.get(id)?.task?.id, sent)
    }
    const current = this.#currentOf(ids)
    const only = ids.length === 1 ? ids[0] : undefined
    const sender = current !== undefined && isSender(current) ? current : ids.find(isSender)
    const id = sent.from === 'server' ? (current ?? only) : sender
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

  #currentOf(ids: readonly string[]): string | undefined {
    const id = this.#current.getStore()
    return id !== undefined && ids.includes(id) ? id : undefined
  }

  #runningOf(server: string): readonly string[] {
    return [...this.#running.keys()].filter((id) => this.#operations.get(id)?.request.server === server)
  }

  async #run(id: string, running: Running): Promise<Operation> {
    const { request, startedAt, fromApp } = this.#operations.get(id) as Operation // `start` has put it
    const { host, timeoutMs, catalogueOf, settingsOf } = this.#options
    let end: Partial<Operation>
    try {
      const { signal } = running.abort
      await untilStarted(host(), request.server, signal)
      signal.throwIfAborted()
      const context: RunContext = {
        id,
        host: host(),
        signal,
        timeoutMs: timeoutMs(),
        catalogueOf,
        settingsOf,
        skills: this.#skills,
        apps: this.apps,
        app: fromApp === undefined ? undefined : this.apps.get(fromApp),
        onProgress: (progress) => this.#onProgress(id, running, progress),
        onTask: (task) => {
          running.task = task
          this.#change(id, { task: { id: task.id, status: task.status } })
        },
      }
      end = describeResult(await this.#current.run(id, () => runOperation(request, context)))
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

/** A connection belongs to no operation: it is made before one begins, and all may use it. Never rejects. */
async function untilStarted(host: Host, server: string, signal: AbortSignal): Promise<void> {
  const started = host.client(server).then(
    () => {},
    () => {}, // the operation fails in the same way, and says it
  )
  const given = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  await Promise.race([started, given])
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

const maxRunning = 100
const maxOperations = 500
const maxResultBytes = 33_554_432
/** Larger results come on demand. */
const maxShownBytes = 65_536
const progressMs = 100
