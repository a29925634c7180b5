import type { RpcId } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { type DecodedInputRequest, decodeInputRequest } from '../../protocol/input/decode-input-request.js'
import { encodeInputResponse } from '../../protocol/input/encode-input-response.js'
import type { InputMethod } from '../../protocol/model/input-request.js'
import type { ObjectSchema } from '../../protocol/model/object-schema.js'
import type { RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import { checkContent, fillDefaults } from '../../schema/elicitation/form-content.js'
import { isObject } from '../../values/json/is-object.js'
import type { AnswerContext, ConnectOptions, Roots } from '../connect-options.js'
import { type Capabilities, declareCapabilities, projectCapabilities } from './capabilities.js'
import { OpenInputRequests, type OpenInputRequestsOptions } from './open-input-requests.js'
import { rootList } from './roots.js'
import type { UrlElicitationCompletions } from './url-elicitation-completions.js'

export interface ReceivedInputRequest {
  readonly method: string
  readonly params?: unknown
  /** Undefined: the input request came in a result. */
  readonly id?: RpcId | undefined
}

/** Answers one input request, with the response in the shape of its revision. The handler gets `ctx`. */
export type InputResponder = (ctx: AnswerContext) => Promise<Readonly<Record<string, unknown>>>

export interface InputHandlersOptions extends OpenInputRequestsOptions {
  readonly completions: UrlElicitationCompletions
}

/** Answers input requests of any revision through the handlers and the roots of the client. */
export class InputHandlers {
  /** The declared capabilities, in the newest shape. */
  readonly capabilities: Capabilities
  readonly openRequests: OpenInputRequests
  readonly #completions: UrlElicitationCompletions
  readonly #handlers: Pick<ConnectOptions, 'elicit' | 'elicitUrl' | 'sample'>
  #roots: Roots

  constructor(options: ConnectOptions, { completions, ...counting }: InputHandlersOptions) {
    const { elicit, elicitUrl, sample, roots = [] } = options
    this.capabilities = declareCapabilities(options)
    this.openRequests = new OpenInputRequests(counting)
    this.#completions = completions
    this.#handlers = { elicit, elicitUrl, sample }
    this.#roots = copyOf(roots)
  }

  /** True: there is a handler that may take long. */
  get hasInteractiveHandlers(): boolean {
    return Object.values(this.#handlers).some((handler) => handler !== undefined)
  }

  /** True: a handler answers such an input request, and may ask the user. False: a list of roots does. */
  asksUser(method: unknown): boolean {
    return method !== 'roots/list' || typeof this.#roots === 'function'
  }

  /** `roots` were checked, and are copied. */
  replaceRoots(roots: Roots): void {
    this.#roots = copyOf(roots)
  }

  /**
   * Checks an input request. The returned function calls the handler, and rejects with what that throws, with TypeError for
   * an invalid answer, or with OmniportError `unsupported` for an answer that the revision cannot express.
   *
   * @throws UndeclaredInputError (-32601, or -32602 where only the mode was not declared), or RpcError -32602 or -32601 for
   * an invalid input request.
   */
  prepare(request: ReceivedInputRequest, profile: RevisionProfile): InputResponder {
    const { method, id } = request
    const cause = this.openRequests.causeOf(id)
    const capability = capabilities.get(method)
    if (capability !== undefined && !Object.hasOwn(projectCapabilities(this.capabilities, profile), capability)) {
      throw new UndeclaredInputError(capability, RpcError.methodNotFound(method))
    }
    const asked = decodeInputRequest(request, profile)
    const answer = this.#handlerOf(asked, cause)
    return async (ctx) => encodeInputResponse(method as InputMethod, await answer(ctx), profile) // decoding checked the method
  }

  #handlerOf(asked: DecodedInputRequest, cause: RpcId | undefined): (ctx: AnswerContext) => Promise<unknown> {
    const { elicit, elicitUrl, sample } = this.#handlers
    if (asked.type === 'roots') return this.#rootsOf(cause)
    if (asked.type === 'sample' && sample !== undefined) {
      return (ctx) => this.openRequests.track(() => sample(asked.params, ctx), { cause, signal: ctx.signal })
    }
    if (asked.type === 'elicit' && elicit !== undefined) {
      const { message, schema } = asked
      const ask = (ctx: AnswerContext) =>
        this.openRequests.track(() => elicit({ message, schema }, ctx), { cause, signal: ctx.signal })
      return async (ctx) => toFormResponse(schema, await ask(ctx))
    }
    if (asked.type === 'elicitUrl' && elicitUrl !== undefined) {
      const { message, url } = asked
      return async ({ signal: whole, progress }) => {
        const ask = (signal: AbortSignal) =>
          this.openRequests.track(() => elicitUrl({ message, url }, { signal, progress }), { cause, signal })
        return { action: await this.#completions.unlessCompleted(asked.elicitationId, whole, ask) }
      }
    }
    throw undeclaredModeError(asked.type === 'elicitUrl' ? 'url' : 'form')
  }

  #rootsOf(cause: RpcId | undefined): (ctx: AnswerContext) => Promise<unknown> {
    const roots = this.#roots
    if (typeof roots !== 'function') return async () => ({ roots })
    return async (ctx) => {
      const given = await this.openRequests.track(() => roots(ctx), { cause, signal: ctx.signal })
      rootList('roots', given)
      return { roots: given }
    }
  }
}

const capabilities: ReadonlyMap<string, string> = new Map([
  ['elicitation/create', 'elicitation'],
  ['sampling/createMessage', 'sampling'],
  ['roots/list', 'roots'],
])

function undeclaredModeError(mode: 'form' | 'url'): UndeclaredInputError {
  const capability = `elicitation.${mode}`
  return new UndeclaredInputError(capability, RpcError.invalidParams(`The client did not declare ${capability}`))
}

function copyOf(roots: Roots): Roots {
  if (typeof roots === 'function') return roots
  return Object.freeze(roots.map((root) => Object.freeze({ ...root })))
}

/**
 * The answer to a form, with the defaults of missing fields. spec: client/elicitation#response-actions
 *
 * @throws TypeError for an invalid answer, or content that does not fit the form.
 */
function toFormResponse(schema: ObjectSchema, given: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(given)) throw new TypeError('The handler elicit gave no object')
  const { action, content = {} } = given
  if (action === 'decline' || action === 'cancel') return { action }
  if (action !== 'accept') throw new TypeError('elicit: action must be "accept", "decline" or "cancel"')
  if (!isObject(content)) throw new TypeError('elicit: content must be an object')
  const filled = fillDefaults(schema, content)
  const problem = checkContent(schema, filled)
  if (problem !== undefined) throw new TypeError(`elicit: the content does not fit the form: ${problem}`)
  return { action, content: filled }
}

/** The error of an input request that needs a capability which the client did not declare. */
export class UndeclaredInputError extends RpcError {
  readonly capability: string

  constructor(capability: string, { code, message }: RpcError) {
    super(code, message)
    this.capability = capability
  }
}
