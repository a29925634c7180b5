import { expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { CapabilityMissing } from '../../protocol/errors/capability-missing.js'
import { toRpcError } from './to-rpc-error.js'

const requiredCapabilities = { elicitation: { url: {} } }

test('an error says what it said when it was stored', () => {
  const error = toRpcError({ code: 7, message: 'no', data: { requiredCapabilities } })
  expect(error).toMatchObject({ code: 7, message: 'no', data: { requiredCapabilities } })
  expect([RpcError.is(error), CapabilityMissing.is(error)]).toEqual([true, false])
})

test('a capability that is missing is still the one that was', () => {
  const error = toRpcError({ code: -32021, message: 'no', data: { requiredCapabilities } })
  expect(error).toMatchObject({ code: -32021, message: 'no', requiredCapabilities })
  expect(CapabilityMissing.is(error)).toBe(true)
})

test.each([[undefined], [null], ['text'], [{}], [{ requiredCapabilities: 'all' }]])(
  'an error with the code of a missing capability that names none, but %j, is any other',
  (data) => {
    const error = toRpcError({ code: -32021, message: 'no', data })
    expect([CapabilityMissing.is(error), error.data]).toEqual([false, data])
  },
)
