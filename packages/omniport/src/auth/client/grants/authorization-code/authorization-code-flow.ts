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
 * Gets tokens that the user agrees to in a browser. If the server has forgotten the registered client, it is registered again,
 * once; likewise, with the scopes, if the server grants only those that a client was registered with.
 *
 * spec: basic/authorization#authorization-flow-steps
 */
export async function authorizationCodeFlow(services: AuthServices, request: TokenRequest): Promise<TokenSet> {
  assertPkce(request.authorization)
  let result = await attemptFlow(services, request, false)
  if (result === 'forgotten') result = await attemptFlow(services, request, false)
  if (result === 'unscoped') result = await attemptFlow(services, request, true)
  if (typeof result === 'object') return result
  const { issuer } = request.authorization.server
  throw new OAuthRefusal(`${truncate(issuer, 256)} does not recognise the clients that it registers`)
}

/**
 * Tokens, or the reason to register again:
 * - `forgotten`: the server does not know the stored client any more.
 * - `unscoped`: the server refuses the scopes, and the client was not registered with them.
 */
type AttemptResult = TokenSet | 'forgotten' | 'unscoped'

/** `namesScopes`: the client must be registered with the scopes. */
async function attemptFlow(
  services: AuthServices,
  request: TokenRequest,
  namesScopes: boolean,
): Promise<AttemptResult> {
  const { personMs = 300_000 } = services.options
  const abort = new LinkedAbortController(request.signal)
  const stop = services.runtime.after(personMs, () => {
    const { issuer } = request.authorization.server
    abort.abort(new OAuthRefusal(`no redirect came from ${truncate(issuer, 256)} within ${personMs} ms`))
  })
  const cancel = () => {
    stop()
    abort.unlink()
  }
  try {
    return await runAttempt(services, request, { signal: abort.signal, cancel, namesScopes })
  } finally {
    cancel()
  }
}

interface Attempt {
  readonly signal: AbortSignal
  readonly namesScopes: boolean
  /** Ends the time that the user has. */
  cancel(): void
}

async function runAttempt(
  services: AuthServices,
  request: TokenRequest,
  { signal, namesScopes, cancel }: Attempt,
): Promise<AttemptResult> {
  const { authorization } = request
  const scopes = namesScopes ? request.scopes : undefined
  const pending = await createPending(services, authorization)
  const port = await storedPort(services, request)
  signal.throwIfAborted()
  const listener = await openRedirectListener(services, { state: pending.state, port, signal })
  listener.received.catch(() => {}) // it may be awaited later, or never
  let oauthClient: OAuthClient | undefined
  try {
    const redirectUrl = listener.url
    oauthClient = await resolveClient(services, authorization, { redirectUrl, scopes, signal })
    const url = await authorizationUrl(services, request, {
      pending,
      clientId: oauthClient.metadata.client_id,
      redirectUrl,
    })
    await oauthClient.noteAuthorization?.('begins')
    const redirect = await sendUser(services, { url, received: listener.received, signal })
    cancel()
    await oauthClient.noteAuthorization?.('ended')
    const code = readRedirect(redirect, redirectUrl, pending)
    const parameters = { code, redirect_uri: redirectUrl, code_verifier: pending.verifier }
    signal.throwIfAborted()
    // Not aborted by the caller: a code is valid once, and the user has already agreed.
    const codeRequest = { ...request, signal: new AbortController().signal }
    return await requestTokens(services, codeRequest, { oauthClient, grantType: 'authorization_code', parameters })
  } catch (reason) {
    if (!(reason instanceof OAuthRefusal) || oauthClient?.forget === undefined) throw reason
    if (reason.error === 'invalid_scope' && lacksScopes(oauthClient, request)) return 'unscoped'
    if (!reason.isOfClient) throw reason
    await oauthClient.forget()
    if (!oauthClient.isStored) throw reason
    return 'forgotten'
  } finally {
    await listener.close()
  }
}

/** True if the client was registered without some of the scopes. */
function lacksScopes({ scopes: registered = [] }: OAuthClient, { scopes = [] }: TokenRequest): boolean {
  return scopes.some((scope) => !registered.includes(scope))
}

/** The port that the client was registered with. Many servers compare the whole redirect URL. */
async function storedPort(services: AuthServices, { authorization }: TokenRequest): Promise<number | undefined> {
  if (services.options.redirectUrl !== undefined || (await configuredClient(services, authorization)) !== undefined)
    return undefined
  const stored = await readRegistration(services, authorization)
  const port = Number(stored === undefined ? 0 : new URL(stored.redirectUrl).port)
  return port > 0 ? port : undefined
}

/**
 * Requires a server that advertises S256; others may accept stolen codes. A server without any metadata is used anyway, as
 * 2025-03-26 demands.
 *
 * spec: basic/authorization/security-considerations#authorization-code-protection
 *
 * @throws OmniportError `unauthorized`
 */
function assertPkce({ server, isAssumed }: Authorization): void {
  const methods: unknown = server.code_challenge_methods_supported
  if (isAssumed || (Array.isArray(methods) && methods.includes('S256'))) return
  const problem = methods === undefined ? 'names no code_challenge_methods_supported' : 'does not support S256'
  throw new OAuthRefusal(
    `${truncate(server.issuer, 256)} is not used: its metadata ${problem}, so it may not protect codes by PKCE`,
  )
}

export interface UserRedirect {
  readonly url: string
  readonly received: Promise<string>
  readonly signal: AbortSignal
}

/**
 * Opens a checked URL for the user and returns the one they are redirected to. It does not wait for `open`, since a browser may
 * stay open.
 */
async function sendUser(services: AuthServices, { url, received, signal }: UserRedirect): Promise<string> {
  const open = services.options.open ?? services.browser?.open.bind(services.browser)
  if (open === undefined) throw new TypeError('auth.open is needed on this platform')
  signal.throwIfAborted()
  const redirected = new Promise<string>((resolve, reject) => {
    received.then(resolve, reject)
    ;(async () => open(url))().catch((cause: unknown) => {
      const message = 'the authorization server could not be opened for the user'
      reject(OmniportError.is(cause) ? cause : new OmniportError('unauthorized', message, { cause }))
    })
  })
  return waitFor(redirected, { signal })
}
