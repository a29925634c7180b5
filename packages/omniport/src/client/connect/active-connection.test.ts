import { describe, expect, test } from 'vitest'
import { createLimits } from '../../protocol/limits/limits.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
import { checkHandshake, decodeServerInfo, type Handshake } from './active-connection.js'

describe('what a server says of itself', () => {
  const handshake: Handshake = {
    revision: '2025-11-25',
    server: { name: 'fake', version: '1', instructions: 'Be brief' },
    capabilities: { tools: {} },
  }
  const bytes = jsonBytes({ server: handshake.server, capabilities: handshake.capabilities })

  test('may take as much as limits.peerBytes', () => {
    expect(checkHandshake(handshake, createLimits({ peerBytes: bytes }))).toBe(handshake)
  })

  test('may not take more', () => {
    const what = 'The name, capabilities and instructions of the server'
    expect(() => checkHandshake(handshake, createLimits({ peerBytes: bytes - 1 }))).toThrow(
      new OmniportError('limit', `${what} take ${bytes} bytes; the limit peerBytes is ${bytes - 1}`),
    )
  })
})

describe('the name of a server', () => {
  const nameless = { name: '', version: '' }

  test.each<[string, unknown, unknown, object]>([
    [
      'with all it has',
      { name: 'a', version: '1', title: 'A' },
      'Go',
      { name: 'a', version: '1', title: 'A', instructions: 'Go' },
    ],
    ['without instructions', { name: 'a', version: '1' }, undefined, { name: 'a', version: '1' }],
    ['with instructions that are no text', { name: 'a', version: '1' }, 7, { name: 'a', version: '1' }],
    ['with instructions that are empty', {}, '', { ...nameless, instructions: '' }],
    ['that is no text', { name: 7, version: null }, undefined, nameless],
    ['that is missing', undefined, undefined, nameless],
    ['that is null', null, 'Go', { ...nameless, instructions: 'Go' }],
    ['that is text alone', 'a', undefined, nameless],
  ])('%s', (_what, info, instructions, decoded) => {
    expect(decodeServerInfo(info, instructions)).toStrictEqual(decoded)
  })
})
