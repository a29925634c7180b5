import type { RpcErrorObject } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { codecOf } from '../../../protocol/codec/codec-of.js'
import { encodeResultContent } from '../../../protocol/content/encode-result-content.js'
import { ServerFull } from '../../../protocol/errors/server-full.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import type { CallToolResult } from '../../../protocol/model/results.js'
import { newestProfile } from '../../../protocol/revisions/profiles.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import { cloneJson } from '../../../values/json/clone-json.js'
import { reportThrown } from '../../requests/report-internal.js'
import { runHandler } from '../../requests/run-handler.js'
import { type ToolRequest, toolHandler } from '../../tools/call-tool.js'
import { BeforeResult } from '../../tools/prepare-tool.js'
import type { ToolEntry } from '../../tools/tool-entry.js'
import { tooLargeText } from '../records/is-too-large.js'
import type { LiveRecord } from '../records/task-record.js'
import { isLive } from '../records/task-records.js'
import type { TaskEnvironment } from '../service/task-environment.js'
import type { TaskOutcome } from '../service/task-snapshot.js'
import { type OutcomeTarget, storeOutcome } from './store-outcome.js'
import { TaskExchange } from './task-exchange.js'
import { TaskInputRequester } from './task-input-requester.js'
import { TaskLease } from './task-lease.js'
import { TaskStatusLine } from './task-status-line.js'
import type { TaskSweep } from './task-sweep.js'
import { TaskWatch } from './task-watch.js'
import { TaskWriter } from './task-writer.js'
import { type RunEndReason, toRunEndError } from './to-run-end-error.js'

export interface TaskRunOptions {
  readonly id: string
  readonly tool: ToolEntry
  readonly environment: TaskEnvironment
  /** Present where the task was created here and just now. */
  readonly origin?: TaskOrigin | undefined
  /** Told when this node has the lease, and when the run may not write any more; then if the task is final or gone. */
  readonly sweep?: Pick<TaskSweep, 'onStart' | 'onEnd'> | undefined
}

export interface TaskOrigin {
  readonly tool: ToolEntry
  readonly exchange: Exchange
}

/** One run of a task on this node, from taking its lease to the end of its handler. */
export class TaskRun {
  readonly #options: TaskRunOptions
  readonly #ending = new AbortController()
  #hasOutcome = false

  constructor(options: TaskRunOptions) {
    this.#options = options
  }

  /** Settles when the handler has ended, or at once where another node runs the task. Rejects when the store fails. */
  async run(): Promise<void> {
    const { id, environment, origin, sweep } = this.#options
    const { runtime, logger } = environment.server
    const isFirst = origin !== undefined
    const lease = await TaskLease.take({ ...environment, id, runtime, logger, isFirst })
    if (lease === undefined) return
    sweep?.onStart(id)
    let isStored = false
    try {
      const record = await this.#claim(lease)
      if (record !== undefined && !this.#ending.signal.aborted) isStored = await this.#runLeased(lease, record)
    } finally {
      if (!isStored) await lease.release()
      sweep?.onEnd(id, isStored)
    }
  }

  /** Ends the run, and all waits of the handler. The task stays as it is. */
  abort(reason: unknown): void {
    this.#ending.abort(reason)
  }

  /**
   * Takes the record of the task from earlier runs, which cannot write it any more. Gives undefined if the task is
   * final or gone, or a later run has it.
   */
  async #claim(lease: TaskLease): Promise<LiveRecord | undefined> {
    const { id, environment, origin } = this.#options
    const isFirst = origin !== undefined
    const claim = (record: LiveRecord) =>
      record.job.fence > lease.claim.fence ? undefined : { ...record, job: { ...record.job, ...lease.claim } }
    // The first run has no earlier run to exclude.
    if (!isFirst && (await environment.records.update(id, claim)) !== 'written') return undefined
    const record = (await environment.records.get(id))?.record
    return record !== undefined && isLive(record) && lease.covers(record) ? record : undefined
  }

  /** Runs the tool under a lease. Gives true if the task is final now. */
  async #runLeased(lease: TaskLease, record: LiveRecord): Promise<boolean> {
    const { id, environment, tool } = this.#options
    const { signal } = this.#ending
    const { runtime, logger } = environment.server
    const onTooLarge = (why: 'too-large' | 'full') => this.#fail(toSizeError(why, environment.server.limits), target)
    const { records } = environment
    const writer = new TaskWriter({ records, id, lease, onRefused: this.#onEnd, onTooLarge })
    const target: OutcomeTarget = { writer, signal, runtime, logger }
    const assertLeased = () => watch.assertLeased()
    const requester = new TaskInputRequester({
      job: record.job,
      writer,
      limits: tool.services.limits,
      signal,
      assertLeased,
    })
    const onQuestions = requester.acceptAnswers.bind(requester)
    const watch = new TaskWatch({ id, environment, lease, record, onQuestions, onEnd: this.#onEnd })
    signal.addEventListener('abort', () => watch.stop(), { once: true })
    try {
      const outcome = await this.#call(record, requester, writer)
      this.#hasOutcome = true
      requester.finish()
      return await storeOutcome(outcome, target)
    } finally {
      watch.stop()
    }
  }

  async #call({ job }: LiveRecord, requester: TaskInputRequester, writer: TaskWriter): ReturnType<typeof runOutcome> {
    const { id, tool, environment, origin } = this.#options
    const { signal } = this.#ending
    const line = new TaskStatusLine(environment.server.runtime, (statusMessage) => {
      // A failure shows at the next renewal of the lease, or with the outcome.
      writer.write((record) => ({ ...record, statusMessage })).catch(() => {})
    })
    const stop = () => line.stop()
    signal.addEventListener('abort', stop, { once: true })
    const call: ToolRequest = {
      message: { jsonrpc: '2.0', id: job.requestId, method: 'tools/call', params: job.params },
      params: job.params,
      exchange: new TaskExchange({ id, job, signal, origin: origin?.exchange }),
      ending: signal,
      input: tool.services.input,
      requester,
      prepared: new BeforeResult(job.prepared[0]),
      onProgress: ({ message }) => message !== undefined && line.update(message),
    }
    return runOutcome(tool, call).finally(stop)
  }

  /** Makes the task fail, and aborts its handler. Gives the reason. */
  async #fail(error: RpcError, target: OutcomeTarget): Promise<RpcError> {
    this.#hasOutcome = true
    await storeOutcome({ type: 'error', error: error.toObject() }, target)
    this.abort(error)
    return error
  }

  /** Aborts the handler when the run has ended. Once there is an outcome, a final task is expected. */
  readonly #onEnd = (why: RunEndReason): unknown => {
    const { signal } = this.#ending
    const { id, sweep } = this.#options
    sweep?.onEnd(id, why !== 'declined')
    const reason: unknown = signal.aborted ? signal.reason : toRunEndError(why)
    if (!(this.#hasOutcome && why === 'final')) this.abort(reason)
    return reason
  }
}

function toSizeError(why: 'too-large' | 'full', limits: Limits): RpcError {
  if (why === 'full') return new ServerFull('anonymousBytes', limits.anonymousBytes)
  return RpcError.internal(tooLargeText(limits))
}

/** Calls a tool. The outcome is JSON: a result in newest shape, or an error in the shape of its revision. */
async function runOutcome(tool: ToolEntry, call: ToolRequest): Promise<TaskOutcome> {
  try {
    const result = await runHandler(tool, call, toolHandler)
    const encoded = encodeResultContent('tools/call', result, newestProfile)
    return { type: 'result', result: cloneJson(encoded) as CallToolResult } // JSON keeps the shape
  } catch (reason) {
    return { type: 'error', error: await toErrorObject(reason, tool, call) }
  }
}

async function toErrorObject(reason: unknown, tool: ToolEntry, { exchange }: ToolRequest): Promise<RpcErrorObject> {
  const { revision } = exchange
  const internal = async (error: unknown) => {
    const text = await reportThrown(tool.services, error, { what: `tool ${tool.name}`, exchange })
    return RpcError.internal(text).toObject()
  }
  if (!RpcError.is(reason)) return internal(reason)
  try {
    return cloneJson(codecOf(revision).encodeError(reason, profileOf(revision))) as RpcErrorObject // JSON keeps the shape
  } catch (error) {
    return internal(error)
  }
}
