import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLimits, defaultLimits, type Limits } from '../../packages/omniport/src/protocol/limits/limits.js'
import { fuzz } from './fuzz.js'
import { hostileNames } from './json-text.js'

test.each(['5', [5], { valueOf: () => 5 }, new Date(5), 5n, true])(
  'a limit is a number, and nothing that becomes one: not %o',
  (value) => {
    const refused = expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(/^limits\.batch /) })
    expect(() => createLimits({ batch: value as number })).toThrow(refused)
  },
)

const names = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Object.keys(defaultLimits)) },
  fc.constantFrom(...hostileNames),
)
const sane = fc.oneof(fc.integer({ min: 1 }), fc.double({ min: 1, noNaN: true }))
const value = fc.oneof(
  { weight: 6, arbitrary: sane },
  fc.constantFrom(
    undefined,
    0,
    -0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    null,
    '1',
    true,
  ),
  fc.anything({ withBigInt: true }),
)

const unbounded: fc.Arbitrary<string[]> = fc.subarray(Object.keys(defaultLimits), { maxLength: 2 })

fuzz(
  'limits are positive numbers, or a TypeError',
  fc.property(fc.array(fc.tuple(names, value), { maxLength: 4 }), unbounded, (members, allowUnbounded) => {
    const given = Object.fromEntries(members) as Record<string, number>
    let limits: object
    try {
      limits = createLimits({ ...given, allowUnbounded: allowUnbounded as (keyof Limits)[] })
    } catch (reason) {
      if (!(reason instanceof TypeError)) throw reason
      return
    }
    const wrong = Object.entries(limits).filter(([name, value]) => {
      const wanted = Object.hasOwn(given, name) ? given[name] : undefined
      return value !== (wanted ?? standard(name)) || !isSane(value, allowUnbounded.includes(name) ? undefined : name)
    })
    expect([wrong, Object.keys(limits).length]).toEqual([[], Object.keys(defaultLimits).length])
  }),
)

function standard(name: string): number | undefined {
  return (defaultLimits as object as Readonly<Record<string, number | undefined>>)[name]
}

/** Undefined name: any positive number will do. */
function isSane(value: unknown, name: string | undefined): boolean {
  if (value === undefined) return true
  const most = name === undefined ? undefined : standard(name)
  return typeof value === 'number' && value > 0 && (most === undefined || value <= 100 * most)
}
