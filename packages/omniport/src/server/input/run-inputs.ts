import type { Logger } from '../../async/runtime/logger.js'
import { randomId } from '../../async/runtime/random-id.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { CapabilityMissing } from '../../protocol/errors/capability-missing.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { isWebUrl } from '../../protocol/input/is-web-url.js'
import { requiredCapabilities } from '../../protocol/input/required-capabilities.js'
import type { ElicitAction, ElicitAnswer } from '../../protocol/model/elicitation.js'
import type { Root } from '../../protocol/model/roots.js'
import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'
import type { AnySchema } from '../../schema/schema.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { InputRequestOptions } from '../requests/context.js'
import { withoutMark } from '../requests/thrown-by-handler.js'
import { canRequestInput } from './can-request-input.js'
import type { Forms } from './forms.js'
import { containsUrl } from './forms.js'
import { assertQuestion, elicitDraft, type InputDraft, rootsDraft, sampleDraft, urlDraft } from './input-drafts.js'
import { InputFailure } from './input-failure.js'
import type { InputRequester } from './input-requester.js'
import type { InsideOnce } from './inside-once.js'
import { type StepIdentity, StepKeys } from './step-keys.js'
import { survivesJson } from './survives-json.js'
import { isSuspended } from './suspended.js'

export interface RunInputsOptions {
  readonly requester: InputRequester
  readonly exchange: Exchange
  readonly forms: Forms
  readonly logger: Logger
  readonly runtime: Runtime
  readonly insideOnce: InsideOnce
  readonly onUrlElicitation?: ((id: string, exchange: Exchange) => void) | undefined
}

/** The input requests and side effects of one run of a handler. The rules are the same for every requester. */
export class RunInputs {
  readonly #options: RunInputsOptions
  readonly #questions = new StepKeys()
  readonly #onces = new StepKeys()
  readonly #failures = new WeakSet<object>()
  /** Errors that are not the handler's own, for example of a store. */
  readonly #internal = new WeakSet<object>()
  #roots: Promise<readonly Root[]> | undefined

  constructor(options: RunInputsOptions) {
    this.#options = options
  }

  /** @throws TypeError naming the argument that is missing or wrong, or a field that no form can have. */
  elicit(message: string, schema: AnySchema, options?: InputRequestOptions): Promise<ElicitAnswer<unknown>> {
    const { forms, logger } = this.#options
    assertQuestion(message, schema)
    const question = elicitDraft(message, forms.of(schema))
    if (containsUrl(message))
      logger.warn('ctx.elicit: the message holds an address: send people to pages with elicitUrl')
    return this.#request(question, options)
  }

  async elicitUrl(
    message: string,
    url: string | ((id: string) => string),
    options?: InputRequestOptions,
  ): Promise<{ readonly action: ElicitAction; readonly id: string }> {
    const question = urlDraft(message, typeof url === 'string' ? url : undefined)
    let id = ''
    const action = await this.#request(question, options, async (unique) => {
      const { requester, runtime, exchange, logger, onUrlElicitation } = this.#options
      id = String(await requester.once(`page:${unique}`, async () => randomId(runtime, 16)))
      const { params, ...request } = question.request
      const address = checkUrl(typeof url === 'string' ? url : url(id))
      if (isInsecureUrl(address))
        logger.warn(`ctx.elicitUrl: use https: ${new URL(address).origin} can be read on the way`)
      onUrlElicitation?.(id, exchange)
      return { ...request, params: { ...params, url: address, elicitationId: id } }
    })
    return { action, id }
  }

  /** @throws TypeError for messages no model may be given. */
  sample(params: SampleParams, options?: InputRequestOptions): Promise<SampleResult<SampleContent>> {
    return this.#request(sampleDraft(params), options)
  }

  /** Simultaneous calls share one request, since they cannot differ. */
  roots(): Promise<readonly Root[]> {
    this.#roots ??= this.#request(rootsDraft(), undefined).finally(() => {
      this.#roots = undefined
    })
    return this.#roots
  }

  async once<T>(name: string, fn: (correlationId: { readonly idempotencyKey: string }) => T | Promise<T>): Promise<T> {
    if (typeof name !== 'string' || name === '') throw new TypeError('ctx.once: name must be a text')
    this.#assertOutside('once')
    const { requester, insideOnce } = this.#options
    const key = this.#begin(this.#onces, { kind: 'once', fingerprint: name, key: name })
    let isOwn = false
    const run = (correlationId: string) =>
      insideOnce.run(this, () =>
        runOnce({ name, idempotencyKey: `${correlationId}:${key}` }, fn).catch((reason: unknown) => {
          isOwn = true
          throw reason
        }),
      )
    try {
      return (await requester.once(`once:${key}`, run)) as T // the value of `run`, now or in an earlier run
    } catch (reason) {
      throw isOwn ? reason : this.#keepPrivate(reason)
    } finally {
      this.#onces.end(key)
    }
  }

  /**
   * Converts the rejection of an input request to the error that the caller gets, and takes the mark of the handler from errors
   * that are not its own; gives any other error as it is.
   */
  explain(thrown: unknown): unknown {
    const reason = withoutMark(thrown)
    if (typeof reason !== 'object' || reason === null) return thrown
    if (this.#internal.has(reason)) return reason
    if (!this.#failures.has(reason)) return thrown
    return new InputFailure(reason instanceof Error ? reason.message : 'The question failed', reason)
  }

  /** Sends a request. `complete` adds the parts that depend on the key. */
  async #request<T>(
    question: InputDraft<T>,
    { key, onProgress }: InputRequestOptions = {},
    complete: (unique: string) => Promise<InputDraft<T>['request']> = async () => question.request,
  ): Promise<T> {
    const { kind, fingerprint, read, again } = question
    if (key !== undefined && (typeof key !== 'string' || key === ''))
      throw new TypeError(`ctx.${kind}: key must be a text`)
    if (onProgress !== undefined && typeof onProgress !== 'function')
      throw new TypeError(`ctx.${kind}: onProgress must be a function`)
    this.#assertOutside(kind)
    this.#assertDeclared(question)
    const unique = this.#begin(this.#questions, { kind, fingerprint, key })
    try {
      const request = await complete(unique)
      return await this.#options.requester.request({ key: unique, request, read, again, onProgress })
    } catch (reason) {
      if (isSuspended(reason)) throw reason
      throw OmniportError.is(reason) || RpcError.is(reason) ? this.#failure(reason) : this.#keepPrivate(reason)
    } finally {
      this.#questions.end(unique)
    }
  }

  /** Takes a key. An overlap becomes a failure that the caller reads: nothing else in the answer would tell the author. */
  #begin(keys: StepKeys, identity: StepIdentity): string {
    try {
      return keys.begin(identity)
    } catch (reason) {
      throw this.#failure(reason)
    }
  }

  #assertOutside(kind: string): void {
    if (!this.#options.insideOnce.isInside(this)) return
    throw this.#failure(new TypeError(`ctx.${kind}: nothing can be asked inside ctx.once`))
  }

  #failure(reason: unknown): unknown {
    if (reason instanceof Error) this.#failures.add(reason)
    return reason
  }

  #keepPrivate(reason: unknown): unknown {
    if (typeof reason === 'object' && reason !== null) this.#internal.add(reason)
    return reason
  }

  #assertDeclared({ request }: InputDraft<unknown>): void {
    const required = requiredCapabilities(request)
    if (!canRequestInput(this.#options.exchange, required)) throw new CapabilityMissing(required)
  }
}

/** spec: client/elicitation#safe-url-handling */
function checkUrl(url: string): string {
  if (isWebUrl(url)) return url
  throw new TypeError('ctx.elicitUrl: url must be an http or https address, without a user in it')
}

/** True if others can read the traffic to a page: it has no `https:` and is not on this machine. */
function isInsecureUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

/** One side effect of a call, with a key that stays the same when it is retried. */
export interface Once {
  readonly name: string
  readonly idempotencyKey: string
}

/**
 * Runs a side effect and checks that its value can travel.
 * @throws TypeError when JSON would change the value; undefined is kept.
 */
export async function runOnce<T>(
  { name, idempotencyKey }: Once,
  fn: (sideEffect: { readonly idempotencyKey: string }) => T | Promise<T>,
): Promise<T> {
  const value = await fn({ idempotencyKey })
  if (value !== undefined && !survivesJson(value)) {
    throw new TypeError(`ctx.once("${name}"): JSON would change the value`)
  }
  return value
}
