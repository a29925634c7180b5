import { expect, test } from 'vitest'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'

test('the schemas are those that packages/sdk/schemas says', () => {
  const { status, stderr } = runProgram('packages/sdk/scripts/generate-schemas.mjs', ['--check'], root)
  expect([stderr, status]).toEqual(['', 0])
})
