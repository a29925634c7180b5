import { expect, onTestFinished, test, vi } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { deferred } from '../../client/fixtures/connect-fake.js'
import { ConsentHarness } from './fixtures/consent-harness.js'
import { call } from './fixtures/consent-requests.js'
import type { CallConsent } from './requests/consent-request.js'

const tools = Array.from({ length: 100 }, (_, n) => `tool${n}`)

test('equal questions are asked in the order in which they were put, however long they are', async () => {
  const harness = new ConsentHarness()
  const text = 'x'.repeat(20_000)
  const pairs = tools.flatMap((tool) => [call({ text }, { tool }), call({ text: '' }, { tool })])
  const deciding = Promise.all(pairs.map((question) => harness.decide(question)))
  const lengths = new Map<string, number[]>(tools.map((tool) => [tool, []]))
  for (const _ of pairs) {
    const { request: question, answer } = await harness.next()
    const { tool, args } = question as CallConsent // no others were put
    lengths.get(tool.tool)?.push(String(args['text']).length)
    answer('allow')
  }
  await deciding
  expect([...lengths]).toEqual(tools.map((tool) => [tool, [20_000, 0]]))
})

test('a question whose digest takes long is asked before those that came after it', async () => {
  const harness = new ConsentHarness()
  const blocked = deferred<void>()
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  const spy = vi.spyOn(crypto.subtle, 'digest').mockImplementationOnce(async (...args) => {
    await blocked.promise
    return digest(...args)
  })
  onTestFinished(() => spy.mockRestore())
  const first = harness.decide(call({ a: 1 }))
  const second = harness.decide(call({ a: 2 }))
  await settled() // the first is held by now
  await harness.quiet()
  expect(harness.asked).toEqual([])
  blocked.resolve()
  const asked = await harness.next()
  expect(asked.request).toMatchObject({ args: { a: 1 } })
  asked.answer({ answer: 'allow', remember: 'session' })
  expect([await first, await second]).toEqual([
    { answer: 'allow', by: 'person' },
    { answer: 'allow', by: 'memory' },
  ])
})

test('a question that cannot be put, or is given up, holds nobody up', async () => {
  const harness = new ConsentHarness()
  const abort = new AbortController()
  const wrong = harness.decide(call({ a: 1n }))
  const given = harness.decide(call({ a: 1 }), { signal: abort.signal })
  const deciding = harness.decide(call({ a: 2 }))
  abort.abort(new Error('given up'))
  await Promise.all([expect(wrong).rejects.toThrow(TypeError), expect(given).rejects.toThrow('given up')])
  const { request: question, answer } = await harness.next()
  expect(question).toMatchObject({ args: { a: 2 } })
  answer('allow')
  expect(await deciding).toEqual({ answer: 'allow', by: 'person' })
})
