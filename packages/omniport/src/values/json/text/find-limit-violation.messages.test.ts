import { expect, test } from 'vitest'
import { countNodes, findLimitViolation } from './find-limit-violation.js'

const tooDeep = 'it nests deeper than 2 levels (limits.jsonDepth)'
const tooMany = 'it holds more than 3 values (limits.jsonNodes)'
const bounds = { jsonDepth: 2, jsonNodes: 3 }

test.each([
  ['[[1]]', undefined],
  ['[1,2,3]', undefined],
  ['{"a":{"b":1}}', undefined],
  ['[[[]]]', tooDeep],
  ['{"a":[{}]}', tooDeep],
  ['[1,2,3,4]', tooMany],
  ['[[],[],1]', tooMany],
  ['{"a":1,"b":2,"c":3,"d":4}', tooMany],
  ['""', undefined],
  ['', undefined],
])('%s: %s', (text, violation) => {
  expect(findLimitViolation(text, bounds)).toBe(violation)
  expect(findLimitViolation(text, { ...bounds, jsonNodes: 1_000 })).toBe(violation === tooMany ? undefined : violation)
})

test.each([
  ['1', 0],
  ['[]', 1],
  ['[1,"a,b",{"c":[2,3]}]', 6],
  ['["\\",[{"]', 1],
])('%s has %i nodes', (text, nodes) => {
  expect(countNodes(text, { jsonDepth: 9, jsonNodes: nodes })).toBe(nodes)
  expect(countNodes(text, { jsonDepth: 9, jsonNodes: 100 })).toBe(nodes)
})

test('levels that were closed count no more', () => {
  expect(countNodes('[[],[],{},{}]', { jsonDepth: 2, jsonNodes: 100 })).toBe(8)
})
