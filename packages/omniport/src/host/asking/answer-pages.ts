import type { ConnectOptions } from '../../client/connect-options.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import type { HostOptions } from '../host-options.js'
import type { InputHandlerOptions } from './answers-options.js'
import { requestConsent } from './decide.js'
import { isSafeUrl } from './is-safe-page.js'
import { parseAction } from './to-action.js'

/**
 * Shows the pages of one server to a person, who is told which server it is. Nothing is fetched from them. One that is not
 * allowed is declined. Rejects with RpcError -32602 for an address that nobody should be shown.
 *
 * spec: client/elicitation#safe-url-handling
 */
export function createUrlHandler(
  options: InputHandlerOptions,
  elicitUrl: NonNullable<HostOptions['elicitUrl']>,
): NonNullable<ConnectOptions['elicitUrl']> {
  const { server, audit, budget } = options
  return async ({ message, url }, { signal }) => {
    budget.elicit()
    if (!isSafeUrl(url)) {
      throw RpcError.invalidParams('params.url must be an https: URL, or one of this machine, without credentials')
    }
    const { answer } = await requestConsent(options, { type: 'elicit', server, message, url }, signal)
    const given = answer === 'allow' ? await elicitUrl({ message, url, server }, { signal }) : 'decline'
    const action = parseAction('elicitUrl', given)
    await audit.append({ type: 'elicit', server, mode: 'url', action })
    return action
  }
}
