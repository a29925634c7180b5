import { describe, expect, test } from 'vitest'
import * as errors from './errors.js'

const classes: readonly (readonly [string, string, typeof errors.InvalidRequestError])[] = [
  ['invalid_request', 'InvalidRequestError', errors.InvalidRequestError],
  ['invalid_client', 'InvalidClientError', errors.InvalidClientError],
  ['invalid_grant', 'InvalidGrantError', errors.InvalidGrantError],
  ['unauthorized_client', 'UnauthorizedClientError', errors.UnauthorizedClientError],
  ['unsupported_grant_type', 'UnsupportedGrantTypeError', errors.UnsupportedGrantTypeError],
  ['invalid_scope', 'InvalidScopeError', errors.InvalidScopeError],
  ['access_denied', 'AccessDeniedError', errors.AccessDeniedError],
  ['server_error', 'ServerError', errors.ServerError],
  ['temporarily_unavailable', 'TemporarilyUnavailableError', errors.TemporarilyUnavailableError],
  ['unsupported_response_type', 'UnsupportedResponseTypeError', errors.UnsupportedResponseTypeError],
  ['unsupported_token_type', 'UnsupportedTokenTypeError', errors.UnsupportedTokenTypeError],
  ['invalid_token', 'InvalidTokenError', errors.InvalidTokenError],
  ['method_not_allowed', 'MethodNotAllowedError', errors.MethodNotAllowedError],
  ['too_many_requests', 'TooManyRequestsError', errors.TooManyRequestsError],
  ['invalid_client_metadata', 'InvalidClientMetadataError', errors.InvalidClientMetadataError],
  ['insufficient_scope', 'InsufficientScopeError', errors.InsufficientScopeError],
  ['invalid_target', 'InvalidTargetError', errors.InvalidTargetError],
]

describe('an error of OAuth', () => {
  test.each(classes)('with the code %s is a %s', (code, name, ErrorClass) => {
    const error = new ErrorClass('No', 'https://docs.example/')
    expect(error).toBeInstanceOf(errors.OAuthError)
    expect([error.name, error.message, error.errorCode, error.errorUri]).toEqual([
      name,
      'No',
      code,
      'https://docs.example/',
    ])
    expect(error.toResponseObject()).toStrictEqual({
      ...{ error: code, error_description: 'No', error_uri: 'https://docs.example/' },
    })
    expect(errors.OAUTH_ERRORS[code]).toBe(ErrorClass)
  })

  test('without a page names none', () => {
    expect(new errors.InvalidGrantError('No').toResponseObject()).toStrictEqual({
      ...{ error: 'invalid_grant', error_description: 'No' },
    })
  })

  test('may have a code of its own', () => {
    const error = new errors.CustomOAuthError('own_code', 'No', 'https://docs.example/')
    expect([error.name, error.errorCode]).toEqual(['CustomOAuthError', 'own_code'])
    expect(error.toResponseObject()).toStrictEqual({
      ...{ error: 'own_code', error_description: 'No', error_uri: 'https://docs.example/' },
    })
  })
})

test('each code has its class', () => {
  expect(Object.keys(errors.OAUTH_ERRORS)).toEqual(classes.map(([code]) => code))
})
