import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { RevisionProfile } from '../../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import type { ClientServices } from '../../client-services.js'
import type { InputResponder } from '../input-handlers.js'

/** A page that the user must complete before the server answers a request. */
export interface RequiredUrlElicitation {
  readonly elicitationId: string
  readonly offer: InputResponder
}

/**
 * The pages that a refusal asks for, where this client has a handler. @throws OmniportError `limit` for too many.
 *
 * spec: 2025-11-25 client/elicitation#url-elicitation-required-error
 */
export function requiredUrlElicitations(
  { code, data }: RpcError,
  profile: RevisionProfile,
  { inputHandlers, limits }: ClientServices,
): readonly RequiredUrlElicitation[] | undefined {
  if (code !== -32042 || !profile.elicitationIds || !isObject(data)) return undefined
  const { elicitations } = data
  if (!Array.isArray(elicitations) || elicitations.length === 0) return undefined
  if (elicitations.length > limits.questions) {
    throw new OmniportError('limit', `The server wants too many pages opened; limits.questions is ${limits.questions}`)
  }
  try {
    return elicitations.map((params: unknown) => {
      const { mode, elicitationId } = isObject(params) ? params : {}
      if (mode !== 'url' || typeof elicitationId !== 'string') throw RpcError.invalidParams('It is no page')
      return { elicitationId, offer: inputHandlers.prepare({ method: 'elicitation/create', params }, profile) }
    })
  } catch {
    return undefined
  }
}
