import { expect, test } from 'vitest'
import { exceedsDepth } from './exceeds-depth.js'

test.each([
  ['1', 0],
  ['"[["', 0],
  ['"[[\\"{{"', 0],
  ['[]', 1],
  ['{}', 1],
  ['[1,"]",2]', 1],
  ['[[],[],[]]', 2],
  ['{"a":{},"b":{"c":1}}', 2],
  ['[{"a":[{}]}]', 4],
  ['{"[":"{","]":[1]}', 2],
])('%s has %i levels', (text, levels) => {
  expect([exceedsDepth(text, levels), exceedsDepth(text, levels + 1), exceedsDepth(text, levels + 9)]).toEqual([
    false,
    false,
    false,
  ])
  expect(levels > 0 && exceedsDepth(text, levels - 1)).toBe(levels > 0)
})
