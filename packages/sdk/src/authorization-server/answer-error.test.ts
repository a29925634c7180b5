import type { Response } from 'express'
import { expect, test } from 'vitest'
import { InvalidGrantError, type OAuthError, ServerError } from '../server/auth/errors.js'
import { answerError, toOAuthError } from './answer-error.js'

function answered(error: unknown) {
  const seen: unknown[] = []
  const res = {
    status(code: number) {
      seen.push(code)
      return res
    },
    json: (body: unknown) => void seen.push(body),
  }
  answerError(res as unknown as Response, error)
  return seen
}

test.each<[string, unknown, number, object]>([
  ['an error of OAuth', new InvalidGrantError('used'), 400, { error: 'invalid_grant', error_description: 'used' }],
  ['a failure of the server', new ServerError('busy'), 500, { error: 'server_error', error_description: 'busy' }],
  ['any other error', new Error('secret'), 500, { error: 'server_error', error_description: 'Internal Server Error' }],
  ['what is no error', 'secret', 500, { error: 'server_error', error_description: 'Internal Server Error' }],
])('%s is answered', (_, error, status, body) => {
  expect(answered(error)).toEqual([status, body])
})

test('an error of OAuth is given as it is', () => {
  const error: OAuthError = new InvalidGrantError('used')
  expect(toOAuthError(error)).toBe(error)
})
