import type { MaybePromise } from '../../async/maybe-promise.js'
import { SessionForgotten } from '../../client/requests/request-lost.js'
import type { RpcId, RpcParams, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { isLegacy, profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import { eventClientOf } from '../gateway-services.js'
import { taskIdIn } from '../routing/task-owners.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import { encodeResponse } from './encode-response.js'
import { isInputRequired, openPages, runRounds, wantsPages } from './run-rounds.js'
import { toUpstreamError } from './to-upstream-error.js'
import { UpstreamCall, wantedLogLevel } from './upstream-call.js'

/** A request of a client for an upstream. */
export interface ForwardedRequest {
  readonly message: RpcRequest
  /** As the upstream knows them. */
  readonly params: RpcParams | undefined
  readonly exchange: Exchange
  /** Of the definition at the upstream, or its URI, for events. */
  readonly name?: string | undefined
}

/** Sends the requests of clients over one connection to an upstream. */
export class CallSender {
  readonly #connection: UpstreamConnection

  constructor(connection: UpstreamConnection) {
    this.#connection = connection
  }

  /** Settles with the response in the shape of the client's revision. Rejects with RpcError naming the upstream. */
  send(request: ForwardedRequest): Promise<RpcResponse> {
    const { open, turns } = this.#connection
    this.#connection.lastUsedMs = this.#connection.owner.services.runtime.now()
    const isReady = open !== undefined && turns === undefined && !needsLogLevel(request, open)
    return isReady ? this.#send(open, request, false) : this.#sendLater(request)
  }

  async #sendLater(request: ForwardedRequest): Promise<RpcResponse> {
    const { exchange } = request
    const ready = () => this.#connection.ready(exchange)
    const open = await ready()
    exchange.signal.throwIfAborted()
    if (needsLogLevel(request, open)) {
      await this.#connection.updateLogLevel(wantedLogLevel(request.message, exchange))
    }
    const { turns } = this.#connection
    if (turns === undefined) return this.#send(open, request, false)
    return turns.run(async () => {
      exchange.signal.throwIfAborted()
      return this.#send(await ready(), request, false)
    })
  }

  #send(open: OpenUpstream, request: ForwardedRequest, isSentAgain: boolean): Promise<RpcResponse> {
    const call = this.#start(open, request, isSentAgain)
    const params = this.#runsAsTask(call, request) ? { ...request.params, task: {} } : request.params
    return this.#transmit(call, params).then(
      (response) => {
        this.#end(call, response)
        return this.#finish(response, call, request)
      },
      (reason: unknown) => {
        this.#end(call, undefined)
        return this.#recover(reason, call, request)
      },
    )
  }

  #start(open: OpenUpstream, request: ForwardedRequest, isSentAgain: boolean): UpstreamCall {
    const { message, exchange, name } = request
    const { owner, calls, number: connection } = this.#connection
    const { announce } = owner.services
    const number = announce === undefined ? 0 : owner.services.nextNumber()
    const call = new UpstreamCall({ message, exchange, open, number, isSentAgain })
    calls.set(call.id, call)
    announce?.('call-started', {
      upstream: owner.name,
      connection,
      call: number,
      method: message.method,
      ...(name !== undefined && { name }),
      client: eventClientOf(exchange),
    })
    return call
  }

  #transmit(call: UpstreamCall, params: RpcParams | undefined, method = call.message.method): Promise<RpcResponse> {
    const { open, logLevel, token, id } = call
    const progressToken = token === undefined ? undefined : id
    const encoded = encodeParams(params, { requesterMeta: open.requesterMeta(logLevel), progressToken })
    const request: RpcRequest =
      encoded === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params: encoded }
    return open.transport.request(request, call)
  }

  #end(call: UpstreamCall, response: RpcResponse | undefined): void {
    const { owner, calls, number: connection } = this.#connection
    calls.delete(call.id)
    this.#connection.onCallEnd()
    call.end()
    const { announce, runtime } = owner.services
    if (announce === undefined) return
    const { error, result } = response ?? {}
    const isError = isObject(result) && result['isError'] === true
    const isCancelled = response === undefined && call.exchange.signal.aborted
    const outcome = isCancelled ? 'cancelled' : result === undefined ? 'error' : 'result'
    announce('call-ended', {
      upstream: owner.name,
      connection,
      call: call.number,
      method: call.message.method,
      outcome: response !== undefined && isInputRequired(response) ? 'input_required' : outcome,
      ...(error !== undefined && { code: error.code }),
      ...(isError && { isError }),
      elapsedMs: runtime.now() - call.sinceMs,
    })
  }

  #finish(response: RpcResponse, call: UpstreamCall, request: ForwardedRequest): MaybePromise<RpcResponse> {
    const { open, exchange, message, isSentAgain } = call
    if (open.profile.resultEnvelope && isInputRequired(response)) {
      if (isLegacy(exchange.revision)) return this.#runRounds(response, call, request)
      return sealState(response, call, { params: request.params, owner: this.#connection.owner })
    }
    if (response.error?.code === headerMismatch && !isSentAgain && message.method === 'tools/call') {
      return this.#sendWithHeaders(open, request)
    }
    if (response.error !== undefined && !isSentAgain && wantsPages(response.error, call)) {
      return this.#sendAfterPages(response, call, request)
    }
    if (this.#runsAsTask(call, request) && response.error === undefined) return this.#awaitTask(response, call, request)
    if (message.method === 'tools/call') this.#noteTask(response, exchange)
    try {
      return encodeResponse(response, call)
    } catch (reason) {
      throw toUpstreamError(this.#connection.owner.name, reason)
    }
  }

  /** The error stands where a page was not opened. */
  async #sendAfterPages(refusal: RpcResponse, call: UpstreamCall, request: ForwardedRequest): Promise<RpcResponse> {
    const { owner } = this.#connection
    const isOpened =
      refusal.error !== undefined && (await openPages(refusal.error, call, owner.services).catch(() => false))
    return isOpened ? this.#send(call.open, request, true) : encodeResponse(refusal, call)
  }

  /** True for a tool that its upstream runs only as a task, called by a client that has no such tasks. */
  #runsAsTask({ open, exchange, message }: UpstreamCall, { name = '' }: ForwardedRequest): boolean {
    if (open.profile.tasks !== 'core' || message.method !== 'tools/call') return false
    if (profileOf(exchange.revision).tasks === 'core') return false
    return this.#connection.lists.last('tools')?.requiresTask(name) === true
  }

  /** The result of the call is that of its task. spec: 2025-11-25 basic/utilities/tasks#task-result-retrieval */
  async #awaitTask(created: RpcResponse, call: UpstreamCall, request: ForwardedRequest): Promise<RpcResponse> {
    const taskId = taskIdIn(created.result)
    if (taskId === undefined) return encodeResponse(created, call)
    const next = this.#start(call.open, request, false)
    let response: RpcResponse | undefined
    try {
      response = await this.#transmit(next, { taskId }, 'tasks/result')
      return encodeResponse(response, call)
    } catch (reason) {
      if (request.exchange.signal.aborted) void cancelTask(taskId, call.open, this.#connection)
      return this.#fail(reason, request.exchange)
    } finally {
      this.#end(next, response)
    }
  }

  #noteTask({ result }: RpcResponse, exchange: Exchange): void {
    const { name, tasks } = this.#connection.owner
    tasks.note(result, name, exchange)
  }

  async #runRounds(first: RpcResponse, call: UpstreamCall, request: ForwardedRequest): Promise<RpcResponse> {
    const { open, exchange, message } = call
    const { owner } = this.#connection
    const send = async (params: RpcParams): Promise<RpcResponse> => {
      const next = this.#start(open, request, false)
      let response: RpcResponse | undefined
      try {
        response = await this.#transmit(next, params)
        return response
      } finally {
        this.#end(next, response)
      }
    }
    const rounds = { method: message.method, params: request.params, exchange, from: open.revision, send }
    try {
      return encodeResponse(await runRounds(first, rounds, owner.services), call)
    } catch (reason) {
      if (RpcError.is(reason)) throw reason // the client refused
      return this.#fail(reason, exchange)
    }
  }

  /** The parameters that are repeated in headers are known from the list of tools. */
  async #sendWithHeaders(open: OpenUpstream, request: ForwardedRequest): Promise<RpcResponse> {
    await this.#connection.lists.read('tools', request.exchange)
    return this.#send(open, request, true)
  }

  /** A call that a server refused because it does not know the session any more was not executed. */
  async #recover(reason: unknown, call: UpstreamCall, request: ForwardedRequest): Promise<RpcResponse> {
    const { exchange, open, isSentAgain } = call
    if (!(reason instanceof SessionForgotten) || isSentAgain) return this.#fail(reason, exchange)
    await open.transport.closed
    exchange.signal.throwIfAborted()
    return this.#send(await this.#connection.ready(exchange), request, true)
  }

  /** A client that gave up gets no error. */
  #fail(reason: unknown, { signal }: Exchange): never {
    if (signal.aborted) throw signal.reason
    throw toUpstreamError(this.#connection.owner.name, reason)
  }
}

async function sealState(
  response: RpcResponse,
  call: UpstreamCall,
  { params, owner }: Pick<ForwardedRequest, 'params'> & Pick<UpstreamConnection, 'owner'>,
): Promise<RpcResponse> {
  const { message, exchange } = call
  try {
    const stateOwner = { upstream: owner.name, method: message.method, params, exchange }
    return await owner.services.states.seal(encodeResponse(response, call), stateOwner)
  } catch (reason) {
    throw toUpstreamError(owner.name, reason)
  }
}

/** spec: basic/index#error-codes */
const headerMismatch = -32020

async function cancelTask(
  taskId: string,
  { active, services }: OpenUpstream,
  connection: UpstreamConnection,
): Promise<void> {
  const { timeoutMs } = services
  const cancelled = active.connection.request('tasks/cancel', { taskId }, { timeoutMs })
  await cancelled.catch((reason) => connection.report(reason))
}

/** True if a legacy upstream does not send what the client wants to have logged. */
function needsLogLevel({ message, exchange }: ForwardedRequest, open: OpenUpstream): boolean {
  const wanted = open.profile.resultEnvelope ? undefined : wantedLogLevel(message, exchange)
  return wanted !== undefined && wanted !== open.services.logLevel && open.declares('logging')
}

interface ParamsTarget {
  /** Describes the gateway to a modern upstream. */
  readonly requesterMeta: RpcParams | undefined
  /** Asks the upstream for progress. */
  readonly progressToken: RpcId | undefined
}

/**
 * The parameters as they go to an upstream. `_meta` passes, but for the members that describe one hop: those are of the gateway.
 * Without any change it is the same object.
 */
function encodeParams(
  params: RpcParams | undefined,
  { requesterMeta, progressToken }: ParamsTarget,
): RpcParams | undefined {
  const given = params?.['_meta']
  if (given === undefined && requesterMeta === undefined) return params
  const meta: Record<string, unknown> = isObject(given) ? withoutHop(given) : {}
  if (requesterMeta !== undefined) Object.assign(meta, requesterMeta)
  if (progressToken !== undefined) meta['progressToken'] = progressToken
  return { ...params, _meta: meta }
}

function withoutHop(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const meta = { ...given }
  for (const key of hopKeys) if (key in meta) delete meta[key]
  return meta
}

const hopKeys = [
  'progressToken',
  metaKeys.protocolVersion,
  metaKeys.clientInfo,
  metaKeys.clientCapabilities,
  metaKeys.logLevel,
] as const
