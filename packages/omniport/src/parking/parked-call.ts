import type { RpcNotification, RpcResponse } from '../jsonrpc/messages/messages.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { AskOptions } from '../protocol/exchange/exchange.js'
import type { InputRequest } from '../protocol/model/input-request.js'
import { InputRequired } from '../protocol/results/input-required.js'
import { BufferedNotifications } from './buffered-notifications.js'
import { callClosed, callEnded } from './call-ended.js'
import { OpenInputs } from './open-inputs.js'
import type { ParkingSlot } from './parking-bounds.js'
import type { ParkingServices } from './parking-services.js'
import { encodeRound, sealRound } from './sent-round.js'
import { bytesOf, type ClientRequest, type RoundEnd, settle, WaitingRequests } from './waiting-requests.js'

export interface ParkedCallOptions {
  readonly id: string
  readonly label: string
  /** The request that began the call. */
  readonly first: ClientRequest
  readonly slot: ParkingSlot
  readonly services: ParkingServices
  /** Aborts the signal of the call. */
  readonly abort: (reason: unknown) => void
  /** Called after each change of its state; with the reason where it ended unfinished. */
  readonly onChange: (call: ParkedCall, before: ParkedState, reason: RpcError | undefined) => void
}

/** The answers of a retry to the round that its handle names. */
export interface RoundAnswers {
  readonly round: number
  readonly responses: ReadonlyMap<string, unknown>
  /** The digest of the answers. */
  readonly digest: string
}

/**
 * `running`: a client waits. `ended`: it ended while parked, and its result waits. `delivered`: the client got its result, which
 * waits for a repeated retry. `over`: nothing is left to come back to.
 */
export type ParkedState = 'running' | 'parked' | 'ended' | 'delivered' | 'over'

/** The last round that was answered, by which answers, and how it ended; undefined while it runs. */
interface AnsweredRound {
  readonly round: number
  readonly digest: string
  end: RoundEnd | undefined
}

/**
 * A call that has asked its client something. It runs once; the requests of the client come and go. A round ends one turn of the
 * event loop after the first question without an answer, or with the result of the call.
 */
export class ParkedCall {
  readonly id: string
  readonly label: string
  /** Resolves when the call has ended, whatever became of its result. */
  readonly finished: Promise<void>
  /** The bytes of a result that was delivered. */
  resultBytes = 0
  /** When it was parked last. */
  parkedAt = 0
  readonly #options: ParkedCallOptions
  readonly #inputs: OpenInputs
  readonly #buffer: BufferedNotifications
  readonly #waiting: WaitingRequests
  #finish: () => void = () => {}
  #client: ClientRequest['exchange']['client']
  #state: ParkedState = 'running'
  #round = 0
  #answered: AnsweredRound | undefined
  #end: RoundEnd | undefined
  #isSending = false
  #stopExpiry: (() => void) | undefined

  constructor(options: ParkedCallOptions) {
    const { id, label, first, slot, services } = options
    this.id = id
    this.label = label
    this.finished = new Promise((resolve) => {
      this.#finish = resolve
    })
    this.#options = options
    this.#inputs = new OpenInputs(services, slot)
    this.#buffer = new BufferedNotifications(services, slot)
    this.#waiting = new WaitingRequests(first.message, (reason) => this.#abandon(reason))
    this.#client = first.exchange.client
  }

  get state(): ParkedState {
    return this.#state
  }

  /** The rounds that were sent. */
  get round(): number {
    return this.#round
  }

  get first(): ClientRequest {
    return this.#options.first
  }

  /** The capabilities that the client declared in its last request. */
  get client(): ClientRequest['exchange']['client'] {
    return this.#client
  }

  /** Waits for the end of the present round. */
  wait(request: ClientRequest): Promise<RpcResponse | undefined> {
    return this.#waiting.add(request)
  }

  ask(request: InputRequest, options: AskOptions): Promise<unknown> {
    if (this.#state !== 'running' && this.#state !== 'parked') return Promise.reject(callClosed(request.method))
    const answer = this.#inputs.add(request, options)
    this.#scheduleRound()
    return answer
  }

  /** Sends on the streams of those who wait, or keeps the message for the next one. */
  notify(message: RpcNotification): void {
    if (this.#state === 'running') this.#waiting.notify(message)
    else if (this.#state === 'parked') this.#buffer.add(message)
  }

  /**
   * Goes on with the answers of a retry, which waits for the next round or the result.
   *
   * @throws RpcError -32602 when the round is not the present one, was answered otherwise, or an answer is malformed; the call
   * stays as it is.
   */
  resume(answers: RoundAnswers, request: ClientRequest): Promise<RpcResponse | undefined> {
    const { round, responses, digest } = answers
    if (this.#state !== 'over' && this.#answered?.round === round) return this.#repeat(this.#answered, digest, request)
    if (round !== this.#round || (this.#state !== 'parked' && this.#state !== 'ended')) throw callEnded()
    const problem = this.#inputs.findProblem(responses)
    if (problem !== undefined) throw RpcError.invalidParams(`inputResponses: ${problem}`)
    request.exchange.signal.throwIfAborted()
    this.#stopExpiry?.()
    this.#answered = { round, digest, end: undefined }
    this.#client = request.exchange.client
    const outcome = this.#waiting.add(request)
    this.#buffer.flush((message) => this.#waiting.notify(message))
    if (this.#end !== undefined) this.#deliver(this.#end)
    else {
      this.#become('running')
      this.#inputs.answer(responses)
      this.#scheduleRound()
    }
    return outcome
  }

  /** Takes the end of the call: for the client that waits, or for the one that comes back before the call expires. */
  end(end: RoundEnd): void {
    this.#finish()
    this.#inputs.rejectAll(callClosed(this.#options.first.message.method))
    if (this.#state === 'running') this.#deliver(end)
    if (this.#state !== 'parked') return
    this.#end = storable(end, this.#options.slot)
    this.#become('ended')
  }

  /** Ends what nobody waits for: the questions of a call are cancelled, and then the call is; a result is forgotten. */
  cancel(reason: RpcError): void {
    const isLive = this.#state === 'parked'
    this.#over(reason)
    if (!isLive) return
    this.#inputs.cancelAll(reason)
    // The answers come before the cancellation.
    this.#options.services.runtime.defer(() => this.#options.abort(reason))
  }

  #repeat(answered: AnsweredRound, digest: string, request: ClientRequest): Promise<RpcResponse | undefined> {
    if (answered.digest !== digest) {
      throw RpcError.invalidParams('inputResponses: this round was answered otherwise before')
    }
    return answered.end === undefined ? this.#waiting.add(request) : settle(request, answered.end)
  }

  #scheduleRound(): void {
    if (this.#isSending || !this.#canSend()) return
    this.#isSending = true
    this.#options.services.runtime.defer(() => void this.#sendRound())
  }

  /** Sealing takes time, in which the call may end, its client may cancel, and more may be asked. */
  async #sendRound(): Promise<void> {
    const { rounds } = this.#options.services.limits
    try {
      if (!this.#canSend()) return
      if (this.#round >= rounds) throw RpcError.internal(`At most ${rounds} rounds per request (rounds)`)
      const requestState = await sealRound(this.#options, this.#round + 1)
      this.#inputs.rejectUndeclared(this.#client)
      if (this.#canSend()) this.#park(requestState)
    } catch (reason) {
      this.#inputs.rejectAll(RpcError.from(reason))
    } finally {
      this.#isSending = false
    }
  }

  #canSend(): boolean {
    return this.#state === 'running' && this.#inputs.size > 0
  }

  #park(requestState: string): void {
    const response = encodeRound(this.#options, new InputRequired(this.#inputs.sendAll(), requestState))
    this.#round += 1
    this.parkedAt = this.#options.services.runtime.now()
    this.#armExpiry()
    this.#become('parked')
    this.#endRound({ type: 'response', response })
  }

  #armExpiry(): void {
    const { runtime, limits } = this.#options.services
    this.#stopExpiry = runtime.after(limits.parkedMs, () => this.cancel(noAnswer()), { background: true })
  }

  #endRound(end: RoundEnd): void {
    if (this.#answered !== undefined) this.#answered.end = end
    this.#waiting.settleAll(end)
  }

  /** The result of a call whose client has a handle stays, for the client that sends its retry again. */
  #deliver(end: RoundEnd): void {
    this.#options.slot.release()
    this.resultBytes = bytesOf(end)
    if (this.#round > 0) this.#armExpiry()
    this.#become(this.#round > 0 ? 'delivered' : 'over')
    this.#endRound(end)
  }

  /** The last client that waited has cancelled. */
  #abandon(reason: unknown): void {
    this.#over(RpcError.internal('The client cancelled the request'))
    this.#inputs.rejectAll(reason)
    this.#options.abort(reason)
  }

  #over(reason: RpcError): void {
    if (this.#state === 'over') return
    this.#stopExpiry?.()
    this.#options.slot.release()
    this.#become('over', reason)
  }

  #become(state: ParkedState, reason?: RpcError): void {
    const before = this.#state
    this.#state = state
    this.#options.onChange(this, before, reason)
  }
}

/** Counts an end that its client has not asked for yet. One that is too large becomes an error that says so. */
function storable(end: RoundEnd, slot: ParkingSlot): RoundEnd {
  const problem = slot.add(bytesOf(end))
  if (problem === undefined) return end
  return {
    type: 'thrown',
    reason: RpcError.internal(`The call has ended, and its result could not be kept: ${problem}`),
  }
}

function noAnswer(): RpcError {
  return RpcError.internal('The client did not answer in time')
}
