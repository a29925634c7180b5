import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { AnswersUnderWay } from './answers-under-way.js'

test('while too many answers are under way, there is no capacity', async () => {
  const answers = new AnswersUnderWay(2)
  const ends: (() => void)[] = []
  const send = () => answers.track(new Promise((resolve) => ends.push(resolve)))
  const first = send()
  expect(answers.isFull).toBe(false)
  await answers.capacity()
  const second = send()
  expect(answers.isFull).toBe(true)
  let hasCapacity = false
  const capacity = answers.capacity().then(() => {
    hasCapacity = true
  })
  await settled()
  expect(hasCapacity).toBe(false)
  ends.shift()?.()
  await capacity
  expect([hasCapacity, answers.isFull]).toEqual([true, false])
  ends.shift()?.()
  await Promise.all([first, second])
})

test('an answer that failed counts no more, and its failure is passed on', async () => {
  const answers = new AnswersUnderWay(1)
  const failed = answers.track(Promise.reject(new Error('broken')))
  expect(answers.isFull).toBe(true)
  await expect(failed).rejects.toThrow('broken')
  expect(answers.isFull).toBe(false)
})
