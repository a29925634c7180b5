import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { ResourceNotFound } from '../../protocol/errors/resource-not-found.js'
import type { UriParams } from '../../protocol/methods/method-params.js'
import { isUri } from '../../uri/is-uri.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { ResourceIndex, ResourceMatch } from './resource-index.js'

/** Finds the resource that a request names. @throws RpcError -32602 for a value that is not a URI, `ResourceNotFound` */
export function findResource(
  index: ResourceIndex,
  { params, exchange }: Pick<HandlerRequest<UriParams>, 'params' | 'exchange'>,
): ResourceMatch {
  const { uri } = params
  const match = index.find(uri, exchange.principal)
  if (match !== undefined) return match
  if (!isUri(uri)) throw RpcError.invalidParams('params.uri must be an absolute URI')
  throw new ResourceNotFound(uri)
}
