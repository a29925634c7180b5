import { expect, test } from 'vitest'
import { sampleBudgetValue } from './check-host-options.js'

test('a budget is made of whole numbers', () => {
  const given = [{}, { requestsPerMinute: 1, maxTokens: undefined, totalTokens: 5 }]
  expect(given.map((budget) => sampleBudgetValue('b', budget))).toEqual([undefined, undefined])
})

test.each<[unknown, string]>([
  [null, 'b must be an object, got null'],
  [{ maxTokens: 0 }, 'b.maxTokens must be a whole number, 1 or more, got 0'],
  [{ requestsPerMinute: 1.5 }, 'b.requestsPerMinute must be a whole number, 1 or more, got 1.5'],
  [{ totalTokens: '5' }, 'b.totalTokens must be a whole number, 1 or more, got "5"'],
  [{ tokens: 5 }, 'b must be an object with only requestsPerMinute, maxTokens, totalTokens, got "tokens"'],
])('%j is none', (value, message) => {
  expect(() => sampleBudgetValue('b', value)).toThrow(new TypeError(message))
})
