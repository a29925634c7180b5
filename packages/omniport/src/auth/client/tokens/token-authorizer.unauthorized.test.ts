import { expect, test } from 'vitest'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { AddressRefusal } from '../../ssrf-guard/address-refusal.js'
import { toUnauthorized } from './token-authorizer.js'

const services = { serverUrl: new URL('https://mcp.example/mcp') }
const { signal } = new AbortController()
const convert = (reason: unknown) => toUnauthorized(reason, { services, signal, status: 401 })

test.each(['unreachable', 'timeout'] as const)('what is %s may be tried again', (code) => {
  const cause = new OmniportError(code, 'as.example did not answer', { status: 503 })
  const message = 'No access to https://mcp.example/mcp: as.example did not answer'
  expect(convert(cause)).toMatchObject({ code, message, cause, status: undefined })
})

test.each<readonly [string, unknown]>([
  ['a refusal', new OmniportError('unauthorized', 'no')],
  ['an answer of no use', new OmniportError('invalid_result', 'no')],
  ['a document that is too long', new OmniportError('limit', 'no')],
  ['an address that is not asked', new AddressRefusal('10.0.0.1 is a private address')],
  ['what failed on this side', new Error('no')],
])('%s is final', (_name, reason) => {
  expect(convert(reason)).toMatchObject({ code: 'unauthorized', status: 401 })
})

test('what was aborted stays what it is', () => {
  const reason = new OmniportError('timeout', 'enough')
  expect(toUnauthorized(new Error('late'), { services, signal: AbortSignal.abort(reason) })).toBe(reason)
})
