import { describe, expect, test } from 'vitest'
import type { ConnectOptions } from '../connect-options.js'
import type { Replies } from '../fixtures/fake-server.js'
import { ok, relatedTask, start, state } from '../tasks/fixtures/legacy-tasks.js'

const number = { type: 'object' as const, properties: { n: { type: 'number' } }, required: ['n'] }
const result = (n: unknown) => ({ content: [], structuredContent: { n }, _meta: relatedTask })
const counting = {
  ...{ name: 'count', inputSchema: { type: 'object' }, outputSchema: number },
  execution: { taskSupport: 'optional' },
}

/** A client of a server whose tool declares a number, and gives this as a task. */
const startCounting = (n: unknown, answers: Replies = {}, options: ConnectOptions = {}) =>
  start(
    {
      'tools/list': () => ({ result: { tools: [counting] } }),
      'tasks/result': () => ({ result: result(n) }),
      ...answers,
    },
    options,
  )

/** What a promise rejects with; undefined where it resolves. */
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )

describe('the result of a task', () => {
  test('that was called is checked by the schema of its tool', async () => {
    const fitting = await startCounting(7)
    const task = await fitting.client.callTask('count', {})
    const [given] = await Promise.all([task.result(), fitting.runtime.advance(100)])
    expect(given).toEqual(result(7))
    await fitting.client.close()
    const other = await startCounting('x')
    const wrong = reasonOf((await other.client.callTask('count', {})).result())
    await other.runtime.advance(100)
    expect(await wrong).toMatchObject({
      code: 'invalid_result',
      message: 'The tool "count" gave what it should not: structuredContent.n must be a number',
    })
    await other.client.close()
  })

  test('that was taken up is checked by the schema of the caller alone', async () => {
    const { client, runtime } = await startCounting('x')
    const free = await client.getTask('t1')
    const checked = await client.getTask('t1', { output: number })
    const results = Promise.all([free.result(), reasonOf(checked.result())])
    await runtime.advance(100)
    expect(await results).toMatchObject([
      { structuredContent: { n: 'x' } },
      {
        code: 'invalid_result',
        message: 'The tool "of the task t1" gave what it should not: structuredContent.n must be a number',
      },
    ])
    await client.close()
  })

  test('is waited for as long as the caller says', async () => {
    const { client, runtime } = await startCounting(7, {
      'tasks/get': () => state('working'),
      'tasks/result': () => ok,
    })
    const called = await client.callTask('count', {}, { maxTimeoutMs: 1_000 })
    const found = await client.getTask('t1', { maxTimeoutMs: 2_000 })
    const ends: [string, unknown][] = []
    const note = (name: string) => (reason: unknown) => void ends.push([name, reason])
    const over = [called.result().catch(note('called')), found.result().catch(note('found'))]
    await runtime.advance(999)
    expect(ends).toEqual([])
    await runtime.advance(1)
    expect(ends).toMatchObject([['called', { code: 'timeout' }]])
    await runtime.advance(1_000)
    expect(ends).toMatchObject([
      ['called', { code: 'timeout' }],
      ['found', { code: 'timeout' }],
    ])
    await Promise.all(over)
    await client.close()
  })
})
