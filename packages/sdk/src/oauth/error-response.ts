import { documentLimits, readText } from '../http-client/read-body.js'
import { OAUTH_ERRORS, type OAuthError, ServerError } from '../server/auth/errors.js'
import { OAuthErrorResponseSchema } from '../shared/auth.js'
import { unfollowedRedirect } from '../shared/transport.js'

/**
 * Reads the error of an authorization server. What is no OAuth error becomes a `ServerError` with the status and the text of the
 * reply.
 *
 * spec: RFC 6749 section 5.2
 */
export async function parseErrorResponse(input: Response | string): Promise<OAuthError> {
  const reply = typeof input === 'string' ? undefined : input
  const body = typeof input === 'string' ? input : await readText(input, documentLimits)
  try {
    const { error, error_description, error_uri } = OAuthErrorResponseSchema.parse(JSON.parse(body))
    const ErrorClass = (Object.hasOwn(OAUTH_ERRORS, error) && OAUTH_ERRORS[error]) || ServerError
    return new ErrorClass(error_description || '', error_uri)
  } catch (error) {
    const problem =
      (reply && unfollowedRedirect(reply, reply.url)) ?? `Invalid OAuth error response: ${error}. Raw body: ${body}`
    return new ServerError(reply === undefined ? problem : `HTTP ${reply.status}: ${problem}`)
  }
}
