import { expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { toUpstreamError } from './to-upstream-error.js'

test.each([
  [new OmniportError('timeout', 'No answer within 5 ms'), 'No answer within 5 ms'],
  [new RpcError(-32000, 'Refused'), 'Refused'],
  [new Error('secret'), 'internal error'],
  ['secret', 'internal error'],
])('the error for a client names the upstream, and says of %s what it may', (reason, why) => {
  expect(toUpstreamError('notes', reason)).toMatchObject({
    code: -32603,
    message: `The upstream "notes" failed: ${why}`,
    data: { upstream: 'notes' },
    cause: reason,
  })
})
