import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'
import { parseMessage } from '../../../jsonrpc/messages/parse-message.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import type { HttpContext } from '../requests/http-context.js'
import { toChallenge } from './challenge.js'

/**
 * Whether what was posted may be done with what the principal was granted: asked before anything of it is. Not where nobody
 * is authenticated.
 *
 * spec: basic/authorization#runtime-insufficient-scope-errors
 *
 * @throws HttpError 403 naming all that the operations take.
 */
export function checkScopes({ settings, principal }: HttpContext, messages: readonly RpcMessage[]): void {
  const { auth, target } = settings
  const scopesOf = target.environment?.scopesOf
  if (auth === undefined || principal === undefined || scopesOf === undefined) return
  const needed = messages.flatMap((message) => {
    return 'method' in message && isRequestMessage(message) ? scopesOf(message, principal) : []
  })
  if (needed.every((scope) => principal.scopes.includes(scope))) return
  // What everything here takes is named too: not every client asks again for what it had before.
  throw toChallenge({ denied: 'scope', scopes: [...(auth.scopes ?? []), ...needed] }, auth)
}

/** The same for a batch, which is refused as a whole. What is no message in it is answered later. */
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
