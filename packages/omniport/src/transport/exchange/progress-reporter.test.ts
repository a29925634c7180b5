import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { assertProgress, ProgressReporter } from './progress-reporter.js'

function setUp(revision: Revision = '2025-11-25') {
  const runtime = createManualRuntime()
  const sent: unknown[] = []
  const notify = ({ params }: RpcNotification) => void sent.push(params)
  const reporter = new ProgressReporter({ revision, notify } as Exchange, 'token', runtime)
  return { runtime, sent, reporter }
}

const at = (progress: number) => ({ progressToken: 'token', progress })

describe('progress', () => {
  test('is sent with what is known', () => {
    verifies('PRO-01')
    const { sent, reporter } = setUp()
    reporter.report({ progress: 0 })
    reporter.report({ progress: 0.5, total: 2, message: 'half' })
    expect(sent).toEqual([at(0), { ...at(0.5), total: 2, message: 'half' }])
  })

  test('has no message at 2024-11-05', () => {
    const { sent, reporter } = setUp('2024-11-05')
    reporter.report({ progress: 1, total: 2, message: 'half' })
    expect(sent).toEqual([{ ...at(1), total: 2 }])
  })

  test('only rises', () => {
    verifies('PRO-02')
    const { sent, reporter } = setUp()
    for (const progress of [-5, -5, 1, 0.5, 1, Number.MIN_VALUE, 2]) reporter.report({ progress })
    expect(sent).toEqual([at(-5), at(1), at(2)])
  })

  test('of 100,000 reports at once is ten, and the last before the answer', () => {
    verifies('PRO-02', 'PRO-05', 'PRO-07')
    const { sent, reporter, runtime } = setUp()
    for (let progress = 1; progress <= 100_000; progress += 1) reporter.report({ progress })
    expect(sent).toEqual(Array.from({ length: 10 }, (_, index) => at(index + 1)))
    reporter.finish()
    expect(sent.slice(10)).toEqual([at(100_000)])
    expect(runtime.timers).toBe(0)
  })

  test('of a flood that goes on is eleven reports per tenth of a second', () => {
    verifies('PRO-07')
    const { sent, reporter, runtime } = setUp()
    for (let progress = 1; progress <= 1_000; progress += 1) {
      reporter.report({ progress })
      runtime.advance(1)
    }
    reporter.finish()
    expect(sent.length).toBe(101)
    expect(sent.at(-1)).toEqual(at(1_000))
  })

  test('that waits goes out at the end of its window', () => {
    const { sent, reporter, runtime } = setUp()
    for (let progress = 1; progress <= 12; progress += 1) reporter.report({ progress })
    runtime.advance(99)
    expect(sent.length).toBe(10)
    runtime.advance(1)
    expect(sent.at(-1)).toEqual(at(12))
    expect(runtime.timers).toBe(0)
  })

  test('is not sent after the end', () => {
    verifies('PRO-04', 'PRO-05')
    const { sent, reporter, runtime } = setUp()
    reporter.report({ progress: 1 })
    reporter.finish()
    reporter.report({ progress: 2 })
    reporter.finish()
    runtime.advance(1_000)
    expect(sent).toEqual([at(1)])
  })
})

test.each<[unknown[], string]>([
  [[Number.NaN], 'progress must be a finite number, got NaN'],
  [[1, '2'], 'total must be a finite number, got "2"'],
  [[], 'progress must be a finite number, got undefined'],
  [[null], 'progress must be a finite number, got null'],
  [[{ progress: 1, total: 2 }], 'the numbers are arguments of their own; write ctx.progress(progress, total)'],
  [[1, { total: 2 }], 'the numbers are arguments of their own; write ctx.progress(progress, total)'],
  [[1, undefined, 3], 'message must be a string, got 3'],
])('progress of %j is refused', (given, problem) => {
  const [progress, total, message] = given as [number, number, string] // JavaScript can give anything
  expect(() => assertProgress(progress, total, message)).toThrow(new TypeError(`ctx.progress: ${problem}`))
})

test('progress may have a total and a message', () => {
  expect(assertProgress(0)).toBeUndefined()
  expect(assertProgress(1, 2, '')).toBeUndefined()
})
