import type { RpcErrorObject } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { encodeInputRequest } from '../../../protocol/input/encode-input-request.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import type { InputRequest } from '../../../protocol/model/input-request.js'
import { newestProfile } from '../../../protocol/revisions/profiles.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { canonicalJson } from '../../../values/json/canonical-json.js'
import { cloneJson } from '../../../values/json/clone-json.js'
import type { InputRequester, KeyedInputRequest } from '../../input/input-requester.js'
import type { TaskJob, TaskQuestion } from '../records/task-record.js'
import { withQuestions } from '../records/with-questions.js'
import type { TaskWriter } from './task-writer.js'

export interface TaskInputRequesterOptions {
  readonly job: TaskJob
  readonly writer: TaskWriter
  readonly limits: Limits
  readonly signal: AbortSignal
  /** Rejects when another node may run the task. */
  readonly assertLeased: () => Promise<void>
}

interface WaitingAnswer {
  readonly resolve: (answer: unknown) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Stores input requests in the task, where the client finds them. Answers and values of side effects are stored before
 * they are used, so that a later run does not need them again. spec: 2025-11-25 basic/utilities/tasks#input-required-status
 */
export class TaskInputRequester implements InputRequester {
  readonly #options: TaskInputRequesterOptions
  readonly #questions: Map<string, TaskQuestion>
  readonly #onces: Map<string, readonly unknown[]>
  /** The keys of an earlier run that this run did not reach yet. */
  readonly #unread: Set<string>
  readonly #waiting = new Map<string, WaitingAnswer>()
  /** The reason that all further requests reject with. */
  #over: { readonly reason: unknown } | undefined

  constructor(options: TaskInputRequesterOptions) {
    const { job, signal } = options
    this.#options = options
    this.#questions = new Map(job.questions.map((question) => [question.key, question]))
    this.#onces = new Map(job.onces)
    const answered = job.questions.filter(isAnswered)
    this.#unread = new Set([...answered.map(({ key }) => question(key)), ...job.onces.map(([key]) => once(key))])
    signal.addEventListener('abort', () => this.#end(signal.reason), { once: true })
  }

  get isReplaying(): boolean {
    return this.#unread.size > 0
  }

  /** Sends a request under a key of its own: a repeated request, or one whose key belongs to another, gets a new key. */
  async request<T>({ key, request, read, again }: KeyedInputRequest<T>): Promise<T> {
    let stored = toStored(request)
    for (let attempt = 1; ; attempt += 1) {
      this.#assertOpen()
      const unique = attemptKey(key, attempt)
      const existing = this.#questions.get(unique)
      if (existing === undefined) {
        await this.#put({ key: unique, request: stored, state: 'open' })
      } else if (existing.state === 'dropped' || canonicalJson(existing.request) !== canonicalJson(stored)) {
        await this.#drop(existing)
        continue
      }
      const reading = await read(await this.#answer(unique))
      this.#unread.delete(question(unique))
      if (reading.type === 'value') return reading.value
      if (reading.type === 'insufficient' && again !== undefined) stored = toStored(again(reading.problem))
    }
  }

  async once(key: string, run: (correlationId: string) => Promise<unknown>): Promise<unknown> {
    const { job, writer, assertLeased } = this.#options
    this.#assertOpen()
    const stored = this.#onces.get(key)
    if (stored !== undefined) {
      this.#unread.delete(once(key))
      return stored[0]
    }
    this.#unread.clear()
    await assertLeased()
    const value = await run(job.correlationId)
    const entry = [key, value === undefined ? [] : [value]] as const
    await writer.write((record) => ({ ...record, job: { ...record.job, onces: [...record.job.onces, entry] } }))
    this.#onces.set(...entry)
    return value
  }

  finish(): void {
    this.#end(new OmniportError('closed', 'The task is over: nothing more can be asked'))
  }

  acceptAnswers(questions: readonly TaskQuestion[]): void {
    for (const answered of questions.filter(isAnswered)) {
      const { key, answer, error } = answered
      if (this.#questions.get(key)?.state !== 'open') continue
      this.#questions.set(key, answered)
      const waiting = this.#waiting.get(key)
      this.#waiting.delete(key)
      if (error === undefined) waiting?.resolve(answer)
      else waiting?.reject(fromRefusal(error))
    }
  }

  async #put(asked: TaskQuestion): Promise<void> {
    const { limits, writer } = this.#options
    if (this.#questions.size >= limits.questions) {
      throw new OmniportError('limit', `At most ${limits.questions} questions per task (questions)`)
    }
    this.#unread.clear()
    this.#questions.set(asked.key, asked)
    try {
      await writer.write((record) => withQuestions(record, [...record.job.questions, asked]))
    } catch (reason) {
      this.#questions.delete(asked.key)
      throw reason
    }
  }

  async #drop(existing: TaskQuestion): Promise<void> {
    this.#unread.delete(question(existing.key))
    if (existing.state !== 'open') return
    const dropped: TaskQuestion = { ...existing, state: 'dropped' }
    this.#questions.set(existing.key, dropped)
    await this.#options.writer.write((record) =>
      withQuestions(
        record,
        record.job.questions.map((other) => (other.key === existing.key ? dropped : other)),
      ),
    )
  }

  async #answer(key: string): Promise<unknown> {
    const existing = this.#questions.get(key)
    if (existing?.state === 'answered') return existing.answer
    if (existing?.error !== undefined) {
      this.#unread.delete(question(key))
      throw fromRefusal(existing.error)
    }
    this.#unread.clear()
    return new Promise((resolve, reject) => {
      if (this.#over !== undefined) reject(this.#over.reason)
      else this.#waiting.set(key, { resolve, reject })
    })
  }

  #assertOpen(): void {
    if (this.#over !== undefined) throw this.#over.reason
  }

  #end(reason: unknown): void {
    this.#over ??= { reason }
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
  }
}

function isAnswered({ state }: TaskQuestion): boolean {
  return state === 'answered' || state === 'refused'
}

function fromRefusal({ code, message, data }: RpcErrorObject): RpcError {
  return new RpcError(code, message, data)
}

/** The profile whose shape all revisions can be derived from. */
const neutral = { ...newestProfile, elicitationIds: true }

function toStored(request: InputRequest): InputRequest {
  return cloneJson(encodeInputRequest(request, neutral)) as InputRequest // JSON keeps the shape
}

/** Numbers the attempts from the second on; a key that looks like an attempt gets a number from the first. */
function attemptKey(key: string, attempt: number): string {
  return attempt > 1 || /~\d+$/.test(key) ? `${key}~${attempt}` : key
}

function question(key: string): string {
  return `question ${key}`
}

function once(key: string): string {
  return `once ${key}`
}
