import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { RevisionProfile } from '../../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import type { ClientServices } from '../../client-services.js'
import { allOrAbort } from '../all-or-abort.js'
import { createSilentContext } from '../answer-context.js'
import { type InputResponder, UndeclaredInputError } from '../input-handlers.js'
import type { RoundTripTimeouts } from './round-trip-timeouts.js'

export interface InputOptions {
  /** The method of the request that the server needs input for. */
  readonly method: string
  readonly profile: RevisionProfile
  /** Aborts the handlers. */
  readonly signal: AbortSignal | undefined
  /** Pause while handlers run. Default: none. */
  readonly timeouts?: RoundTripTimeouts | undefined
}

/** Responses by the key of their input request. */
export type InputResponses = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Answers `inputRequests`, all at once, and settles with the responses under the same keys. No handler is called before all
 * input requests are checked.
 *
 * spec: basic/patterns/mrtr#inputresponses
 *
 * Rejects with OmniportError `unsupported` (not declared), `invalid_result` (malformed), `limit`, or `timeout` after
 * `limits.questionMs`, with what a handler throws, with TypeError for an invalid answer, or with the reason of the signal.
 */
export async function answerInputs(
  inputRequests: Readonly<Record<string, unknown>>,
  options: InputOptions,
  services: ClientServices,
): Promise<InputResponses> {
  const { questions, questionMs } = services.limits
  const requests = Object.entries(inputRequests)
  if (requests.length > questions) {
    const text = `${options.method}: the server asks too much at once; limits.questions is ${questions}`
    throw new OmniportError('limit', text)
  }
  const prepared = requests.map(([, inputRequest]) => {
    const respond = prepareResponder(inputRequest, options, services)
    return (signal: AbortSignal) => respond(createSilentContext(signal))
  })
  const signals = [options.signal, services.ended.signal]
  const answer = () => allOrAbort(prepared, { clock: services.runtime, signals, timeoutMs: questionMs })
  const asksUser = requests.some(([, inputRequest]) => mayAskUser(inputRequest, services))
  const { timeouts } = options
  const responses = await (asksUser && timeouts !== undefined ? timeouts.whileAsking(answer) : answer())
  // No assignment, since a key may be `__proto__`.
  return Object.fromEntries(requests.map(([key], index) => [key, responses[index] ?? {}]))
}

function mayAskUser(inputRequest: unknown, { inputHandlers }: ClientServices): boolean {
  return isObject(inputRequest) && inputHandlers.asksUser(inputRequest['method'])
}

function prepareResponder(
  inputRequest: unknown,
  { method, profile }: InputOptions,
  { inputHandlers }: ClientServices,
): InputResponder {
  if (!isObject(inputRequest) || typeof inputRequest['method'] !== 'string')
    throw invalidInputRequest(method, 'it has no method')
  try {
    return inputHandlers.prepare({ method: inputRequest['method'], params: inputRequest['params'] }, profile)
  } catch (reason) {
    if (reason instanceof UndeclaredInputError) throw toUnsupportedError(method, reason)
    throw RpcError.is(reason) ? invalidInputRequest(method, reason.message, reason) : reason
  }
}

function toUnsupportedError(method: string, cause: UndeclaredInputError): OmniportError {
  const text = `${method}: the server asks for what this client did not declare: ${cause.capability}`
  return new OmniportError('unsupported', text, { cause })
}

function invalidInputRequest(method: string, why: string, cause?: RpcError): OmniportError {
  return new OmniportError('invalid_result', `${method}: the server asks what is no question: ${why}`, { cause })
}
