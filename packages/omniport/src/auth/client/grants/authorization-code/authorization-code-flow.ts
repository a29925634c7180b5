import { LinkedAbortController } from '../../../../async/abort/linked-abort-controller.js'
import { waitFor } from '../../../../async/waiting/wait-for.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import { truncate } from '../../../../values/text/truncate.js'
import type { AuthServices } from '../../auth-services.js'
import type { Authorization } from '../../authorization.js'
import { configuredClient } from '../../registration/configured-client.js'
import type { OAuthClient } from '../../registration/oauth-client.js'
import { readRegistration } from '../../registration/registration.js'
import { resolveClient } from '../../registration/resolve-client.js'
import { OAuthRefusal } from '../../token-endpoint/oauth-refusal.js'
import { requestTokens } from '../../token-endpoint/request-tokens.js'
import type { TokenSet } from '../../token-set.js'
import type { TokenRequest } from '../../token-source.js'
import { authorizationUrl } from './authorization-url.js'
import { openRedirectListener } from './open-redirect-listener.js'
import { createPending } from './pending-authorization.js'
import { readRedirect } from './read-redirect.js'

/**
 * Tokens that a person agrees to in a browser. A registration that the server has forgotten is made anew, once.
 *
 * spec: basic/authorization#authorization-flow-steps
 */
export async function authorizationCodeFlow(services: AuthServices, request: TokenRequest): Promise<TokenSet> {
  assertPkce(request.authorization)
  const tokens = (await attemptFlow(services, request)) ?? (await attemptFlow(services, request))
  if (tokens !== undefined) return tokens
  const { issuer } = request.authorization.server
  throw new OAuthRefusal(`${truncate(issuer, 256)} does not know the clients that it registers`)
}

/** Undefined: the server did not know the client, which was registered earlier. */
async function attemptFlow(services: AuthServices, request: TokenRequest): Promise<TokenSet | undefined> {
  const { personMs = 300_000 } = services.options
  const abort = new LinkedAbortController(request.signal)
  const stop = services.runtime.after(personMs, () => {
    const { issuer } = request.authorization.server
    abort.abort(new OAuthRefusal(`nobody came back from ${truncate(issuer, 256)} within ${personMs} ms`))
  })
  const cancel = () => {
    stop()
    abort.unlink()
  }
  try {
    return await runAttempt(services, request, { signal: abort.signal, cancel })
  } finally {
    cancel()
  }
}

/** The time that one person has. */
interface UserTimeout {
  readonly signal: AbortSignal
  /** It does not matter any more. */
  cancel(): void
}

async function runAttempt(
  services: AuthServices,
  request: TokenRequest,
  timeout: UserTimeout,
): Promise<TokenSet | undefined> {
  const { authorization } = request
  const { signal } = timeout
  const pending = await createPending(services, authorization)
  const port = await storedPort(services, request)
  signal.throwIfAborted()
  const listener = await openRedirectListener(services, { state: pending.state, port, signal })
  listener.received.catch(() => {}) // it is awaited later, if at all
  let oauthClient: OAuthClient | undefined
  try {
    const redirectUrl = listener.url
    oauthClient = await resolveClient(services, authorization, { redirectUrl, signal })
    const url = await authorizationUrl(services, request, {
      pending,
      clientId: oauthClient.metadata.client_id,
      redirectUrl,
    })
    await oauthClient.noteAuthorization?.('begins')
    const redirect = await sendUser(services, { url, received: listener.received, signal })
    timeout.cancel()
    await oauthClient.noteAuthorization?.('ended')
    const code = readRedirect(redirect, redirectUrl, pending)
    const parameters = { code, redirect_uri: redirectUrl, code_verifier: pending.verifier }
    signal.throwIfAborted()
    // Whoever leaves now: a code is good once, and the person would have come for nothing.
    const codeRequest = { ...request, signal: new AbortController().signal }
    return await requestTokens(services, codeRequest, { oauthClient, grantType: 'authorization_code', parameters })
  } catch (reason) {
    const isUnknown = reason instanceof OAuthRefusal && reason.error === 'invalid_client'
    if (!isUnknown || oauthClient?.forget === undefined) throw reason
    await oauthClient.forget()
    if (!oauthClient.isStored) throw reason
    return undefined
  } finally {
    await listener.close()
  }
}

/** The port that the client was registered with: many servers hold the whole address against what they know. */
async function storedPort(services: AuthServices, { authorization }: TokenRequest): Promise<number | undefined> {
  if (services.options.redirectUrl !== undefined || (await configuredClient(services, authorization)) !== undefined)
    return undefined
  const stored = await readRegistration(services, authorization)
  const port = Number(stored === undefined ? 0 : new URL(stored.redirectUrl).port)
  return port > 0 ? port : undefined
}

/**
 * A server that does not say that it knows S256 might let stolen codes through. Where it publishes nothing at all, it is used
 * all the same, as 2025-03-26 has it.
 *
 * spec: basic/authorization/security-considerations#authorization-code-protection
 *
 * @throws OmniportError `unauthorized`
 */
function assertPkce({ server, isAssumed }: Authorization): void {
  const methods: unknown = server.code_challenge_methods_supported
  if (isAssumed || (Array.isArray(methods) && methods.includes('S256'))) return
  const what = methods === undefined ? 'names no code_challenge_methods_supported' : 'does not support S256'
  throw new OAuthRefusal(
    `${truncate(server.issuer, 256)} is not used: its metadata ${what}, so it may not protect codes by PKCE`,
  )
}

/** A person on the way to the authorization server. */
export interface UserRedirect {
  readonly url: string
  readonly received: Promise<string>
  readonly signal: AbortSignal
}

/**
 * Sends a person to a checked address; the address that they came back with. It does not wait for the browser, which may be
 * open for longer.
 */
async function sendUser(services: AuthServices, { url, received, signal }: UserRedirect): Promise<string> {
  const open = services.options.open ?? services.browser?.open.bind(services.browser)
  if (open === undefined) throw new TypeError('auth.open is needed on this platform')
  signal.throwIfAborted()
  const redirected = new Promise<string>((resolve, reject) => {
    received.then(resolve, reject)
    ;(async () => open(url))().catch((cause: unknown) => {
      const message = 'a person could not be sent to the authorization server'
      reject(OmniportError.is(cause) ? cause : new OmniportError('unauthorized', message, { cause }))
    })
  })
  return waitFor(redirected, { signal })
}
