import { expect, test } from 'vitest'
import { Budgets } from './budgets.js'

const clock = { now: () => 0 }

test('a server that comes back has what it had left, and each has its own', () => {
  const budgets = new Budgets(clock, { totalTokens: 100 })
  budgets.of('a').sample(90)
  expect(() => budgets.of('a').sample(20)).toThrow('10 of 100 tokens are left')
  expect(budgets.of('b').sample(90).maxTokens).toBe(90)
})

test('those of the servers asked for longest ago are not kept for ever', () => {
  const budgets = new Budgets(clock, undefined)
  const [first, second] = [budgets.of('first'), budgets.of('second')]
  for (let count = 0; count < 1_999; count += 1) {
    budgets.of('second')
    budgets.of(`server ${count}`)
  }
  expect(budgets.of('second')).toBe(second)
  expect(budgets.of('first')).not.toBe(first)
})
