import { andThen, isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import type { Progress } from '../../protocol/exchange/exchange.js'
import type { ElicitAction, ElicitAnswer } from '../../protocol/model/elicitation.js'
import type { Root } from '../../protocol/model/roots.js'
import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'
import type { AnySchema } from '../../schema/schema.js'
import { canRequestInput } from '../input/can-request-input.js'
import { ignoreSuspensionRejections } from '../input/ignore-suspension-rejections.js'
import type { InputRequester } from '../input/input-requester.js'
import type { InputService } from '../input/input-service.js'
import type { RunInputs } from '../input/run-inputs.js'
import { callEnded } from '../input/suspended.js'
import type { Context, InputKind, Keyed } from './context.js'
import { ProgressReporter } from './progress-reporter.js'
import { metaOf, RequestScope, type ScopeOwner, type ScopeRequest } from './request-scope.js'

/** Where the questions of a handler get their road from. */
export interface InputRequesterSource {
  /** The road, where there is one before anything is asked. */
  readonly requester?: InputRequester | undefined
  /** That of the road, before and after there is one. */
  readonly signal: AbortSignal | undefined
  /** Called once at most, with the first question. */
  createRequester(input: InputService): InputRequester
}

/** The request that a handler runs for. */
export interface HandlerScopeRequest extends ScopeRequest {
  /** Hears of all progress, also where the caller did not ask for it. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** What a handler is given, and how it asks. */
export interface HandlerScopeOptions {
  readonly app: unknown
  /** Default: requests of the server to the client. */
  readonly requesters?: InputRequesterSource | undefined
}

/** The context of a tool, a resource or a prompt that runs. Whoever made it calls `finish` before the answer goes out. */
export class HandlerScope extends RequestScope implements Context {
  readonly #requesters: InputRequesterSource | undefined
  readonly #onProgress: HandlerScopeRequest['onProgress']
  #progress: ProgressReporter | undefined
  #finished = false
  #input: RunInputs | undefined
  #requester: InputRequester | undefined
  #combinedSignal: AbortSignal | undefined

  constructor(owner: ScopeOwner, call: HandlerScopeRequest, { app, requesters }: HandlerScopeOptions) {
    super(owner, call, app)
    this.#requesters = requesters
    this.#onProgress = call.onProgress
  }

  /** An earlier run of the handler came this way: the road is there from the start. */
  useRequester(requester: InputRequester): void {
    this.#requester = requester
  }

  /** Runs `fn` with this context, and ends that however `fn` ends. */
  run<T>(fn: (scope: HandlerScope) => MaybePromise<T>): MaybePromise<T> {
    let result: MaybePromise<T>
    try {
      result = fn(this)
    } catch (reason) {
      const explained = this.#explain(reason)
      this.finish()
      throw explained
    }
    if (isPromise(result)) return this.#runOn(result)
    this.finish()
    return result
  }

  /** Whoever asks to hear of the end of the run hears of its rounds too. */
  override get signal(): AbortSignal {
    if (this.#combinedSignal !== undefined) return this.#combinedSignal
    const signal = this.#finished && this.#requester === undefined ? undefined : this.#requesters?.signal
    this.#combinedSignal = signal === undefined ? super.signal : AbortSignal.any([super.signal, signal])
    return this.#combinedSignal
  }

  progress(done: number, total?: number, message?: string): void {
    assertNumber('done', done)
    if (total !== undefined) assertNumber('total', total)
    if (this.isSilent) return
    this.#onProgress?.({ done, total, message })
    const { message: request, exchange } = this.call
    const token = metaOf(request)['progressToken']
    if (typeof token !== 'string' && typeof token !== 'number') return
    this.#progress ??= new ProgressReporter(exchange, token, this.owner.services.runtime)
    this.#progress.report({ done, total, message })
  }

  can(question: InputKind): boolean {
    return canRequestInput(this.call.exchange, required[question])
  }

  elicit(message: string, schema: AnySchema, { key }: Keyed = {}): Promise<ElicitAnswer<never>> {
    // The schema says what the content is.
    return guarded(() => this.#withInput((input) => input.elicit(message, schema, key))) as Promise<ElicitAnswer<never>>
  }

  elicitUrl(
    message: string,
    url: string | ((id: string) => string),
    { key }: Keyed = {},
  ): Promise<{ readonly action: ElicitAction; readonly id: string }> {
    return guarded(() => this.#withInput((input) => input.elicitUrl(message, url, key)))
  }

  sample(params: SampleParams, { key }: Keyed = {}): Promise<SampleResult<never>> {
    // Without `tools` no tool is used: `sampleQuestion` sees to that.
    return guarded(() => this.#withInput((input) => input.sample(params, key))) as Promise<
      SampleResult<SampleContent>
    > as Promise<SampleResult<never>>
  }

  roots(): Promise<readonly Root[]> {
    return guarded(() => this.#withInput((input) => input.roots()))
  }

  once<T>(name: string, fn: (sideEffect: { readonly idempotencyKey: string }) => T | Promise<T>): Promise<T> {
    return guarded(() => this.#withInput((input) => input.once(name, fn)))
  }

  disconnect({ retryMs }: { readonly retryMs?: number | undefined } = {}): void {
    this.call.exchange.closeStream?.(retryMs)
  }

  /** The run is over: progress that waits goes out, later reports are dropped, and nothing more can be asked. */
  finish(): void {
    this.#finished = true
    this.#progress?.finish()
    this.#requester?.finish?.()
    this.release()
  }

  protected override get isSilent(): boolean {
    return this.#finished || (this.#requester?.isReplaying ?? false)
  }

  async #runOn<T>(result: Promise<T>): Promise<T> {
    try {
      return await result
    } catch (reason) {
      throw this.#explain(reason)
    } finally {
      this.finish()
    }
  }

  /** What went wrong in the handler, as the caller is to hear of it. */
  #explain(reason: unknown): unknown {
    return this.#input?.explain(reason) ?? reason
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
    if (this.#finished && this.#requester === undefined) {
      ignoreSuspensionRejections()
      throw callEnded()
    }
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

/** In the shape of client capabilities. */
const required: Readonly<Record<InputKind, Readonly<Record<string, unknown>>>> = {
  elicit: { elicitation: { form: {} } },
  elicitUrl: { elicitation: { url: {} } },
  sample: { sampling: {} },
  sampleTools: { sampling: { tools: {} } },
  roots: { roots: {} },
}

/** A question that nobody waits for must not end the process when its round is over. */
function guarded<T>(requestInput: () => MaybePromise<T>): Promise<T> {
  const answer = new Promise<T>((resolve) => resolve(requestInput()))
  answer.catch(() => {})
  return answer
}

function assertNumber(name: string, value: number): void {
  if (!Number.isFinite(value))
    throw new TypeError(`ctx.progress: ${name} must be a finite number, got ${String(value)}`)
}
