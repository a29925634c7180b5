import { truncate } from '../../../../jsonrpc/clip.js'
import { LinkedAbort } from '../../../../jsonrpc/linked-abort.js'
import type { AuthServices } from '../../auth-home.js'
import { resolveClient } from '../../registration/client-for.js'
import { configuredClient } from '../../registration/given-client.js'
import { readRegistration } from '../../registration/kept-registration.js'
import type { OAuthClient } from '../../registration/known-client.js'
import type { TokenSet } from '../../token-set.js'
import type { TokenRequest } from '../../token-source.js'
import { OAuthRefusal } from '../oauth-refusal.js'
import { requestTokens } from '../request-tokens.js'
import { assertPkce } from './assert-pkce.js'
import { authorizationUrl } from './authorization-url.js'
import { createPending } from './pending-authorization.js'
import { readRedirect } from './read-redirect.js'
import { sendPerson } from './send-person.js'
import { openWayBack } from './way-back.js'

/**
 * Tokens that a person agrees to in a browser. A registration that the server has forgotten is made anew, once.
 *
 * spec: basic/authorization#authorization-flow-steps
 */
export async function obtainWithPerson(services: AuthServices, request: TokenRequest): Promise<TokenSet> {
  assertPkce(request.authorization)
  const tokens = (await attempt(services, request)) ?? (await attempt(services, request))
  if (tokens !== undefined) return tokens
  const { issuer } = request.authorization.server
  throw new OAuthRefusal(`${truncate(issuer, 256)} does not know the clients that it registers`)
}

/** Undefined: the server did not know the client, which was registered earlier. */
async function attempt(services: AuthServices, request: TokenRequest): Promise<TokenSet | undefined> {
  const { personMs = 300_000 } = services.options
  const abort = new LinkedAbort(request.signal)
  const stop = services.runtime.after(personMs, () => {
    const { issuer } = request.authorization.server
    abort.abort(new OAuthRefusal(`nobody came back from ${truncate(issuer, 256)} within ${personMs} ms`))
  })
  const isBack = () => {
    stop()
    abort.unlink()
  }
  try {
    return await journey(services, request, { signal: abort.signal, isBack })
  } finally {
    isBack()
  }
}

/** The time that one person has. */
interface PersonTime {
  readonly signal: AbortSignal
  /** It does not matter any more. */
  isBack(): void
}

async function journey(services: AuthServices, request: TokenRequest, time: PersonTime): Promise<TokenSet | undefined> {
  const { authorization } = request
  const { signal } = time
  const pending = await createPending(services, authorization)
  const port = await keptPort(services, request)
  signal.throwIfAborted()
  const wait = await openWayBack(services, { state: pending.state, port, signal })
  wait.arrived.catch(() => {}) // it is awaited later, if at all
  let oauthClient: OAuthClient | undefined
  try {
    const redirectUrl = wait.url
    oauthClient = await resolveClient(services, authorization, { redirectUrl, signal })
    const url = await authorizationUrl(services, request, { pending, clientId: oauthClient.client.client_id, redirectUrl })
    await oauthClient.noteJourney?.('begins')
    const back = await sendPerson(services, { url, arrived: wait.arrived, signal })
    time.isBack()
    await oauthClient.noteJourney?.('ended')
    const code = readRedirect(back, redirectUrl, pending)
    const parameters = { code, redirect_uri: redirectUrl, code_verifier: pending.verifier }
    signal.throwIfAborted()
    // Whoever leaves now: a code is good once, and the person would have come for nothing.
    const exchange = { ...request, signal: new AbortController().signal }
    return await requestTokens(services, exchange, { oauthClient, grantType: 'authorization_code', parameters })
  } catch (reason) {
    const isUnknown = reason instanceof OAuthRefusal && reason.error === 'invalid_client'
    if (!isUnknown || oauthClient?.forget === undefined) throw reason
    await oauthClient.forget()
    if (!oauthClient.isStored) throw reason
    return undefined
  } finally {
    await wait.close()
  }
}

/** The port that the client was registered with: many servers hold the whole address against what they know. */
async function keptPort(services: AuthServices, { authorization }: TokenRequest): Promise<number | undefined> {
  if (services.options.redirectUrl !== undefined || (await configuredClient(services, authorization)) !== undefined) return undefined
  const stored = await readRegistration(services, authorization)
  const port = Number(stored === undefined ? 0 : new URL(stored.redirectUrl).port)
  return port > 0 ? port : undefined
}
