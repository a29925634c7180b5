import type { RpcNotification, RpcResponse } from '../jsonrpc/messages/messages.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { AskOptions } from '../protocol/exchange/exchange.js'
import { principalKey } from '../protocol/exchange/principal-key.js'
import type { InputRequest } from '../protocol/model/input-request.js'
import { InputRequired } from '../protocol/results/input-required.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { BufferedNotifications } from './buffered-notifications.js'
import { callEnded } from './call-ended.js'
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
  /** Called once, when the result was given to the client; it may be kept for repeated retries. */
  readonly onDelivered: (call: ParkedCall, bytes: number) => void
  /** Called once, when nothing of the call is left to come back to. */
  readonly onOver: (call: ParkedCall) => void
}

/** The answers of a retry to the round that its handle names. */
export interface RoundAnswers {
  readonly round: number
  readonly responses: ReadonlyMap<string, unknown>
  /** The digest of the answers. */
  readonly digest: string
}

/** `running`: a client waits. `ended`: it ended while parked, and its result waits. `delivered`: the client got its result. */
type State = 'running' | 'parked' | 'ended' | 'delivered' | 'over'

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
  /** As `principalKey` gives it. */
  readonly principal: string
  /** Resolves when the call has ended, whatever became of its result. */
  readonly finished: Promise<void>
  readonly #options: ParkedCallOptions
  readonly #inputs: OpenInputs
  readonly #buffer: BufferedNotifications
  readonly #waiting: WaitingRequests
  #finish: () => void = () => {}
  #client: ClientRequest['exchange']['client']
  #state: State = 'running'
  #round = 0
  #answered: AnsweredRound | undefined
  #end: RoundEnd | undefined
  #isSending = false
  #stopExpiry: (() => void) | undefined

  constructor(options: ParkedCallOptions) {
    const { id, label, first, slot, services } = options
    this.id = id
    this.label = label
    this.principal = principalKey(first.exchange)
    this.finished = new Promise((resolve) => {
      this.#finish = resolve
    })
    this.#options = options
    this.#inputs = new OpenInputs(services.runtime, slot)
    this.#buffer = new BufferedNotifications(slot, services.limits.parkedLogBytes)
    this.#waiting = new WaitingRequests(first.message, (reason) => this.#abandon(reason))
    this.#client = first.exchange.client
  }

  get state(): State {
    return this.#state
  }

  /** The capabilities that the client declared in its last request. */
  get client(): ClientRequest['exchange']['client'] {
    return this.#client
  }

  /** Waits for the end of the present round. */
  wait(request: ClientRequest): Promise<RpcResponse | undefined> {
    return this.#waiting.add(request)
  }

  /** Settles with the answer of the client. */
  ask(request: InputRequest, options: AskOptions): Promise<unknown> {
    const { questions } = this.#options.services.limits
    if (this.#state !== 'running' && this.#state !== 'parked') return Promise.reject(closed(request.method))
    if (this.#inputs.count >= questions) {
      return Promise.reject(RpcError.internal(`At most ${questions} questions per call (questions)`))
    }
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
    this.#flush()
    if (this.#end !== undefined) this.#deliver(this.#end)
    else this.#continue(responses)
    return outcome
  }

  /** Takes the end of the call: for the client that waits, or for the one that comes back before the call expires. */
  end(end: RoundEnd): void {
    this.#finish()
    this.#inputs.rejectAll(closed(this.#options.first.message.method))
    if (this.#state === 'running') this.#deliver(end)
    if (this.#state !== 'parked') return
    this.#state = 'ended'
    this.#end = storable(end, this.#options.slot)
  }

  /** Ends what nobody waits for: the questions of a call are cancelled, and then the call is; a result is forgotten. */
  cancel(reason: RpcError): void {
    const isLive = this.#state === 'parked'
    this.#over()
    if (!isLive) return
    this.#inputs.cancelAll(reason)
    // The answers come before the cancellation.
    this.#options.services.runtime.defer(() => this.#options.abort(reason))
  }

  #continue(responses: ReadonlyMap<string, unknown>): void {
    this.#state = 'running'
    this.#inputs.answer(responses)
    this.#scheduleRound()
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
    this.#state = 'parked'
    this.#armExpiry()
    this.#endRound({ type: 'response', response })
  }

  #armExpiry(): void {
    const { runtime, limits } = this.#options.services
    const expire = () => this.cancel(RpcError.internal('The client did not answer in time'))
    this.#stopExpiry = runtime.after(limits.parkedMs, expire, { background: true })
  }

  #endRound(end: RoundEnd): void {
    if (this.#answered !== undefined) this.#answered.end = end
    this.#waiting.settleAll(end)
  }

  /** The result of a call whose client has a handle stays, for the client that sends its retry again. */
  #deliver(end: RoundEnd): void {
    this.#state = 'delivered'
    this.#endRound(end)
    this.#options.slot.release()
    if (this.#round === 0) this.#over()
    else {
      this.#armExpiry()
      this.#options.onDelivered(this, bytesOf(end))
    }
  }

  #flush(): void {
    const leftOut = this.#buffer.flush((message) => this.#waiting.notify(message))
    const { method } = this.#options.first.message
    if (leftOut > 0) this.#options.services.logger.warn(`${leftOut} notifications of a parked ${method} were left out`)
  }

  /** The last client that waited has cancelled. */
  #abandon(reason: unknown): void {
    this.#over()
    this.#inputs.rejectAll(reason)
    this.#options.abort(reason)
  }

  #over(): void {
    if (this.#state === 'over') return
    this.#state = 'over'
    this.#stopExpiry?.()
    this.#options.slot.release()
    this.#options.onOver(this)
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

function closed(method: string): OmniportError {
  return new OmniportError('closed', `${method} is over: nothing more can be asked`)
}
