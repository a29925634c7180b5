import type { Progress } from '../protocol/exchange.js'
import type { ElicitAction, ElicitAnswer } from '../protocol/model/elicitation.js'
import type { Root } from '../protocol/model/roots.js'
import type { SampleContent, SampleParams, SampleResult } from '../protocol/model/sampling.js'
import type { AnySchema } from '../schema/schema.js'
import type { AnswerRoad } from './asking/answer-road.js'
import { Asking } from './asking/asking.js'
import { callOver } from './asking/call-over.js'
import { canAsk } from './asking/can-ask.js'
import type { Context, Keyed, Question } from './definitions/context.js'
import { ProgressReporter } from './progress-reporter.js'
import { metaOf, RequestScope, type ScopeOptions } from './request-scope.js'

/** What the scope of a handler is made from. */
export interface HandlerScopeOptions extends ScopeOptions {
  /** How questions get their answers. Called once at most, with the first of them. */
  readonly createRoad: () => AnswerRoad
  /** Whether an earlier run of the handler came this way: then the road is there from the start. */
  readonly isRerun: boolean
  /** Hears of all progress, also where the caller did not ask for it. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** The context of a tool, a resource or a prompt that runs. Whoever made it calls `finish` before the answer goes out. */
export class HandlerScope extends RequestScope implements Context {
  readonly #createRoad: () => AnswerRoad
  readonly #onProgress: HandlerScopeOptions['onProgress']
  #progress: ProgressReporter | undefined
  #finished = false
  #asking: Asking | undefined
  #road: AnswerRoad | undefined
  #whole: AbortSignal | undefined

  constructor(options: HandlerScopeOptions) {
    super(options)
    this.#createRoad = options.createRoad
    this.#onProgress = options.onProgress
    if (options.isRerun) this.#openRoad()
  }

  /** Whoever asks to hear of the end of the run must hear of its rounds too, so the road is made with it. */
  override get signal(): AbortSignal {
    if (this.#whole !== undefined) return this.#whole
    const signal = this.#finished ? this.#road?.signal : this.#openRoad().signal
    this.#whole = signal === undefined ? super.signal : AbortSignal.any([super.signal, signal])
    return this.#whole
  }

  progress(done: number, total?: number, message?: string): void {
    assertNumber('done', done)
    if (total !== undefined) assertNumber('total', total)
    if (this.isSilent) return
    this.#onProgress?.({ done, total, message })
    const { message: request, exchange, home } = this.options
    const token = metaOf(request)['progressToken']
    if (typeof token !== 'string' && typeof token !== 'number') return
    this.#progress ??= new ProgressReporter(exchange, token, home.runtime)
    this.#progress.report({ done, total, message })
  }

  can(question: Question): boolean {
    return canAsk(this.options.exchange, required[question])
  }

  elicit(message: string, schema: AnySchema, { key }: Keyed = {}): Promise<ElicitAnswer<never>> {
    // The schema says what the content is.
    return guarded(() => this.#ask().elicit(message, schema, key)) as Promise<ElicitAnswer<never>>
  }

  elicitUrl(
    message: string,
    url: string | ((id: string) => string),
    { key }: Keyed = {},
  ): Promise<{ readonly action: ElicitAction; readonly id: string }> {
    return guarded(() => this.#ask().elicitUrl(message, url, key))
  }

  sample(params: SampleParams, { key }: Keyed = {}): Promise<SampleResult<never>> {
    // Without `tools` no tool is used: `sampleQuestion` sees to that.
    return guarded(() => this.#ask().sample(params, key)) as Promise<SampleResult<SampleContent>> as Promise<
      SampleResult<never>
    >
  }

  roots(): Promise<readonly Root[]> {
    return guarded(() => this.#ask().roots())
  }

  once<T>(name: string, fn: (chain: { readonly idempotencyKey: string }) => T | Promise<T>): Promise<T> {
    return guarded(() => this.#ask().once(name, fn))
  }

  disconnect({ retryMs }: { readonly retryMs?: number | undefined } = {}): void {
    this.options.exchange.closeStream?.(retryMs)
  }

  /** What went wrong in the handler, as the caller is to hear of it. */
  explain(reason: unknown): unknown {
    return this.#asking?.explain(reason) ?? reason
  }

  /** The run is over: progress that waits goes out, later reports are dropped, and nothing more can be asked. */
  finish(): void {
    this.#finished = true
    this.#progress?.finish()
    this.#road?.finish?.()
    this.release()
  }

  protected override get isSilent(): boolean {
    return this.#finished || (this.#road?.isReplaying ?? false)
  }

  #openRoad(): AnswerRoad {
    this.#road ??= this.#createRoad()
    return this.#road
  }

  #ask(): Asking {
    if (this.#finished && this.#road === undefined) throw callOver()
    const { exchange, home } = this.options
    const { forms, logger, runtime, insideOnce, onPage } = home
    this.#asking ??= new Asking({ road: this.#openRoad(), exchange, forms, logger, runtime, insideOnce, onPage })
    return this.#asking
  }
}

/** In the shape of client capabilities. */
const required: Readonly<Record<Question, Readonly<Record<string, unknown>>>> = {
  elicit: { elicitation: { form: {} } },
  elicitUrl: { elicitation: { url: {} } },
  sample: { sampling: {} },
  sampleTools: { sampling: { tools: {} } },
  roots: { roots: {} },
}

/** A question that nobody waits for must not end the process when its round is over. */
function guarded<T>(ask: () => Promise<T>): Promise<T> {
  const answer = new Promise<T>((resolve) => resolve(ask()))
  answer.catch(() => {})
  return answer
}

function assertNumber(name: string, value: number): void {
  if (!Number.isFinite(value))
    throw new TypeError(`ctx.progress: ${name} must be a finite number, got ${String(value)}`)
}
