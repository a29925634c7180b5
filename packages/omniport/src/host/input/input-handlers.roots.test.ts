import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Root } from '../../protocol/model/roots.js'
import { rootsPerMinute } from '../sampling/budget.js'
import { setUp } from './fixtures/set-up.js'
import { createRootsHandler } from './input-handlers.js'

const work: Root = { uri: 'file:///work', name: 'Work' }
const home: Root = { uri: 'file:///home/ann' }

test('a server is told the roots that a person let it know', async () => {
  verifies('HOST-02', 'ROOT-07', 'ROOT-09')
  const { options, questions, audited, ctx } = setUp()
  expect(await createRootsHandler(options, () => [work, home])(ctx)).toEqual([work, home])
  expect(questions).toEqual([{ type: 'roots', server: 'notes', roots: [work, home] }])
  expect(audited).toEqual([{ type: 'roots', server: 'notes', uris: ['file:///work', 'file:///home/ann'] }])
})

test('where it is denied there are none', async () => {
  verifies('HOST-02', 'ROOT-07', 'ROOT-09')
  const { options, audited, ctx } = setUp({ decide: () => ({ answer: 'deny' }) })
  expect(await createRootsHandler(options, () => [work])(ctx)).toEqual([])
  expect(audited).toEqual([{ type: 'roots', server: 'notes', uris: [] }])
})

test('where there are none nobody is asked', async () => {
  const { options, questions, audited, ctx } = setUp()
  expect(await createRootsHandler(options, () => [])(ctx)).toEqual([])
  expect([questions, audited]).toEqual([[], [{ type: 'roots', server: 'notes', uris: [] }]])
})

test('those that came while a person thought are not told, and are asked about the next time', async () => {
  verifies('ROOT-07')
  let current: readonly Root[] = [work]
  const { options, questions, ctx } = setUp({
    decide: () => {
      current = [work, home]
      return { answer: 'allow' }
    },
  })
  const answer = createRootsHandler(options, () => current)
  expect(await answer(ctx)).toEqual([work])
  expect(await answer(ctx)).toEqual([work, home])
  expect(questions.map((question) => question.type === 'roots' && question.roots)).toEqual([[work], [work, home]])
})

test('what cannot be written down is not told', async () => {
  const { options, ctx } = setUp()
  const full = new Error('disk full')
  await expect(
    createRootsHandler({ ...options, audit: { append: () => Promise.reject(full) } }, () => [work])(ctx),
  ).rejects.toBe(full)
})

test('a server that asks again and again is not heard', async () => {
  const { options, questions, ctx } = setUp()
  const answer = createRootsHandler(options, () => [work])
  for (let count = 0; count < rootsPerMinute; count += 1) await answer(ctx)
  await expect(answer(ctx)).rejects.toMatchObject({ code: 'limit' })
  expect(questions).toHaveLength(rootsPerMinute)
})
