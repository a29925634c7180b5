import type { OAuthErrorResponse } from '../../shared/auth.js'

/** An error of OAuth, with the code that the protocol gives it. */
export class OAuthError extends Error {
  static errorCode: string
  readonly errorUri?: string | undefined

  constructor(message: string, errorUri?: string | undefined) {
    super(message)
    this.errorUri = errorUri
    this.name = this.constructor.name
  }

  /** The code of the error, such as `invalid_grant`. */
  get errorCode(): string {
    return (this.constructor as typeof OAuthError).errorCode
  }

  /** The error as it is sent. spec: RFC 6749 section 5.2 */
  toResponseObject(): OAuthErrorResponse {
    const response: OAuthErrorResponse = { error: this.errorCode, error_description: this.message }
    return this.errorUri ? { ...response, error_uri: this.errorUri } : response
  }
}

/** The request lacks a parameter, or has one that is not valid. */
export class InvalidRequestError extends OAuthError {
  static override errorCode = 'invalid_request'
}

/** The client is not known, or its authentication failed. */
export class InvalidClientError extends OAuthError {
  static override errorCode = 'invalid_client'
}

/** The code or the refresh token is not valid, or of another client. */
export class InvalidGrantError extends OAuthError {
  static override errorCode = 'invalid_grant'
}

/** The client may not use this grant. */
export class UnauthorizedClientError extends OAuthError {
  static override errorCode = 'unauthorized_client'
}

/** The authorization server does not have this grant. */
export class UnsupportedGrantTypeError extends OAuthError {
  static override errorCode = 'unsupported_grant_type'
}

/** The scope is not known, or more than was granted. */
export class InvalidScopeError extends OAuthError {
  static override errorCode = 'invalid_scope'
}

/** The person, or the authorization server, refused. */
export class AccessDeniedError extends OAuthError {
  static override errorCode = 'access_denied'
}

/** The authorization server failed. */
export class ServerError extends OAuthError {
  static override errorCode = 'server_error'
}

/** The authorization server cannot answer for now. */
export class TemporarilyUnavailableError extends OAuthError {
  static override errorCode = 'temporarily_unavailable'
}

/** The authorization server does not have this response type. */
export class UnsupportedResponseTypeError extends OAuthError {
  static override errorCode = 'unsupported_response_type'
}

/** The authorization server does not have this type of token. */
export class UnsupportedTokenTypeError extends OAuthError {
  static override errorCode = 'unsupported_token_type'
}

/** The access token is expired, revoked or not valid. */
export class InvalidTokenError extends OAuthError {
  static override errorCode = 'invalid_token'
}

/** The endpoint does not take this HTTP method. */
export class MethodNotAllowedError extends OAuthError {
  static override errorCode = 'method_not_allowed'
}

/** There were too many requests. */
export class TooManyRequestsError extends OAuthError {
  static override errorCode = 'too_many_requests'
}

/** The metadata of the client is not valid. */
export class InvalidClientMetadataError extends OAuthError {
  static override errorCode = 'invalid_client_metadata'
}

/** The request needs more scopes than the token has. */
export class InsufficientScopeError extends OAuthError {
  static override errorCode = 'insufficient_scope'
}

/** The resource is not known, or not valid. */
export class InvalidTargetError extends OAuthError {
  static override errorCode = 'invalid_target'
}

/** An error with a code of your own. */
export class CustomOAuthError extends OAuthError {
  readonly #code: string

  constructor(customErrorCode: string, message: string, errorUri?: string) {
    super(message, errorUri)
    this.#code = customErrorCode
  }

  override get errorCode(): string {
    return this.#code
  }
}

/** The class of each code. */
export const OAUTH_ERRORS: { readonly [code: string]: typeof InvalidRequestError } = Object.fromEntries(
  [
    ...[InvalidRequestError, InvalidClientError, InvalidGrantError, UnauthorizedClientError],
    ...[UnsupportedGrantTypeError, InvalidScopeError, AccessDeniedError, ServerError, TemporarilyUnavailableError],
    ...[UnsupportedResponseTypeError, UnsupportedTokenTypeError, InvalidTokenError, MethodNotAllowedError],
    ...[TooManyRequestsError, InvalidClientMetadataError, InsufficientScopeError, InvalidTargetError],
  ].map((ErrorClass) => [ErrorClass.errorCode, ErrorClass]),
)
