import { expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { ElicitAnswer } from '../../protocol/model/elicitation.js'
import type { FormValues } from '../../schema/schema.js'
import { elicitationsPerMinute } from '../sampling/budget.js'
import { createFormHandler } from './elicitation-handlers.js'
import { setUp } from './fixtures/set-up.js'

const schema = { type: 'object', properties: { name: { type: 'string' } } } as const
const form = { message: 'Who?', schema }
const ann = { action: 'accept', content: { name: 'ann' } } as const

test('a form that is allowed is shown with the server that asks', async () => {
  verifies('ELI-08', 'ELI-09')
  const { options, questions, audited, launches, ctx } = setUp()
  const elicit = vi.fn(() => ann)
  expect(await createFormHandler(options, elicit)(form, ctx)).toBe(ann)
  expect(elicit.mock.calls).toEqual([[{ message: 'Who?', schema, server: 'notes' }, ctx]])
  expect(questions).toEqual([{ type: 'elicit', server: 'notes', message: 'Who?', schema }])
  expect(launches).toEqual([{ type: 'program' }])
  expect(audited).toEqual([{ type: 'elicit', server: 'notes', mode: 'form', action: 'accept' }])
})

test.each(['decline', 'cancel'] as const)('a person may %s at any time', async (action) => {
  verifies('ELI-08', 'ELI-09')
  const { options, audited, ctx } = setUp()
  expect(await createFormHandler(options, async () => ({ action }))(form, ctx)).toEqual({ action })
  expect(audited).toEqual([{ type: 'elicit', server: 'notes', mode: 'form', action }])
})

test('a form that is denied is declined, and nobody sees it', async () => {
  const { options, audited, ctx } = setUp({ decide: () => ({ answer: 'deny' }) })
  const elicit = vi.fn(() => ann)
  expect(await createFormHandler(options, elicit)(form, ctx)).toEqual({ action: 'decline' })
  expect(elicit).not.toHaveBeenCalled()
  expect(audited).toEqual([{ type: 'elicit', server: 'notes', mode: 'form', action: 'decline' }])
})

test('what was filled in is not in the audit log', async () => {
  verifies('SAMP-22')
  const { options, audited, ctx } = setUp()
  await createFormHandler(options, () => ({ action: 'accept', content: { name: 'hunter2' } }))(form, ctx)
  expect(JSON.stringify(audited)).not.toContain('hunter2')
})

test('an answer that cannot be written down does not reach the server', async () => {
  const { options, ctx } = setUp()
  const full = new Error('disk full')
  const audit = { append: () => Promise.reject(full) }
  await expect(createFormHandler({ ...options, audit }, () => ann)(form, ctx)).rejects.toBe(full)
})

test('what the handler throws is passed on', async () => {
  const { options, audited, ctx } = setUp()
  const failure = new Error('no screen')
  await expect(createFormHandler(options, () => Promise.reject(failure))(form, ctx)).rejects.toBe(failure)
  expect(audited).toEqual([])
})

test.each<[unknown, string]>([
  [undefined, 'undefined'],
  [null, 'undefined'],
  ['accept', 'undefined'],
  [{ action: 'yes' }, '"yes"'],
])('%j is no answer', async (given, got) => {
  const { options, audited, ctx } = setUp()
  await expect(createFormHandler(options, () => given as ElicitAnswer<FormValues>)(form, ctx)).rejects.toThrow(
    new TypeError(`createHost: the action that elicit returns must be "accept", "decline" or "cancel", got ${got}`),
  )
  expect(audited).toEqual([])
})

test('a server that asks too often is not heard, and nobody is bothered', async () => {
  verifies('ELI-35')
  const { options, questions, runtime, ctx } = setUp()
  const answer = createFormHandler(options, () => ann)
  for (let count = 0; count < elicitationsPerMinute; count += 1) await answer(form, ctx)
  await expect(answer(form, ctx)).rejects.toMatchObject({
    code: 'limit',
    message: expect.stringContaining('more than 20 times in a minute'),
  })
  expect(questions).toHaveLength(elicitationsPerMinute)
  await runtime.advance(60_000)
  expect(await answer(form, ctx)).toBe(ann)
})

test('nobody is shown what nobody waits for any more', async () => {
  const gone = new Error('gone')
  const { options, controller, ctx } = setUp({
    decide: () => {
      controller.abort(gone)
      return { answer: 'allow' }
    },
  })
  const elicit = vi.fn(() => ann)
  await expect(createFormHandler(options, elicit)(form, ctx)).rejects.toBe(gone)
  expect(elicit).not.toHaveBeenCalled()
})
