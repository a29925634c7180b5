import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { type Revision, revisions } from '../../protocol/revisions/revision.js'
import type { Client } from '../client.js'
import { connect } from '../connect.js'
import { discovered, FakeServer, initialized, type Reply } from '../fixtures/fake-server.js'

const ref = { type: 'ref/prompt', name: 'travel' } as const
const suggest = (...values: string[]) => ({ result: { resultType: 'complete', completion: { values } } })

/** A client of a server that answers when it is told to, all that wait at once. */
async function start(revision: Revision) {
  const waiting: ((reply: Reply) => void)[] = []
  const server = new FakeServer({
    'server/discover': () => discovered({ completions: {} }),
    initialize: () => initialized({ completions: {} }, revision),
    'completion/complete': () => new Promise((resolve) => waiting.push(resolve)),
  })
  const runtime = new VirtualRuntime()
  const client = await connect(server.target, { revision, runtime })
  onTestFinished(() => client.close())
  const complete = (value: string, options?: Asked[1]) => client.complete(ref, { name: 'city', value }, options)
  const answer = async (reply: Reply) => {
    await settled()
    for (const resolve of waiting.splice(0)) resolve(reply)
  }
  const sent = (method = 'completion/complete') => server.ofMethod(method).length
  return { complete, answer, sent, runtime }
}

describe.each(revisions)('at %s equal completions that are under way at once', (revision) => {
  test('are one request, and each caller has a result of its own', async () => {
    verifies('COMP-07')
    const { complete, answer, sent } = await start(revision)
    const both = [complete('o'), complete('o')]
    await answer(suggest('Oslo'))
    const [first, second] = await Promise.all(both)
    expect([first, second, sent()]).toEqual([{ values: ['Oslo'] }, { values: ['Oslo'] }, 1])
    expect([first === second, first?.values === second?.values]).toEqual([false, false])
  })

  test('are cancelled when the last caller has left', async () => {
    const { complete, sent } = await start(revision)
    const [one, other] = [new AbortController(), new AbortController()]
    const results = [one, other].map(({ signal }) => complete('o', { signal }).catch((reason: unknown) => reason))
    await settled()
    one.abort('enough')
    expect(await results[0]).toBe('enough')
    await settled()
    expect(sent('notifications/cancelled')).toBe(0)
    other.abort('also enough')
    expect(await results[1]).toBe('also enough')
    await settled()
    expect([sent(), sent('notifications/cancelled')]).toEqual([1, 1])
  })
})

/** The text, and how it is completed. */
type Asked = [string, Parameters<Client['complete']>[2]]

const others = (country: string) => ({ arguments: { country } })

test.each<[string, Asked, Asked]>([
  ['other text', ['o', undefined], ['os', undefined]],
  ['other arguments', ['o', others('no')], ['o', others('se')]],
  ['another time limit', ['o', { timeoutMs: 1_000 }], ['o', undefined]],
  ['a listener of progress', ['o', { onProgress: () => {} }], ['o', undefined]],
  ['`_meta`', ['o', { meta: { 'a/b': 1 } }], ['o', undefined]],
])('completions with %s are two requests', async (_name, first, second) => {
  const { complete, answer, sent } = await start('2026-07-28')
  const both = Promise.all([complete(...first), complete(...second)])
  await answer(suggest('Oslo'))
  await both
  expect(sent()).toBe(2)
})

test('one that comes after the answer is sent', async () => {
  const { complete, answer, sent } = await start('2026-07-28')
  const first = complete('o')
  await answer(suggest('Oslo'))
  expect(await first).toEqual({ values: ['Oslo'] })
  const second = complete('o')
  await answer(suggest('Orange'))
  expect(await second).toEqual({ values: ['Orange'] })
  expect(sent()).toBe(2)
})

test('one that comes after all have left is sent', async () => {
  const { complete, answer, sent } = await start('2026-07-28')
  const controller = new AbortController()
  const left = complete('o', { signal: controller.signal }).catch((reason: unknown) => reason)
  await settled()
  controller.abort('enough')
  expect(await left).toBe('enough')
  const next = complete('o')
  await answer(suggest('Oslo'))
  expect([await next, sent()]).toEqual([{ values: ['Oslo'] }, 2])
})

test('an error is that of all who wait, and of nobody else', async () => {
  const { complete, answer, sent } = await start('2026-07-28')
  const both = [complete('o'), complete('o')].map((each) => each.catch((reason: unknown) => reason))
  await answer({ error: { code: -32603, message: 'broken' } })
  for (const reason of await Promise.all(both)) expect(reason).toMatchObject({ code: -32603, message: 'broken' })
  const next = complete('o')
  await answer(suggest('Oslo'))
  expect([await next, sent()]).toEqual([{ values: ['Oslo'] }, 2])
})

test('the time runs from the first', async () => {
  const { complete, runtime, sent } = await start('2026-07-28')
  const first = complete('o', { timeoutMs: 1_000 }).catch((reason: unknown) => reason)
  await settled()
  await runtime.advance(900)
  const second = complete('o', { timeoutMs: 1_000 }).catch((reason: unknown) => reason)
  await runtime.advance(100)
  expect(await Promise.all([first, second])).toEqual([
    expect.objectContaining({ code: 'timeout' }),
    expect.objectContaining({ code: 'timeout' }),
  ])
  expect(sent()).toBe(1)
})
