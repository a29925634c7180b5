import { randomId } from '../../async/runtime/random-id.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { type DecodedInputRequest, decodeInputRequest } from '../../protocol/input/decode-input-request.js'
import { decodeInputResponse } from '../../protocol/input/decode-input-response.js'
import { encodeInputRequest } from '../../protocol/input/encode-input-request.js'
import { encodeInputResponse } from '../../protocol/input/encode-input-response.js'
import { hasCapabilities } from '../../protocol/input/has-capabilities.js'
import type { InputMethod, InputRequest } from '../../protocol/model/input-request.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf, type RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'

/** A question as it came from an upstream. */
export interface ReceivedQuestion {
  readonly method: string
  readonly params?: unknown
}

/** The question for the client, and what turns its answer into one for the upstream. */
export interface ConvertedQuestion {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly toAnswer: (answer: unknown) => unknown
}

export interface ConvertOptions {
  /** The revision of the upstream. */
  readonly from: Revision
  /** The client, and its revision. */
  readonly exchange: Pick<Exchange, 'client' | 'revision'>
  readonly runtime: Runtime
}

/**
 * Converts a question of an upstream of revision `from` for the client of `exchange`. Where both have one revision, question and
 * answer pass as they are.
 *
 * @throws RpcError -32601 where the client did not declare what the question needs, -32602 for a malformed one; OmniportError
 * `unsupported` for one that the client's revision cannot express.
 */
export function convertQuestion(
  question: ReceivedQuestion,
  { from, exchange, runtime }: ConvertOptions,
): ConvertedQuestion {
  const { method, params } = question
  assertDeclared(method, exchange)
  if (from === exchange.revision) {
    return { method, ...(isObject(params) && { params }), toAnswer: (answer) => answer }
  }
  const [source, target] = [profileOf(from), profileOf(exchange.revision)]
  const decoded = decodeInputRequest(question, source)
  const request = encodeInputRequest(toModel(decoded, target, runtime), target)
  const toAnswer = (answer: unknown) => {
    const response = decodeInputResponse(request.method, answer)
    return encodeInputResponse(request.method, response, source)
  }
  return { ...request, toAnswer }
}

function toModel(decoded: DecodedInputRequest, target: RevisionProfile, runtime: Runtime): InputRequest {
  switch (decoded.type) {
    case 'elicit': {
      const { message, schema } = decoded
      return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema: schema } }
    }
    case 'elicitUrl': {
      const { message, url, elicitationId = target.elicitationIds ? randomId(runtime, 16) : undefined } = decoded
      const id = elicitationId !== undefined && target.elicitationIds && { elicitationId }
      return { method: 'elicitation/create', params: { mode: 'url', message, url, ...id } }
    }
    case 'sample':
      return { method: 'sampling/createMessage', params: { ...decoded.params } }
    default:
      return { method: 'roots/list' }
  }
}

/** A question that the client did not declare gets the error of a client that does not know it. */
function assertDeclared(method: string, { client: { capabilities } }: ConvertOptions['exchange']): void {
  const needed = capabilityOf.get(method as InputMethod)
  if (needed !== undefined && !hasCapabilities(capabilities, { [needed]: {} })) throw RpcError.methodNotFound(method)
}

const capabilityOf: ReadonlyMap<InputMethod, string> = new Map([
  ['elicitation/create', 'elicitation'],
  ['sampling/createMessage', 'sampling'],
  ['roots/list', 'roots'],
])
