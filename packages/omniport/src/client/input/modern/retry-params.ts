import type { RpcParams } from '../../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import { utf8Length } from '../../../values/text/utf8-length.js'
import type { ClientServices } from '../../client-services.js'
import { answerInputs, type InputOptions } from './answer-inputs.js'

/** A result that asks for input. `requestState` belongs to the server, and is sent back unchanged. */
export interface InputRequired {
  readonly inputRequests: Readonly<Record<string, unknown>>
  readonly requestState: string | undefined
}

/** @throws OmniportError `invalid_result`, or `limit` for a long state. spec: basic/patterns/mrtr#inputrequiredresult */
export function decodeInputRequired(method: string, result: Readonly<Record<string, unknown>>): InputRequired {
  const { inputRequests = {}, requestState } = result
  if (!isObject(inputRequests)) throw invalid(method, 'inputRequests must be an object')
  if (requestState !== undefined && typeof requestState !== 'string')
    throw invalid(method, 'requestState must be a string')
  if (requestState === undefined && Object.keys(inputRequests).length === 0)
    throw invalid(method, 'a result that asks for input must hold inputRequests or requestState')
  if (requestState !== undefined && utf8Length(requestState) > maxStateBytes) {
    const text = `${method}: the server wants more than ${maxStateBytes} bytes of requestState sent back`
    throw new OmniportError('limit', text)
  }
  return { inputRequests, requestState }
}

/**
 * The parameters of the retry: those of the request, with the responses and the state of this round trip only.
 *
 * spec: basic/patterns/mrtr#client-requirements-basic-workflow
 */
export async function retryParams(
  params: RpcParams | undefined,
  { inputRequests, requestState }: InputRequired,
  { services, ...options }: InputOptions & { readonly services: ClientServices },
): Promise<RpcParams> {
  const { inputResponses: _responses, requestState: _state, ...own } = params ?? {}
  const isAsked = Object.keys(inputRequests).length > 0
  const inputResponses = isAsked ? await answerInputs(inputRequests, options, services) : undefined
  return {
    ...own,
    ...(inputResponses !== undefined && { inputResponses }),
    ...(requestState !== undefined && { requestState }),
  }
}

/** A quarter of the request size that servers of this library accept. */
const maxStateBytes = 1024 * 1024

function invalid(method: string, problem: string): OmniportError {
  return new OmniportError('invalid_result', `${method}: ${problem}`)
}
