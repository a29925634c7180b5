import { isLoopbackHost } from '../../auth/ssrf-guard/is-loopback-host.js'
import type { ConnectOptions } from '../../client/connect-options.js'
import { PageCompleted } from '../../client/input/url-elicitation-completions.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isWebUrl } from '../../protocol/input/is-web-url.js'
import type { ElicitAction, ElicitAnswer } from '../../protocol/model/elicitation.js'
import type { FormValues } from '../../schema/schema.js'
import { mustBe } from '../../values/options/check-options.js'
import type { HostOptions } from '../host-options.js'
import type { InputHandlerOptions } from './input-handler-options.js'
import { requestConsent } from './request-consent.js'

/**
 * Creates the handler that shows a server's forms to a person, with the name of the server. A denied form is declined.
 *
 * spec: client/elicitation#user-interaction-model
 */
export function createFormHandler(
  options: InputHandlerOptions,
  elicit: NonNullable<HostOptions['elicit']>,
): NonNullable<ConnectOptions['elicit']> {
  const { server, audit, budget } = options
  return async ({ message, schema }, ctx) => {
    budget.elicit()
    const { answer } = await requestConsent(options, { type: 'elicit', server, message, schema }, ctx.signal)
    const response: ElicitAnswer<FormValues> =
      answer === 'allow' ? await elicit({ message, schema, server }, ctx) : { action: 'decline' }
    const action = parseAction('elicit', response?.action)
    await audit.append({ type: 'elicit', server, mode: 'form', action })
    return response
  }
}

/**
 * Creates the handler that shows a server's URLs to a person, with the name of the server. Nothing is fetched from them. A
 * denied URL is declined; one that the person completed elsewhere, as the server says, is accepted. Rejects with RpcError
 * -32602 for an unsafe URL.
 *
 * spec: client/elicitation#safe-url-handling
 */
export function createUrlHandler(
  options: InputHandlerOptions,
  elicitUrl: NonNullable<HostOptions['elicitUrl']>,
): NonNullable<ConnectOptions['elicitUrl']> {
  const { server, audit, budget } = options
  return async ({ message, url }, ctx) => {
    const { signal } = ctx
    budget.elicit()
    if (!isSafeUrl(url)) {
      throw RpcError.invalidParams(
        'params.url must be an https: URL, or an http: URL of this machine, without credentials',
      )
    }
    const offer = async () => {
      const { answer } = await requestConsent(options, { type: 'elicit', server, message, url }, signal)
      return answer === 'allow' ? elicitUrl({ message, url, server }, ctx) : 'decline'
    }
    const response = await offer().catch((reason: unknown) => {
      if (signal.reason instanceof PageCompleted) return 'accept'
      throw reason
    })
    const action = parseAction('elicitUrl', response)
    await audit.append({ type: 'elicit', server, mode: 'url', action })
    return action
  }
}

/**
 * True for an `https:` URL, or, for development, an `http:` URL of this machine.
 *
 * spec: client/elicitation#safe-url-handling, security_best_practices#oauth-authorization-url-validation
 */
function isSafeUrl(url: unknown): url is string {
  if (!isWebUrl(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopbackHost(hostname)
}

/** Checks the action that a handler returned. @throws TypeError for an invalid one. */
function parseAction(handler: 'elicit' | 'elicitUrl', response: unknown): ElicitAction {
  if (response === 'accept' || response === 'decline' || response === 'cancel') return response
  throw mustBe(`createHost: the action that ${handler} returns`, '"accept", "decline" or "cancel"', response)
}
