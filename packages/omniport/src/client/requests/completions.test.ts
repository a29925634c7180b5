import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { connectFake } from '../fixtures/connect-fake.js'
import { discovered, initialized, type Replies } from '../fixtures/fake-server.js'

const prompt = { type: 'ref/prompt', name: 'p' } as const
const argument = { name: 'city', value: 'O' }
const completed = { values: ['Oslo'], total: 1, hasMore: false }

/** A client of a server that completes as `answer` says. */
async function start(
  revision: '2024-11-05' | '2025-06-18' | '2026-07-28' = '2026-07-28',
  answer: Replies[string] = () => ({ result: { resultType: 'complete', completion: completed } }),
) {
  const { client, server } = await connectFake(revision, {
    'server/discover': () => discovered({ completions: {} }),
    initialize: () => initialized({ completions: {} }, revision),
    'completion/complete': answer,
  })
  const sent = () =>
    server.ofMethod('completion/complete').map(({ params = {} }) => {
      const { _meta, ...rest } = params
      return rest
    })
  return { client, server, sent }
}

describe('a completion', () => {
  test('is asked for with the reference, the argument and the others', async () => {
    const { client, sent } = await start()
    expect(await client.complete(prompt, argument, { arguments: { land: 'Norway' } })).toEqual(completed)
    expect(await client.complete(prompt, argument)).toEqual(completed)
    expect(sent()).toEqual([
      { ref: prompt, argument, context: { arguments: { land: 'Norway' } } },
      { ref: prompt, argument },
    ])
    await client.close()
  })

  test('has no other arguments where the revision has no place for them', async () => {
    const { client, sent } = await start('2024-11-05')
    await client.complete(prompt, argument, { arguments: { land: 'Norway' } })
    expect(sent()).toEqual([{ ref: prompt, argument }])
    await client.close()
  })
})

describe('equal requests at once', () => {
  test('are one, with a result for each', async () => {
    const { client, sent } = await start()
    const [first, second] = await Promise.all([client.complete(prompt, argument), client.complete(prompt, argument)])
    first.values.length = 0
    expect([second, sent().length]).toEqual([completed, 1])
    await client.complete(prompt, argument)
    expect(sent().length).toBe(2)
    await client.close()
  })

  test.each<[string, object]>([
    ['another value', { value: 'Os' }],
    ['another time', { timeoutMs: 7_000 }],
    ['another time in all', { maxTimeoutMs: 7_000 }],
    ['other arguments', { arguments: { land: 'Norway' } }],
    ['progress that is wanted', { onProgress: () => {} }],
    ['metadata', { meta: { depth: 1 } }],
  ])('are two with %s', async (_name, { value = argument.value, ...options }: { value?: string }) => {
    const { client, sent } = await start()
    await Promise.all([client.complete(prompt, argument), client.complete(prompt, { ...argument, value }, options)])
    expect(sent().length).toBe(2)
    await client.close()
  })

  test('go on while one of those who asked waits', async () => {
    let answer = () => {}
    const { client, server } = await start(
      '2026-07-28',
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ result: { resultType: 'complete', completion: completed } })
        }),
    )
    const gone = new AbortController()
    const left = expect(client.complete(prompt, argument, { signal: gone.signal })).rejects.toThrow('enough')
    const other = client.complete(prompt, argument)
    await settled()
    gone.abort(new Error('enough'))
    await left
    answer()
    expect(await other).toEqual(completed)
    expect(server.ofMethod('notifications/cancelled')).toEqual([])
    await client.close()
  })
})
