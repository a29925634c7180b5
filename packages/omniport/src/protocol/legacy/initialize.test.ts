import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { type Revision, revisions } from '../revisions/revision.js'
import { counterOffer, decodeInitialize } from './initialize.js'

const legacy = revisions.slice(0, 4)
const served: readonly (readonly [string, readonly Revision[]])[] = [
  ['all', revisions],
  ['legacy ones', legacy],
  ['the oldest and the modern one', ['2024-11-05', '2026-07-28']],
  ['one in the middle', ['2025-06-18']],
  ['the modern one', ['2026-07-28']],
  ['none', []],
]
const offers = [...revisions, '2099-01-01', '1.0', '']

describe.each(served)('of %s', (_name, given) => {
  const known = given.filter((revision) => revision !== '2026-07-28')

  test.each(offers)('the offer %j is answered with itself, or with the newest legacy one', (offered) => {
    verifies('VER-08')
    const same = known.find((revision) => revision === offered)
    expect(counterOffer(offered, given)).toBe(same ?? known[known.length - 1])
  })
})

test.each<[string, Revision]>([
  ['2024-11-05', '2024-11-05'],
  ['2025-03-26', '2025-03-26'],
  ['2025-06-18', '2025-06-18'],
  ['2025-11-25', '2025-11-25'],
  ['2026-07-28', '2025-11-25'],
  ['2099-01-01', '2025-11-25'],
])('who serves all answers the offer %s with %s', (offered, answered) => {
  verifiesIn(answered, 'VER-08')
  expect(counterOffer(offered, revisions)).toBe(answered)
})

const clientInfo = { name: 'c', version: '1', title: 'C' }
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }

describe('the parameters of initialize', () => {
  test('say what is offered and who the client is', () => {
    expect(decodeInitialize({ ...params, more: 1 })).toEqual({
      offered: '2025-11-25',
      client: { name: 'c', version: '1', capabilities: {} },
    })
  })

  test.each([
    [{ elicitation: {} }, { elicitation: { form: {} } }],
    [{ elicitation: { url: {} } }, { elicitation: { url: {} } }],
    [{ elicitation: { form: {}, url: {} } }, { elicitation: { form: {}, url: {} } }],
    [
      { sampling: {}, 'x/y': 1 },
      { sampling: {}, 'x/y': 1 },
    ],
    [{ elicitation: null }, { elicitation: null }],
  ])('with the capabilities %j', (capabilities, expected) => {
    verifies('CAP-07')
    expect(decodeInitialize({ ...params, capabilities }).client.capabilities).toEqual(expected)
  })

  test.each([
    [undefined, 'protocolVersion must be a string'],
    [{ ...params, protocolVersion: 1 }, 'protocolVersion must be a string'],
    [{ ...params, capabilities: undefined }, 'capabilities must be an object'],
    [{ ...params, capabilities: [] }, 'capabilities must be an object'],
    [{ ...params, clientInfo: null }, 'clientInfo must be an object'],
    [{ ...params, clientInfo: { name: 'c' } }, 'clientInfo needs a name and a version, both strings'],
    [{ ...params, clientInfo: { name: 1, version: '1' } }, 'clientInfo needs a name and a version, both strings'],
  ])('are refused: %j', (given, problem) => {
    expect(() => decodeInitialize(given)).toThrow(RpcError.invalidParams(`initialize: ${problem}`))
  })
})
