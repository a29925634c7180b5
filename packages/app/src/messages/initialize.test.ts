import { expect, test } from 'vitest'
import { protocolVersion } from './initialize.js'

test('a view and its host speak the revision of the specification that is stable', () => {
  expect(protocolVersion).toBe('2026-01-26')
})
