import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import { andThen, isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import type { Progress } from '../../protocol/exchange/exchange.js'
import type { ElicitAction, ElicitAnswer } from '../../protocol/model/elicitation.js'
import type { Root } from '../../protocol/model/roots.js'
import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'
import type { InputRequired } from '../../protocol/results/input-required.js'
import type { AnySchema } from '../../schema/schema.js'
import { assertProgress, ProgressReporter, progressTokenOf } from '../../transport/exchange/progress-reporter.js'
import type { Entry } from '../definitions/entry.js'
import { canRequestInput } from '../input/can-request-input.js'
import type { InputRequester } from '../input/input-requester.js'
import type { InputService } from '../input/input-service.js'
import type { RunInputs } from '../input/run-inputs.js'
import { callEnded } from '../input/suspended.js'
import type { Context, InputKind, InputRequestOptions } from './context.js'
import { RequestScope, type ScopeOwner, type ScopeRequest } from './request-scope.js'
import type { Handler, HandlerRequest } from './run-handler.js'

/** Creates the requester of a handler's input requests. */
export interface InputRequesterSource {
  /** Present where the requester exists before the handler asks anything. */
  readonly requester?: InputRequester | undefined
  /** The signal of the requester, also while there is none. */
  readonly signal: AbortSignal | undefined
  /** Called at most once, with the first input request. */
  createRequester(input: InputService): InputRequester
  /** Watches a handler that did not return at once. Default: its result is the result. */
  follow?<T>(result: Promise<T>): Promise<T | InputRequired>
}

export interface HandlerScopeRequest extends ScopeRequest {
  /** Called for every report of progress, also where the caller did not ask for progress. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export interface HandlerScopeOptions {
  readonly app: unknown
  /** Default: the server sends requests to the client. */
  readonly requesters?: InputRequesterSource | undefined
}

export class HandlerScope extends RequestScope implements Context {
  readonly #requesters: InputRequesterSource | undefined
  readonly #onProgress: HandlerScopeRequest['onProgress']
  #progress: ProgressReporter | undefined
  #finished = false
  #input: RunInputs | undefined
  #requester: InputRequester | undefined
  #combinedSignal: AbortSignal | undefined
  /** The questions without an answer; absent before the first. */
  #questions: Set<{ readonly kind: InputKind }> | undefined

  constructor(owner: ScopeOwner, call: HandlerScopeRequest, { app, requesters }: HandlerScopeOptions) {
    super(owner, call, app)
    this.#requesters = requesters
    this.#onProgress = call.onProgress
  }

  /** Sets the requester before the handler runs, so that it replays the answers of earlier runs. */
  useRequester(requester: InputRequester): void {
    this.#requester = requester
  }

  /** Runs `handler` with this context, and ends the context however `run` ends. */
  run<E extends Entry, C extends HandlerRequest, T>(
    handler: Handler<E, C, T>,
    entry: E,
    call: C,
  ): MaybePromise<T | InputRequired> {
    let result: MaybePromise<T>
    try {
      result = handler.run(entry, call, this)
    } catch (reason) {
      const explained = this.#explain(reason)
      this.finish()
      throw explained
    }
    if (isPromise(result)) {
      const running = this.#finishAfter(result)
      return this.#requesters?.follow?.(running) ?? running
    }
    this.#warnOfQuestions()
    this.finish()
    return result
  }

  /** The signal also aborts when a round ends. */
  override get signal(): AbortSignal {
    if (this.#combinedSignal !== undefined) return this.#combinedSignal
    const signal = this.#finished && this.#requester === undefined ? undefined : this.#requesters?.signal
    // Node keeps a signal of `AbortSignal.any` as long as a handler leaves a listener on it, also when the call is over.
    // Both signals are of this call, and so there is nothing to unlink.
    this.#combinedSignal = signal === undefined ? super.signal : new LinkedAbortController(super.signal, signal).signal
    return this.#combinedSignal
  }

  progress(progress: number, total?: number, message?: string): void {
    assertProgress(progress, total, message)
    if (this.isSilent) return
    this.#onProgress?.({ progress, total, message })
    const { message: request, exchange } = this.call
    const token = progressTokenOf(request)
    if (token === undefined) return
    this.#progress ??= new ProgressReporter(exchange, token, this.owner.services.runtime)
    this.#progress.report({ progress, total, message })
  }

  can(question: InputKind): boolean {
    return canRequestInput(this.call.exchange, required[question])
  }

  elicit(message: string, schema: AnySchema, options?: InputRequestOptions): Promise<ElicitAnswer<never>> {
    // The schema says what the content is.
    return this.#ask('elicit', (input) => input.elicit(message, schema, options)) as Promise<ElicitAnswer<never>>
  }

  elicitUrl(
    message: string,
    url: string | ((id: string) => string),
    options?: InputRequestOptions,
  ): Promise<{ readonly action: ElicitAction; readonly id: string }> {
    return this.#ask('elicitUrl', (input) => input.elicitUrl(message, url, options))
  }

  sample(params: SampleParams, options?: InputRequestOptions): Promise<SampleResult<never>> {
    // Without `tools` no tool is used: `sampleQuestion` checks that.
    return this.#ask<SampleResult<SampleContent>>('sample', (input) => input.sample(params, options)) as Promise<
      SampleResult<never>
    >
  }

  roots(): Promise<readonly Root[]> {
    return this.#ask('roots', (input) => input.roots())
  }

  once<T>(name: string, fn: (sideEffect: { readonly idempotencyKey: string }) => T | Promise<T>): Promise<T> {
    return guarded(() => this.#withInput((input) => input.once(name, fn)))
  }

  disconnect({ retryMs }: { readonly retryMs?: number | undefined } = {}): void {
    this.call.exchange.closeStream?.(retryMs)
  }

  /** True while a question has no answer. */
  get isAsking(): boolean {
    return this.#questions !== undefined && this.#questions.size > 0
  }

  /** Ends the run: progress that waits is sent, later reports are dropped, and input requests reject. */
  finish(): void {
    this.#finished = true
    this.#progress?.finish()
    this.#requester?.finish?.()
    this.release()
  }

  protected override get isSilent(): boolean {
    return this.#finished || (this.#requester?.isReplaying ?? false)
  }

  async #finishAfter<T>(result: Promise<T>): Promise<T> {
    try {
      const value = await result
      this.#warnOfQuestions()
      return value
    } catch (reason) {
      throw this.#explain(reason)
    } finally {
      this.finish()
    }
  }

  #explain(reason: unknown): unknown {
    return this.#input?.explain(reason) ?? reason
  }

  #ask<T>(kind: InputKind, request: (input: RunInputs) => Promise<T>): Promise<T> {
    const question = { kind }
    const questions = this.#questions ?? new Set()
    this.#questions = questions.add(question)
    const answer = guarded(() => this.#withInput(request))
    const end = () => void questions.delete(question)
    answer.then(end, end)
    return answer
  }

  /** Warns once per definition that its handler did not wait for an answer, with which it could do nothing. */
  #warnOfQuestions(): void {
    const { owner, call } = this
    if (!this.isAsking || call.exchange.signal.aborted || call.ending.aborted || warned.has(owner)) return
    warned.add(owner)
    const kinds = Array.from(this.#questions ?? [], ({ kind }) => kind)
    owner.services.logger.warn(
      `${owner.name} returned before its question was answered: write await ctx.${kinds[0]}(…)`,
    )
  }

  #withInput<T>(question: (input: RunInputs) => Promise<T>): MaybePromise<T> {
    if (this.#input !== undefined) return question(this.#input)
    if (this.#finished && this.#requester === undefined) throw callEnded()
    this.#requester ??= this.#requesters?.requester
    return andThen(this.owner.services.input.load(), (inputService) => {
      this.#input ??= this.#createInputRequests(inputService)
      return question(this.#input)
    })
  }

  #createInputRequests(inputService: InputService): RunInputs {
    if (this.#finished && this.#requester === undefined) inputService.refuseLate()
    this.#requester ??= this.#requesters?.createRequester(inputService) ?? this.#createDirectRequester(inputService)
    const { logger, runtime, onUrlElicitation } = this.owner.services
    return inputService.createInputRequests({
      requester: this.#requester,
      exchange: this.call.exchange,
      logger,
      runtime,
      onUrlElicitation,
    })
  }

  #createDirectRequester(inputService: InputService): InputRequester {
    const { limits, runtime } = this.owner.services
    return inputService.createDirectRequester({
      exchange: this.call.exchange,
      ending: this.call.ending,
      limits,
      runtime,
    })
  }
}

/** The definitions that were warned of. */
const warned = new WeakSet<ScopeOwner>()

/** The client capabilities that each kind of input request needs. */
const required: Readonly<Record<InputKind, Readonly<Record<string, unknown>>>> = {
  elicit: { elicitation: { form: {} } },
  elicitUrl: { elicitation: { url: {} } },
  sample: { sampling: {} },
  sampleTools: { sampling: { tools: {} } },
  roots: { roots: {} },
}

/** An input request that nobody awaits must not end the process when its round is over. */
function guarded<T>(requestInput: () => MaybePromise<T>): Promise<T> {
  const answer = new Promise<T>((resolve) => resolve(requestInput()))
  answer.catch(() => {})
  return answer
}
