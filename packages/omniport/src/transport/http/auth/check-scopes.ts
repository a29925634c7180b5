import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'
import { parseMessage } from '../../../jsonrpc/messages/parse-message.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import type { HttpContext } from '../requests/http-context.js'
import { toChallenge } from './challenge.js'

/**
 * Checks that the principal was granted the scopes of the posted requests, before any of them is served. Nothing is checked
 * if clients are not authenticated. spec: basic/authorization#runtime-insufficient-scope-errors
 * @throws HttpError 403 naming all scopes that the requests need.
 */
export function checkScopes({ settings, principal }: HttpContext, messages: readonly RpcMessage[]): void {
  const { auth, target } = settings
  const scopesOf = target.environment?.scopesOf
  if (auth === undefined || principal === undefined || scopesOf === undefined) return
  const needed = messages.flatMap((message) => (isRequestMessage(message) ? scopesOf(message, principal) : []))
  if (needed.every((scope) => principal.scopes.includes(scope))) return
  // The scopes that every request needs are named too, since some clients request only the scopes that are named.
  throw toChallenge({ denied: 'scope', scopes: [...(auth.scopes ?? []), ...needed] }, auth)
}

/** Does the same for a batch, which is refused as a whole. Values that are not messages are answered later. */
export function checkBatchScopes(context: HttpContext, values: readonly unknown[]): void {
  const { auth, limits, target } = context.settings
  if (auth === undefined || target.environment?.scopesOf === undefined || values.length > limits.batch) return
  checkScopes(context, values.flatMap(toMessages))
}

function toMessages(value: unknown): readonly RpcMessage[] {
  try {
    return [parseMessage(value)]
  } catch {
    return []
  }
}
