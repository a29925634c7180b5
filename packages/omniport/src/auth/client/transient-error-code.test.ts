import { expect, test } from 'vitest'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { AddressRefusal } from '../ssrf-guard/address-refusal.js'
import { transientErrorCode } from './transient-error-code.js'

test.each<[string, unknown, string | undefined]>([
  ['a server that is not there', new OmniportError('unreachable', 'a'), 'unreachable'],
  ['a server that takes too long', new OmniportError('timeout', 'a'), 'timeout'],
  ['a refusal', new OmniportError('unauthorized', 'a'), undefined],
  ['a limit', new OmniportError('limit', 'a'), undefined],
  ['an address that is refused', new AddressRefusal('a'), undefined],
  ['another error with such a code', Object.assign(new Error('a'), { code: 'timeout' }), undefined],
  ['nothing', undefined, undefined],
])('%s: %j may be over in a moment or not', (_, reason, code) => {
  expect(transientErrorCode(reason)).toBe(code)
})
