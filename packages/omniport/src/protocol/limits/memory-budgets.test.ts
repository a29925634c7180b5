import { describe, expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
import { assertPeerFits } from './assert-peer-fits.js'
import { defaultLimits } from './limits.js'
import { anonymousShare, createMemoryBudgets, inFlightShare } from './memory-budgets.js'

const limits = { ...defaultLimits, inFlightBytes: 800, anonymousBytes: 800 }

test.each([
  ['a short message', 131_072, false, 800],
  ['a short message with priority', 131_072, true, 900],
  ['a long message', 131_073, false, 600],
  ['a long message with priority', 131_073, true, 700],
])('%s has its share of the messages in flight', (_name, bytes, hasPriority, share) => {
  expect(inFlightShare(limits, bytes, hasPriority)).toBe(share)
})

test('answers of anonymous callers have a reserve', () => {
  expect([anonymousShare(limits, false), anonymousShare(limits, true)]).toEqual([800, 900])
})

test('the budgets of a server are apart', () => {
  const { inFlight, anonymous } = createMemoryBudgets()
  inFlight.add(5)
  expect([inFlight.used, anonymous.used]).toEqual([5, 0])
})

describe('what is remembered of a client', () => {
  const client = { name: 'c', version: '1', capabilities: { roots: {} } }
  const bytes = jsonBytes(client)

  test('may take so many bytes', () => {
    expect(() => assertPeerFits('initialize', client, { ...limits, peerBytes: bytes })).not.toThrow()
  })

  test('may not take more', () => {
    const problem = `initialize: the name, version and capabilities of the client take ${bytes} bytes; the limit peerBytes is ${bytes - 1}`
    expect(() => assertPeerFits('initialize', client, { ...limits, peerBytes: bytes - 1 })).toThrow(
      RpcError.invalidParams(problem),
    )
  })
})
