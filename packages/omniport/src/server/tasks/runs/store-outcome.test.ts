import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { createLiveRecord } from '../records/fixtures/live-record.js'
import type { TaskRecord } from '../records/task-record.js'
import type { TaskOutcome } from '../service/task-snapshot.js'
import { storeOutcome } from './store-outcome.js'
import type { TaskWriter } from './task-writer.js'

const result: TaskOutcome = { type: 'result', result: { content: [{ type: 'text', text: 'done' }] } }
const { job: _job, ...rest } = createLiveRecord()
const lost: TaskOutcome = {
  type: 'error',
  error: { code: -32603, message: 'The result of the task could not be kept' },
}

/** Stores an outcome where so many writes fail. */
function setUp(failures: number, { isRefused = false, signal = new AbortController().signal } = {}) {
  const runtime = new VirtualRuntime({ startMs: 0 })
  const logger = createRecordingLogger()
  const written: TaskRecord[] = []
  const tried: number[] = []
  const finish: TaskWriter['finish'] = async (change) => {
    tried.push(runtime.now())
    if (tried.length <= failures) throw new Error('the disk is full')
    written.push(change(createLiveRecord({ statusMessage: 'half' })))
    return !isRefused
  }
  const writer = { finish } as unknown as TaskWriter // all that storing needs
  const store = (outcome: TaskOutcome) => storeOutcome(outcome, { writer, signal, runtime, logger })
  return { runtime, logger, written, tried, store }
}

describe('the outcome of a task', () => {
  test('is stored in a final record, which needs no job any more', async () => {
    const { written, logger, store } = setUp(0)
    expect(await store(result)).toBe(true)
    expect(written).toEqual([{ ...rest, status: 'completed', outcome: result }])
    expect(logger.errors).toEqual([])
  })

  test('that is an error says so in the status, as far as it fits', async () => {
    const { written, store } = setUp(0)
    const outcome: TaskOutcome = { type: 'error', error: { code: 7, message: 'x'.repeat(1_001) } }
    expect(await store(outcome)).toBe(true)
    expect(written).toEqual([{ ...rest, status: 'failed', statusMessage: `${'x'.repeat(1_000)}…`, outcome }])
  })

  test('that another run may write is not stored', async () => {
    expect(await setUp(0, { isRefused: true }).store(result)).toBe(false)
  })

  test('is written again each second, and each failure is logged', async () => {
    const { runtime, tried, logger, written, store } = setUp(4)
    const stored = store(result)
    await runtime.advance(4_000)
    expect(await stored).toBe(true)
    expect(tried).toEqual([0, 1_000, 2_000, 3_000, 4_000])
    expect(written).toMatchObject([{ outcome: result }])
    const failure = { message: 'The outcome of a task could not be kept', error: new Error('the disk is full') }
    expect(logger.errors).toEqual([failure, failure, failure, failure])
  })

  test('is replaced by an error after five failures', async () => {
    const { runtime, written, store } = setUp(5)
    const stored = store(result)
    await runtime.advance(5_000)
    expect([await stored, written]).toMatchObject([true, [{ status: 'failed', outcome: lost }]])
  })

  test('is given up after ten failures', async () => {
    const { runtime, tried, store } = setUp(20)
    const stored = store(result)
    await runtime.advance(20_000)
    expect([await stored, tried.length, runtime.timers]).toEqual([false, 10, 0])
  })

  test('is not written once the run has ended', async () => {
    const { tried, store } = setUp(0, { signal: AbortSignal.abort() })
    expect([await store(result), tried]).toEqual([false, []])
  })

  test('is not written again once the run has ended', async () => {
    const abort = new AbortController()
    const { runtime, tried, store } = setUp(1, { signal: abort.signal })
    const stored = store(result)
    await runtime.advance(500)
    abort.abort()
    expect([await stored, tried, runtime.timers]).toEqual([false, [0], 0])
  })
})
