import type { RequestHandler } from 'express'
import { answerError } from '../../../authorization-server/answer-error.js'
import { InsufficientScopeError, InvalidTokenError, type OAuthError } from '../errors.js'
import type { OAuthTokenVerifier } from '../provider.js'
import type { AuthInfo } from '../types.js'

/** Options of `requireBearerAuth`. */
export type BearerAuthMiddlewareOptions = {
  /** Checks the tokens. */
  verifier: OAuthTokenVerifier
  /** The scopes that every request needs. */
  requiredScopes?: string[]
  /** Named in challenges, so that clients find the authorization server. */
  resourceMetadataUrl?: string
  /**
   * The resource that tokens must be for: what the authorization server puts into tokens for this server. Tokens whose
   * `AuthInfo.resource` is another, or absent, are refused with 401. Compared as strings without the fragment and one slash at the end.
   * Unset, the resource is not looked at.
   */
  expectedResource?: URL
}

declare module 'express-serve-static-core' {
  interface Request {
    /** The token, after `requireBearerAuth`. */
    auth?: AuthInfo
  }
}

/**
 * Makes middleware that requires a valid access token, and sets `req.auth`. It refuses with 401 or 403 and a challenge.
 *
 * spec: RFC 6750, RFC 9728 section 5.1
 */
export function requireBearerAuth(options: BearerAuthMiddlewareOptions): RequestHandler {
  return async (req, res, next) => {
    try {
      req.auth = await checkToken(readToken(req.headers.authorization), options)
    } catch (error) {
      const status = statusOf(error)
      if (status === undefined) {
        answerError(res, error)
        return
      }
      const refusal = error as OAuthError
      res.set('WWW-Authenticate', formatChallenge(refusal, options))
      res.status(status).json(refusal.toResponseObject())
      return
    }
    next()
  }
}

function readToken(header: string | undefined): string {
  if (!header) throw new InvalidTokenError('Missing Authorization header')
  const [scheme = '', token] = header.split(' ', 2)
  if (scheme.toLowerCase() === 'bearer' && token) return token
  throw new InvalidTokenError("Invalid Authorization header format, expected 'Bearer TOKEN'")
}

async function checkToken(
  token: string,
  { verifier, requiredScopes = [], expectedResource }: BearerAuthMiddlewareOptions,
): Promise<AuthInfo> {
  const authInfo = await verifier.verifyAccessToken(token)
  const { resource, scopes, expiresAt } = authInfo
  if (expectedResource !== undefined && !(resource && comparable(resource) === comparable(expectedResource))) {
    throw new InvalidTokenError('Token was not issued for this resource')
  }
  if (!requiredScopes.every((scope) => scopes.includes(scope))) throw new InsufficientScopeError('Insufficient scope')
  if (typeof expiresAt !== 'number' || Number.isNaN(expiresAt)) {
    throw new InvalidTokenError('Token has no expiration time')
  }
  if (expiresAt < Date.now() / 1000) throw new InvalidTokenError('Token has expired')
  return authInfo
}

/** A resource without its fragment and one slash at the end. */
function comparable(resource: URL): string {
  const [text = ''] = String(resource).split('#', 1)
  return text.endsWith('/') ? text.slice(0, -1) : text
}

/** The status of a refusal that has a challenge. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof InvalidTokenError) return 401
  return error instanceof InsufficientScopeError ? 403 : undefined
}

function formatChallenge(
  { errorCode, message }: OAuthError,
  { requiredScopes = [], resourceMetadataUrl }: BearerAuthMiddlewareOptions,
): string {
  const params = [`error="${errorCode}"`, `error_description="${quotable(message)}"`]
  if (requiredScopes.length > 0) params.push(`scope="${requiredScopes.join(' ')}"`)
  if (resourceMetadataUrl) params.push(`resource_metadata="${resourceMetadataUrl}"`)
  return `Bearer ${params.join(', ')}`
}

/** The text of an error may be from elsewhere, and stays inside its quotes. spec: RFC 6750 section 3 */
function quotable(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^ -~]/g, '?')
}
