import { expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
import { assertPeerFits } from './assert-peer-fits.js'
import { defaultLimits } from './limits.js'

test('what a client says of itself may take as many bytes as the limit says, and no more', () => {
  const client = { name: 'c', version: '1', capabilities: {} }
  const bytes = jsonBytes(client)
  const check = (peerBytes: number) => assertPeerFits('initialize', client, { ...defaultLimits, peerBytes })
  expect(check(bytes)).toBeUndefined()
  expect(thrownBy(() => check(bytes - 1))).toMatchObject({
    code: -32602,
    message: `initialize: the name, version and capabilities of the client take ${bytes} bytes; the limit peerBytes is ${bytes - 1}`,
  })
})
