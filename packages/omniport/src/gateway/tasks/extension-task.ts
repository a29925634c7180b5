import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { decodeResult } from '../../protocol/codec/decode-result.js'
import type { InputRequest, InputRequests } from '../../protocol/model/input-request.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import { isFinal, type Task } from '../../protocol/model/task.js'
import type { TaskOutcome } from '../../server/tasks/service/task-snapshot.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { type ConvertedQuestion, convertQuestion } from '../calls/convert-question.js'
import { withoutServerInfo } from '../calls/encode-response.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'
import { requestAboutTask, type TaskSource, type TaskSourceOptions, type TaskState, toTask } from './task-source.js'

interface AskedQuestion extends ConvertedQuestion {
  isAnswered: boolean
}

/** The end that a client gave a task, whatever its upstream makes of it. */
interface GivenEnd {
  readonly status: 'cancelled' | 'failed'
  readonly statusMessage?: string
  readonly lastUpdatedAt: string
  readonly outcome?: TaskOutcome
}

/** A task of the extension at an upstream of 2026-07-28, whose state has its questions and its outcome. spec: SEP-2663 */
export class ExtensionTask implements TaskSource {
  readonly #options: TaskSourceOptions
  readonly #asked = new Map<string, AskedQuestion>()
  #end: GivenEnd | undefined

  constructor(options: TaskSourceOptions) {
    this.#options = options
  }

  async read(): Promise<TaskState> {
    const open = await this.#options.ready()
    const { raw, ...task } = toTask('tasks/get', await this.#request(open, 'tasks/get'), open)
    if (this.#end !== undefined) return ended(task, this.#end)
    switch (task.status) {
      case 'completed':
        return { task, inputRequests: {}, outcome: resultOf(raw, open) }
      case 'failed':
        return { task, inputRequests: {}, outcome: errorOf(raw) }
      case 'input_required':
        return this.#readAsking(task, raw['inputRequests'], open)
      default:
        return { task, inputRequests: {} }
    }
  }

  async answer(responses: ReadonlyMap<string, unknown>): Promise<void> {
    const converted = [...responses].flatMap(([key, response]) => {
      const asked = this.#asked.get(key)
      return asked === undefined || asked.isAnswered ? [] : [{ key, asked, answer: toAnswer(key, asked, response) }]
    })
    if (converted.length === 0) return
    // No assignment, since a key may be `__proto__`.
    const inputResponses = Object.fromEntries(converted.map(({ key, answer }) => [key, answer]))
    await this.#request(await this.#options.ready(), 'tasks/update', { inputResponses })
    for (const { asked } of converted) asked.isAnswered = true
  }

  /** The extension has answers only, so the task ends with the error of the client. spec: SEP-2663#task-update-requests */
  async refuse(key: string, error: RpcError): Promise<void> {
    if (this.#asked.has(key)) await this.#fail(error)
  }

  /** The upstream may go on all the same; for the client the task has ended. spec: 2025-11-25 basic/utilities/tasks#task-cancellation */
  async cancel(): Promise<void> {
    const open = await this.#options.ready()
    await this.#request(open, 'tasks/cancel')
    const { status } = toTask('tasks/get', await this.#request(open, 'tasks/get'), open)
    if (!isFinal(status))
      this.#end ??= { ...this.#now(), status: 'cancelled', statusMessage: 'The task was cancelled by request.' }
  }

  async #readAsking(task: Task, inputRequests: unknown, open: OpenUpstream): Promise<TaskState> {
    if (!isObject(inputRequests)) throw invalid('inputRequests must be an object')
    try {
      const requests = this.#convert(inputRequests, open)
      const status = Object.keys(requests).length > 0 ? 'input_required' : 'working'
      return { task: { ...task, status }, inputRequests: requests }
    } catch (reason) {
      await this.#fail(RpcError.is(reason) ? reason : RpcError.internal(messageOf(reason)))
      return this.#end === undefined ? { task, inputRequests: {} } : ended(task, this.#end)
    }
  }

  /** The questions that have no answer. @throws RpcError or OmniportError for one that the client cannot be asked. */
  #convert(inputRequests: Readonly<Record<string, unknown>>, open: OpenUpstream): InputRequests {
    const { exchange, services } = this.#options
    const { limits, runtime } = services
    const entries = Object.entries(inputRequests)
    if (entries.length > limits.questions) throw new OmniportError('limit', `The task asks too much (questions)`)
    for (const [key, question] of entries) {
      if (this.#asked.has(key)) continue
      if (this.#asked.size >= limits.questions * limits.rounds)
        throw new OmniportError('limit', 'The task asks too much (rounds)')
      if (!isObject(question) || typeof question['method'] !== 'string') throw invalid('an input request has no method')
      const received = { method: question['method'], params: question['params'] }
      this.#asked.set(key, {
        ...convertQuestion(received, { from: open.revision, exchange, runtime }),
        isAnswered: false,
      })
    }
    const unanswered = entries.flatMap(([key]) => {
      const asked = this.#asked.get(key)
      if (asked === undefined || asked.isAnswered) return []
      const { method, params } = asked
      return [[key, { method, ...(params !== undefined && { params }) } as InputRequest] as const] // converting checked the method
    })
    return Object.fromEntries(unanswered)
  }

  async #fail(error: RpcError): Promise<void> {
    this.#end ??= { ...this.#now(), status: 'failed', outcome: { type: 'error', error: error.toObject() } }
    await this.#request(await this.#options.ready(), 'tasks/cancel').catch(() => {}) // nobody waits for it any more
  }

  #now(): { readonly lastUpdatedAt: string } {
    return { lastUpdatedAt: new Date(this.#options.services.runtime.now()).toISOString() }
  }

  #request(open: OpenUpstream, method: string, params: RpcParams = {}): ReturnType<typeof requestAboutTask> {
    return requestAboutTask(open, { method, params: { ...params, taskId: this.#options.taskId } })
  }
}

function ended({ pollIntervalMs: _, ...task }: Task, { outcome, ...end }: GivenEnd): TaskState {
  return { task: { ...task, ...end }, inputRequests: {}, ...(outcome !== undefined && { outcome }) }
}

function resultOf({ result }: Readonly<Record<string, unknown>>, { revision }: OpenUpstream): TaskOutcome {
  const decoded = withoutServerInfo(decodeResult('tools/call', result, { revision }))
  return { type: 'result', result: decoded as CallToolResult } // decoding checked it
}

function errorOf({ error }: Readonly<Record<string, unknown>>): TaskOutcome {
  if (!isObject(error) || !Number.isInteger(error['code']) || typeof error['message'] !== 'string') {
    throw invalid('the error of a failed task must have a code and a message')
  }
  const { code, message, data } = error
  return { type: 'error', error: { code: code as number, message, ...(data !== undefined && { data }) } } // it was checked above
}

function toAnswer(key: string, asked: AskedQuestion, response: unknown): unknown {
  try {
    return asked.toAnswer(response)
  } catch (reason) {
    throw RpcError.invalidParams(`The answer to ${asked.method} (${key.slice(0, 64)}): ${messageOf(reason)}`)
  }
}

function messageOf(reason: unknown): string {
  return OmniportError.is(reason) || RpcError.is(reason) || reason instanceof TypeError
    ? reason.message
    : 'internal error'
}

function invalid(problem: string): OmniportError {
  return new OmniportError('invalid_result', `tasks/get: ${problem}`)
}
