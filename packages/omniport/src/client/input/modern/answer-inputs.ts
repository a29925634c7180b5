import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { RevisionProfile } from '../../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import type { ClientServices } from '../../client-services.js'
import { allOrAbort } from '../all-or-abort.js'
import type { InputResponder } from '../input-handlers.js'
import { UndeclaredInputError } from '../input-handlers.js'

/** Whose questions are answered. */
export interface InputOptions {
  /** The request that the server asks about. */
  readonly method: string
  readonly profile: RevisionProfile
  /** Aborting it tells the handlers that nobody waits any more. */
  readonly signal: AbortSignal | undefined
}

/** Answers by the key of their question. */
export type InputResponses = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * The answers to questions that came as `inputRequests`, asked all at once, under the same keys. Nobody is asked anything
 * before all questions proved to be some.
 *
 * spec: basic/patterns/mrtr#inputresponses
 *
 * Rejects with OmniportError `unsupported` (not declared), `invalid_result` (no question), `limit`, or `timeout` after
 * `limits.questionMs`, with what a handler throws,
 * with TypeError for what a handler gives that fits no answer, or with the reason of the signal.
 */
export async function answerInputs(
  inputRequests: Readonly<Record<string, unknown>>,
  options: InputOptions,
  services: ClientServices,
): Promise<InputResponses> {
  const { questions, questionMs } = services.limits
  const requests = Object.entries(inputRequests)
  if (requests.length > questions) {
    throw new OmniportError(
      'limit',
      `${options.method}: the server asks too much at once; limits.questions is ${questions}`,
    )
  }
  const prepared = requests.map(([, inputRequest]) => prepareResponder(inputRequest, options, services))
  const signals = [options.signal, services.ended.signal]
  const answers = await allOrAbort(prepared, { clock: services.runtime, signals, timeoutMs: questionMs })
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(requests.map(([key], index) => [key, answers[index] ?? {}]))
}

function prepareResponder(
  inputRequest: unknown,
  { method, profile }: InputOptions,
  { inputHandlers: answers }: ClientServices,
): InputResponder {
  if (!isObject(inputRequest) || typeof inputRequest['method'] !== 'string')
    throw invalidInputRequest(method, 'it has no method')
  try {
    return answers.prepare({ method: inputRequest['method'], params: inputRequest['params'] }, profile)
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
