import { expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { CapabilityMissing } from './capability-missing.js'

const ofAnotherCopy = Object.assign(new Error('copy'), { [Symbol.for('omniport.CapabilityMissing')]: true })

test.each<[string, unknown, boolean]>([
  ['the error', new CapabilityMissing({ sampling: {} }), true],
  ['the error of another copy of the library', ofAnotherCopy, true],
  ['another error with its code', new RpcError(-32021, 'No', { requiredCapabilities: { sampling: {} } }), false],
  ['an error with a neighbouring code', new RpcError(-32020, 'No'), false],
  ['any error of the protocol', RpcError.internal(), false],
  ['a plain error', new Error('No'), false],
  ['nothing', undefined, false],
  ['null', null, false],
])('CapabilityMissing.is of %s', (_name, value, expected) => {
  expect(CapabilityMissing.is(value)).toBe(expected)
})

test('is an RpcError too', () => {
  expect(RpcError.is(new CapabilityMissing({ sampling: {} }))).toBe(true)
})
