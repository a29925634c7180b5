import { waitFor } from '../../async/waiting/wait-for.js'
import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import { progressListener } from '../../transport/exchange/progress-listener.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { CallOptions } from '../call-options.js'
import type { ClientServices } from '../client-services.js'
import type { ActiveConnection } from '../connect/active-connection.js'
import type { Reconnection } from '../connect/reconnection.js'
import type { ConnectionRequestOptions } from '../connect/revision-connection.js'
import { type ExtensionResult, type OnExtensionResult, resolveExtensionResult } from '../extensions/extension-result.js'
import { ExtensionResultRunner } from '../extensions/extension-result-runner.js'
import { requiredUrlElicitations } from '../input/legacy/required-url-elicitations.js'
import { pausableRequest } from '../input/pausable-request.js'
import { type ResultKind, type RoundTripRequest, runRoundTrips } from '../input/run-round-trips.js'
import { assertName, checkCallOptions } from './check-arguments.js'
import { RequestLost, SessionForgotten } from './request-lost.js'
import type { Result, Results } from './results.js'

/** A request of the user, for any connection. */
export interface ClientRequest {
  readonly method: string
  readonly params?: RpcParams | undefined
  readonly options?: CallOptions | undefined
  /** See `ConnectionRequestOptions`. */
  readonly normalise?: ConnectionRequestOptions['normalise']
  /** See `ConnectionRequestOptions`; called again when the request is sent again. */
  readonly onId?: ConnectionRequestOptions['onId']
  /** The request is sent only to a server of this revision. Default: any. */
  readonly profile?: RevisionProfile | undefined
  /** Default: the extension of the result type runs. */
  readonly onExtensionResult?: OnExtensionResult | undefined
  /** With `autoAnswer: false`, returns a result that asks for input or belongs to an extension. Default: false. */
  readonly raw?: boolean | undefined
  /** Called when the server asks for input before it answers. */
  readonly onRoundTrip?: (() => void) | undefined
}

export interface ClientRequestsOptions {
  readonly services: ClientServices
  readonly reconnection: Reconnection
  /** True: the input requests of a server are answered, and the request is sent again. */
  readonly autoAnswer: boolean
}

interface RequestAttempt extends Pick<ClientRequest, 'method' | 'params' | 'profile'> {
  readonly options: ConnectionRequestOptions
}

/** A request whose responses are lost is sent this often. */
const maxAttempts = 3

/** Requests of these methods may be sent twice. */
const repeatableMethods: ReadonlySet<string> = new Set([
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/directory/read',
  'skills/list',
  'skills/get',
  'completion/complete',
  'ping',
  'server/discover',
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'tasks/update',
  'tasks/cancel',
])

/** Sends the requests of a client: on a connection that is up, within what the server declared, and for a limited time. */
export class ClientRequests {
  readonly #services: ClientServices
  readonly #reconnection: Reconnection
  readonly #autoAnswer: boolean

  constructor({ services, reconnection, autoAnswer }: ClientRequestsOptions) {
    this.#services = services
    this.#reconnection = reconnection
    this.#autoAnswer = autoAnswer
  }

  /** The profile of the last connection. */
  get profile(): RevisionProfile {
    return this.#reconnection.last.connection.profile
  }

  /** True: the last connection repeats arguments as headers. */
  get mirrorsArguments(): boolean {
    return this.#reconnection.last.connection.transport.mirrorsArguments === true
  }

  /** True: any connection to this server might, since it is over HTTP. */
  get canMirrorArguments(): boolean {
    return this.#reconnection.last.connection.transport.mirrorsArguments !== undefined
  }

  /** Waits for a live connection. Rejects with OmniportError `closed` or `timeout`, or the reason of the signal. */
  ready({ signal, timeoutMs = this.#services.timeoutMs }: CallOptions = {}): Promise<ActiveConnection> {
    const ready = this.#reconnection.ready()
    return this.#reconnection.isUp ? ready : waitFor(ready, { clock: this.#services.runtime, signal, timeoutMs })
  }

  requestOptions(
    options: CallOptions = {},
    { normalise, onId, resultTypes }: Pick<ConnectionRequestOptions, 'normalise' | 'onId' | 'resultTypes'> = {},
  ): ConnectionRequestOptions {
    checkCallOptions(options)
    const { signal, timeoutMs, maxTimeoutMs, onProgress, meta } = options
    return {
      signal,
      meta,
      timeoutMs: timeoutMs ?? this.#services.timeoutMs,
      maxTimeoutMs: maxTimeoutMs ?? this.#services.maxTimeoutMs,
      wantsProgress: onProgress !== undefined,
      onNotification: onProgress && progressListener(onProgress, this.#services.report),
      normalise,
      onId,
      resultTypes,
    }
  }

  /**
   * Runs a repeatable request, and runs it again when its response is lost. A connection may break because the server
   * restarts, and the restarted server may not know the session, so there are three attempts.
   *
   * spec: 2025-11-25 basic/transports#session-management
   */
  async withRetry<T>(options: CallOptions | undefined, run: (active: ActiveConnection) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(await this.ready(options))
      } catch (reason) {
        if (!(reason instanceof RequestLost) || attempt === maxAttempts || options?.signal?.aborted === true)
          throw reason
      }
    }
  }

  /**
   * Sends a request, and answers the input requests of the server until it has the result; a result of an extension is
   * passed to that. A tool call whose response is lost may have been executed, so it is not sent again; one that a server
   * refused since it does not know the session any more was not executed, and is sent once more on a new session, unless
   * `autoRefresh` is false. Other requests that were refused for that reason are sent once more in any case.
   *
   * Rejects with OmniportError `unsupported` where the server did not declare the capability, or asks for input that is not
   * answered; else as `runRoundTrips` and `resolveExtensionResult` do.
   */
  send<M extends keyof Results>(request: ClientRequest & { readonly method: M }): Promise<Results[M]>
  send(request: ClientRequest): Promise<Result>
  async send(request: ClientRequest): Promise<object> {
    const { method, params, profile, normalise, onId } = request
    assertName('request', 'method', method) // the only method that its caller may give
    const { runtime, authorization, extensions } = this.#services
    const { resultTypes } = extensions
    const sinceMs = runtime.now()
    const options = this.requestOptions(request.options, { normalise, onId, resultTypes })
    const outcome = await this.#send({ method, params, options, profile })
    if (outcome.type === 'complete') return outcome.result
    if (outcome.type === 'extension') return this.#follow(outcome, request)
    if (!this.#autoAnswer) return unanswered(outcome, request)
    // The user may have been asked for access in the meantime.
    const elapsedMs = authorization === undefined ? runtime.now() - sinceMs : 0
    return this.#answer(outcome, request, { options, elapsedMs })
  }

  declares(capability: string): boolean {
    return Object.hasOwn(this.#reconnection.last.handshake.capabilities, capability)
  }

  /** Answers the first input requests, and all later ones. */
  async #answer(
    first: ResultKind,
    request: ClientRequest,
    { options, elapsedMs }: Pick<RoundTripRequest, 'options' | 'elapsedMs'>,
  ): Promise<Result> {
    const { method, params, onRoundTrip } = request
    const roundTrips: RoundTripRequest = {
      method,
      params,
      options,
      elapsedMs,
      maxTimeoutMs: request.options?.maxTimeoutMs ?? this.#services.maxTimeoutMs,
      send: ({ profile = request.profile, ...retry }) => this.#send({ method, profile, ...retry }),
      onRoundTrip,
    }
    const end = await runRoundTrips(first, roundTrips, this.#services)
    if (end.outcome.type === 'complete') return end.outcome.result
    return this.#follow(end.outcome, { ...request, params: end.params })
  }

  /** spec: basic/index#resulttype */
  async #follow(extensionResult: ExtensionResult, request: ClientRequest): Promise<Result> {
    const { options, onExtensionResult, onRoundTrip, raw } = request
    if (raw === true && !this.#autoAnswer) return extensionResult.result
    onRoundTrip?.()
    const runner = this.runnerFor(request, extensionResult.profile)
    return onExtensionResult === undefined
      ? resolveExtensionResult(extensionResult, runner, { services: this.#services, options })
      : onExtensionResult(extensionResult, runner)
  }

  /** Runs what an extension makes of a result of this request. */
  runnerFor(request: ClientRequest, profile: RevisionProfile): ExtensionResultRunner {
    const [services, autoAnswer] = [this.#services, this.#autoAnswer]
    return new ExtensionResultRunner({ request, profile, services, autoAnswer, send: (next) => this.send(next) })
  }

  #send(attempt: RequestAttempt): Promise<ResultKind> {
    const { method, options } = attempt
    if (repeatableMethods.has(method)) return this.withRetry(options, (active) => this.#sendOn(active, attempt))
    if (this.#reconnection.isUp) return this.#sendOn(this.#reconnection.last, attempt)
    return this.ready(options).then((active) => this.#sendOn(active, attempt))
  }

  async #sendOn({ connection, handshake }: ActiveConnection, attempt: RequestAttempt): Promise<ResultKind> {
    const { method, params, options, profile } = attempt
    const capability = requiredCapability(method, connection.profile)
    if (capability !== undefined && !Object.hasOwn(handshake.capabilities, capability)) {
      throw new OmniportError(
        'unsupported',
        `The server did not declare the capability ${capability}: ${method} is not sent`,
      )
    }
    if (profile !== undefined && profile !== connection.profile) {
      throw new OmniportError('closed', `The server is another now: ${method} is of no use to it`)
    }
    const mayPause = connection.profile.era === 'legacy' && this.#services.inputHandlers.hasInteractiveHandlers
    try {
      const result = mayPause
        ? await pausableRequest(options, this.#services, (times) => connection.request(method, params, times))
        : await connection.request(method, params, options)
      return outcomeOf(result, connection.profile)
    } catch (reason) {
      const mayRun =
        reason instanceof SessionForgotten && options.isSentAgain !== true && !repeatableMethods.has(method)
      if (mayRun) {
        await connection.transport.closed
        if (method !== 'tools/call' || this.#services.autoRefresh) return this.#sendAgain(attempt)
      }
      return this.#outcomeOfRefusal(reason, connection.profile)
    }
  }

  /** Sends a request that was not executed on the next session. spec: 2025-11-25 basic/transports#session-management */
  async #sendAgain(attempt: RequestAttempt): Promise<ResultKind | ExtensionResult> {
    const options = { ...attempt.options, isSentAgain: true }
    options.signal?.throwIfAborted()
    return this.#sendOn(await this.ready(options), { ...attempt, options })
  }

  /** @throws `error`, unless it asks for URL elicitations that the client can do. */
  #outcomeOfRefusal(error: unknown, profile: RevisionProfile): ResultKind {
    const elicitations =
      RpcError.is(error) && this.#autoAnswer ? requiredUrlElicitations(error, profile, this.#services) : undefined
    if (elicitations === undefined) throw error
    return { type: 'url_elicitation_required', elicitations, error: error as RpcError } // only an RpcError has elicitations
  }
}

/** The codec passes only these types, and removes the type `complete`. */
function outcomeOf(result: Result, profile: RevisionProfile): ResultKind {
  const resultType = profile.resultEnvelope ? result['resultType'] : undefined
  if (typeof resultType !== 'string') return { type: 'complete', result }
  if (resultType === 'input_required') return { type: 'input_required', result, profile }
  return { type: 'extension', resultType, result, profile }
}

function unanswered(outcome: ResultKind, { method, raw }: ClientRequest): Result {
  if (outcome.type === 'complete' || (outcome.type === 'input_required' && raw === true)) return outcome.result
  throw new OmniportError(
    'unsupported',
    `The server asks for input before it answers ${method}: with autoAnswer: false only \`request\` gives that result`,
  )
}

/** The capability that a server must have declared for `method`, if any. spec: basic/lifecycle#operation */
function requiredCapability(
  method: string,
  { era, completionsCapability, tasks }: RevisionProfile,
): string | undefined {
  if (method === 'tools/call') return 'tools'
  const [area = ''] = method.split('/')
  if (area === 'completion') return completionsCapability ? 'completions' : undefined
  if (area === 'logging') return era === 'legacy' ? 'logging' : undefined
  if (area === 'tasks') return tasks === 'core' ? 'tasks' : undefined
  return areas.has(area) ? area : undefined
}

const areas: ReadonlySet<string> = new Set(['tools', 'resources', 'prompts'])
