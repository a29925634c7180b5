import { expect, expectTypeOf, test } from 'vitest'
import type { RequirementId } from './requirements.js'
import { verifies, verifiesIn } from './verifies.js'

const known: RequirementId[] = ['BASE-01', 'ERR-15']
const unknown = 'TOOL-99' as RequirementId

test('known ids pass', () => {
  expect(verifies(...known)).toBe(undefined)
})

test('an unknown id is a TypeError that names it', () => {
  expect(() => verifies(unknown)).toThrow(new TypeError('no requirement has the id "TOOL-99"'))
})

test('an unknown id does not compile', () => {
  expectTypeOf<'TOOL-99'>().not.toExtend<RequirementId>()
  expectTypeOf<'TOOL-35'>().toExtend<RequirementId>()
  expectTypeOf<string>().not.toExtend<RequirementId>()
})

test('a revision that is none is a TypeError, as an unknown id is', () => {
  const verify = verifiesIn
  expect(verify('2025-11-25', ...known)).toBe(undefined)
  expect(() => verify('2025-11-26' as '2025-11-25', ...known)).toThrow(new TypeError('"2025-11-26" is no revision'))
  expect(() => verify('2025-11-25', unknown)).toThrow(new TypeError('no requirement has the id "TOOL-99"'))
})
