import { expect, test } from 'vitest'
import { mergeCapabilities } from './merge-capabilities.js'

test.each<[object, object, object]>([
  [{}, { tools: {} }, { tools: {} }],
  [{ tools: { a: 1, b: 1 } }, { tools: { b: 2 } }, { tools: { a: 1, b: 2 } }],
  [{ tools: {} }, { tools: undefined }, { tools: {} }],
  [{ tools: true }, { tools: { a: 1 } }, { tools: { a: 1 } }],
  [{ tools: { a: 1 } }, { tools: [] }, { tools: [] }],
  [{ tools: {} }, { logging: {} }, { tools: {}, logging: {} }],
])('%j and %j are %j', (base, additional, merged) => {
  const before = structuredClone(base)
  expect(mergeCapabilities(base, additional)).toStrictEqual(merged)
  expect(base).toEqual(before)
})
