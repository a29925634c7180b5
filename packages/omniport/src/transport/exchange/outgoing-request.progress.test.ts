import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { AskOptions, Progress } from '../../protocol/exchange/exchange.js'
import { createLimits } from '../../protocol/limits/limits.js'
import { createOutgoingRequest } from './outgoing-request.js'
import { progressListener } from './progress-listener.js'

const limits = createLimits({ questionMs: 1_000, maxQuestionMs: 5_000 })
const method = 'sampling/createMessage'

function create(options: AskOptions, params?: Readonly<Record<string, unknown>>, id: string | undefined = 'q') {
  const logger = createRecordingLogger()
  const message = { method, ...(params !== undefined && { params }) }
  return { logger, ...createOutgoingRequest(message, options, { limits, runtime: createManualRuntime(), logger, id }) }
}

const report = (progressToken: string, progress: number) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/progress',
  params: { progressToken, progress },
})

describe('a question', () => {
  test('without progress has its parameters alone, and one time', () => {
    const { signal } = new AbortController()
    const { request, waiting } = create({ signal }, { a: 1 })
    expect(request).toEqual({ jsonrpc: '2.0', id: 'q', method, params: { a: 1 } })
    expect(waiting).toEqual({ signal, maxTimeoutMs: 1_000 })
    expect(create({}).request).toEqual({ jsonrpc: '2.0', id: 'q', method })
  })

  test('has an id that cannot be guessed unless one is given', () => {
    const settings = { limits, runtime: createManualRuntime(), logger: createRecordingLogger() }
    expect(createOutgoingRequest({ method }, {}, settings).request.id).toBe('000102030405060708090a0b0c0d0e0f')
  })

  test.each([
    ['no parameters', undefined, { _meta: { progressToken: 'q' } }],
    ['parameters', { a: 1 }, { a: 1, _meta: { progressToken: 'q' } }],
    ['more in _meta', { a: 1, _meta: { b: 2 } }, { a: 1, _meta: { b: 2, progressToken: 'q' } }],
    ['a _meta that is none', { _meta: 'text' }, { _meta: { progressToken: 'q' } }],
  ])('with progress has its id as the token, beside %s', (_name, given, params) => {
    expect(create({ onProgress: () => {} }, given).request).toEqual({ jsonrpc: '2.0', id: 'q', method, params })
  })

  test.each([
    [undefined, 1_000, 5_000],
    [4_000, 4_000, 5_000],
    [6_000, 6_000, 6_000],
  ])('with progress and %s ms waits so long for each report, and at most so long for all', (own, each, all) => {
    const { signal } = new AbortController()
    const { waiting } = create({ signal, onProgress: () => {}, ...(own !== undefined && { timeoutMs: own }) })
    expect(waiting).toEqual({ signal, timeoutMs: each, maxTimeoutMs: all, onNotification: expect.any(Function) })
  })

  test('tells its progress, and logs a listener that fails', () => {
    const seen: Progress[] = []
    const problem = new Error('broken')
    const { waiting, logger } = create({
      onProgress: (progress) => {
        seen.push(progress)
        if (progress.progress === 2) throw problem
      },
    })
    for (const progress of [1, 2, 3]) waiting.onNotification?.(report('q', progress))
    expect(seen).toEqual([{ progress: 1 }, { progress: 2 }, { progress: 3 }])
    expect(logger.errors).toEqual([{ message: `onProgress of ${method} failed`, error: problem }])
  })
})

describe('a report of progress', () => {
  const listen = (...notifications: readonly Parameters<ReturnType<typeof progressListener>>[0][]) => {
    const seen: Progress[] = []
    const listener = progressListener(
      (progress) => void seen.push(progress),
      () => expect.unreachable(),
    )
    for (const notification of notifications) listener(notification)
    return seen
  }

  test('has its total and its message where it has them', () => {
    const params = { progressToken: 'q', progress: 1, total: 4, message: 'half' }
    const named = { progressToken: 'q', progress: 2, message: '' }
    expect(
      listen(
        { jsonrpc: '2.0', method: 'notifications/progress', params },
        { jsonrpc: '2.0', method: 'notifications/progress', params: named },
      ),
    ).toEqual([
      { progress: 1, total: 4, message: 'half' },
      { progress: 2, message: '' },
    ])
  })

  test('is not any other notification, nor one without parameters', () => {
    const params = { progressToken: 'q', progress: 1 }
    expect(
      listen(
        { jsonrpc: '2.0', method: 'notifications/message', params },
        { jsonrpc: '2.0', method: 'notifications/progress' },
      ),
    ).toEqual([])
  })
})
