import { parseUrl } from '../../../../values/text/parse-url.js'
import { truncate } from '../../../../values/text/truncate.js'
import { OAuthRefusal } from '../../token-endpoint/oauth-refusal.js'
import type { PendingAuthorization } from './pending-authorization.js'

/**
 * Checks a redirect and returns its code.
 *
 * spec: basic/authorization#authorization-response-validation
 *
 * @throws OmniportError `unauthorized` for a redirect of another request or server, and for a refusal.
 */
export function readRedirect(text: string, redirectUrl: string, pending: PendingAuthorization): string {
  const parameters = parametersOf(text.trim(), redirectUrl)
  const { issuer, state } = pending
  if (parameters.get('state') !== state) {
    throw new OAuthRefusal('the redirect belongs to another request: its state is not the one that was sent')
  }
  assertIssuer(parameters.get('iss'), pending)
  const code = parameters.get('code')
  const error = parameters.get('error')
  if (error !== null) {
    const fields = { error, error_description: parameters.get('error_description') }
    throw OAuthRefusal.fromFields(issuer, fields, [pending.verifier, state, ...(code === null ? [] : [code])])
  }
  if (code === null || code === '') throw new OAuthRefusal(`${truncate(issuer, 256)} sent a redirect without a code`)
  return code
}

function parametersOf(text: string, redirectUrl: string): URLSearchParams {
  const url = text.length <= maxLength ? parseUrl(text) : undefined
  const expected = new URL(redirectUrl)
  if (url === undefined || url.origin !== expected.origin || url.pathname !== expected.pathname) {
    throw new OAuthRefusal(`the redirect went to another address than ${truncate(redirectUrl, 256)}`)
  }
  for (const name of ['state', 'iss', 'code', 'error']) {
    if (url.searchParams.getAll(name).length > 1) {
      throw new OAuthRefusal(`the redirect has more than one ${name}`)
    }
  }
  return url.searchParams
}

const maxLength = 16_384

/** Compares `iss` as a string, before anything else of the redirect is used. */
function assertIssuer(iss: string | null, { issuer, isIssuerSent }: PendingAuthorization): void {
  if (iss === issuer || (iss === null && !isIssuerSent)) return
  const problem = iss === null ? 'does not say which server it is from' : 'is from another server'
  throw new OAuthRefusal(`the user was sent to ${truncate(issuer, 256)}, but the redirect ${problem}`)
}
