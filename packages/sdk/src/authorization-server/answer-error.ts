import type { Response } from 'express'
import { OAuthError, ServerError } from '../server/auth/errors.js'

/** The error as it is answered: what is no error of OAuth stays private. */
export function toOAuthError(error: unknown): OAuthError {
  return error instanceof OAuthError ? error : new ServerError('Internal Server Error')
}

/** Answers with an error: 500 for a failure of the server, else 400. spec: RFC 6749 section 5.2 */
export function answerError(res: Response, error: unknown): void {
  const answered = toOAuthError(error)
  res.status(answered instanceof ServerError ? 500 : 400).json(answered.toResponseObject())
}
