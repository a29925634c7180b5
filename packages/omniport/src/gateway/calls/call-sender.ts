import type { MaybePromise } from '../../async/maybe-promise.js'
import { SessionForgotten } from '../../client/requests/request-lost.js'
import type { RpcParams, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { awaitTask } from '../tasks/await-task.js'
import { ExtensionTask } from '../tasks/extension-task.js'
import { needsTaskSupport, requiresTasks, type TaskMode, taskModeOf, taskParamsFor } from '../tasks/task-mode.js'
import { taskIdIn } from '../tasks/task-owners.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import { encodeResponse } from './encode-response.js'
import { isInputRequired, openPages, runRounds, wantsPages } from './run-rounds.js'
import { toUpstreamError } from './to-upstream-error.js'
import {
  announceEnd,
  announceStart,
  encodeParams,
  UpstreamCall,
  type UpstreamCallOptions,
  wantedLogLevel,
} from './upstream-call.js'

/** A request of a client for an upstream. */
export interface ForwardedRequest {
  readonly message: RpcRequest
  /** As the upstream knows them. */
  readonly params: RpcParams | undefined
  readonly exchange: Exchange
  /** Of the definition at the upstream, or its URI, for events. */
  readonly name?: string | undefined
}

interface SendOptions {
  /** The upstream refused it before, or wants it otherwise. Default: false. */
  readonly isSentAgain?: boolean | undefined
  /** Default: as client and upstream have it. */
  readonly tasks?: TaskMode | undefined
}

type StartOptions = Pick<UpstreamCallOptions, 'isSentAgain' | 'tasks' | 'taskId'>

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
    return isReady && !needsTaskSupport(request, open, this.#connection.lists)
      ? this.#send(open, request)
      : this.#sendLater(request)
  }

  async #sendLater(request: ForwardedRequest): Promise<RpcResponse> {
    const { exchange } = request
    const ready = () => this.#connection.ready(exchange)
    const open = await ready()
    exchange.signal.throwIfAborted()
    if (needsLogLevel(request, open)) {
      await this.#connection.updateLogLevel(wantedLogLevel(request.message, exchange))
    }
    const { turns, lists, owner } = this.#connection
    if (needsTaskSupport(request, open, lists)) {
      // Without it the call is a plain one.
      await Promise.resolve(lists.get('tools', exchange, owner.services.runtime.now())).catch(() => {})
    }
    if (turns === undefined) return this.#send(open, request)
    return turns.run(async () => {
      exchange.signal.throwIfAborted()
      return this.#send(await ready(), request)
    })
  }

  #send(
    open: OpenUpstream,
    request: ForwardedRequest,
    { isSentAgain = false, tasks = taskModeOf(request, open, this.#connection.lists) }: SendOptions = {},
  ): Promise<RpcResponse> {
    const call = this.#start(open, request, { isSentAgain, tasks })
    return this.#transmit(call, taskParamsFor(request.params, tasks, open)).then(
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

  #start(open: OpenUpstream, { message, exchange, name }: ForwardedRequest, sent: StartOptions): UpstreamCall {
    const { owner, calls, tasks: held } = this.#connection
    const { announce, acceptsRaw, nextNumber } = owner.services
    const number = announce === undefined ? 0 : nextNumber()
    const call = new UpstreamCall({ message, exchange, open, number, acceptsRaw: acceptsRaw(), held, ...sent })
    calls.add(call.id, call)
    announceStart(call, this.#connection, name)
    return call
  }

  #transmit(call: UpstreamCall, params: RpcParams | undefined, method = call.message.method): Promise<RpcResponse> {
    const { open, logLevel, token, id, tasks } = call
    const isTask = tasks === 'cross' || tasks === 'await'
    const progressToken = token === undefined ? undefined : id
    const encoded = encodeParams(params, { requesterMeta: open.requesterMeta(logLevel, isTask), progressToken })
    const request: RpcRequest =
      encoded === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params: encoded }
    return open.transport.request(request, call)
  }

  #end(call: UpstreamCall, response: RpcResponse | undefined): void {
    this.#connection.calls.delete(call.id)
    this.#connection.onCallEnd()
    call.end()
    announceEnd(call, this.#connection, response)
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
    if (response.error !== undefined && !isSentAgain && requiresTasks(response.error, call)) {
      return this.#send(open, request, { isSentAgain: true, tasks: 'await' })
    }
    return this.#complete(response, call, request)
  }

  #complete(response: RpcResponse, call: UpstreamCall, request: ForwardedRequest): MaybePromise<RpcResponse> {
    const { owner } = this.#connection
    const { tasks, message } = call
    try {
      if (response.error !== undefined || message.method !== 'tools/call') return encodeResponse(response, call)
      if (tasks === 'await') return this.#awaitTask(response, call, request)
      if (tasks === 'cross') return owner.tasks.start(response, call, this.#connection)
      return encodeResponse(owner.tasks.note(response, call, this.#connection), call)
    } catch (reason) {
      throw toUpstreamError(owner.name, reason)
    }
  }

  /** The error stands where a page was not opened. */
  async #sendAfterPages(refusal: RpcResponse, call: UpstreamCall, request: ForwardedRequest): Promise<RpcResponse> {
    const { owner } = this.#connection
    const isOpened =
      refusal.error !== undefined && (await openPages(refusal.error, call, owner.services).catch(() => false))
    return isOpened ? this.#send(call.open, request, { isSentAgain: true }) : encodeResponse(refusal, call)
  }

  /** The result of the call is that of its task. */
  async #awaitTask(created: RpcResponse, call: UpstreamCall, request: ForwardedRequest): Promise<RpcResponse> {
    const taskId = taskIdIn(created.result)
    if (taskId === undefined) return encodeResponse(created, call)
    const { open, exchange, message } = call
    if (open.profile.tasks === 'core') return this.#awaitCoreTask(taskId, call, request)
    const { services } = this.#connection.owner
    const ready = () => this.#connection.ready(exchange)
    try {
      const outcome = await awaitTask(new ExtensionTask({ taskId, exchange, services, ready }), exchange, services)
      const ended = outcome.type === 'result' ? { result: outcome.result } : { error: outcome.error }
      return encodeResponse({ jsonrpc: '2.0', id: message.id, ...ended }, call)
    } catch (reason) {
      return this.#fail(reason, exchange)
    }
  }

  /** spec: 2025-11-25 basic/utilities/tasks#task-result-retrieval */
  async #awaitCoreTask(taskId: string, call: UpstreamCall, request: ForwardedRequest): Promise<RpcResponse> {
    const next = this.#start(call.open, request, { isSentAgain: false, tasks: 'pass', taskId })
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

  async #runRounds(first: RpcResponse, call: UpstreamCall, request: ForwardedRequest): Promise<RpcResponse> {
    const { open, exchange, message, tasks } = call
    const { owner } = this.#connection
    const send = async (params: RpcParams): Promise<RpcResponse> => {
      const next = this.#start(open, request, { isSentAgain: false, tasks })
      let response: RpcResponse | undefined
      try {
        response = await this.#transmit(next, params)
        return response
      } finally {
        this.#end(next, response)
      }
    }
    const params = taskParamsFor(request.params, tasks, open)
    const rounds = { method: message.method, params, exchange, from: open.revision, send }
    try {
      return await this.#complete(await runRounds(first, rounds, owner.services), call, request)
    } catch (reason) {
      if (RpcError.is(reason)) throw reason // the client refused
      return this.#fail(reason, exchange)
    }
  }

  /** The parameters that are repeated in headers are known from the list of tools. */
  async #sendWithHeaders(open: OpenUpstream, request: ForwardedRequest): Promise<RpcResponse> {
    await this.#connection.lists.read('tools', request.exchange)
    return this.#send(open, request, { isSentAgain: true })
  }

  /** A call that a server refused because it does not know the session any more was not executed. */
  async #recover(reason: unknown, call: UpstreamCall, request: ForwardedRequest): Promise<RpcResponse> {
    const { exchange, open, isSentAgain } = call
    if (!(reason instanceof SessionForgotten) || isSentAgain) return this.#fail(reason, exchange)
    await open.transport.closed
    exchange.signal.throwIfAborted()
    return this.#send(await this.#connection.ready(exchange), request, { isSentAgain: true })
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
  return wanted !== undefined && open.needsLogLevel(wanted) && open.declares('logging')
}
