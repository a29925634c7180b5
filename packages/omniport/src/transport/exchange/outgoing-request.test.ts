import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { Pending } from '../../jsonrpc/pending.js'
import type { AskOptions } from '../../protocol/exchange/exchange.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { createOutgoingRequest } from './outgoing-request.js'

/** The time after which a question is given up while progress is reported every `everyMs`. */
async function givenUpAfter(options: AskOptions, everyMs: number): Promise<number> {
  const runtime = createManualRuntime()
  const logger = createRecordingLogger()
  const settings = { limits: defaultLimits, runtime, logger }
  const { request, waiting } = createOutgoingRequest({ method: 'sampling/createMessage' }, options, settings)
  const pending = new Pending(runtime)
  let isOver = false
  const answered = pending.add(request.id, waiting, () => {
    isOver = true
  })
  let ms = 0
  for (let done = 1; !isOver && ms < 10_000_000; done += 1) {
    for (let step = 0; step < everyMs && !isOver; step += 1_000) {
      ms += 1_000
      runtime.advance(1_000)
    }
    const params = { progressToken: request.id, progress: done }
    pending.notify(request.id, { jsonrpc: '2.0', method: 'notifications/progress', params }, true)
  }
  await expect(answered).rejects.toMatchObject({ code: 'timeout' })
  expect([runtime.timers, logger.errors]).toEqual([0, []])
  return ms
}

const onProgress = () => {}

test.each<[string, AskOptions, number, number]>([
  ['questionMs where nobody wants progress', {}, 500_000, 600_000],
  ['questionMs after the last report', { onProgress }, 700_000, 600_000],
  ['maxQuestionMs, however much is reported', { onProgress }, 500_000, 3_600_000],
  ['a time of its own that is longer', { onProgress, timeoutMs: 4_000_000 }, 500_000, 4_000_000],
  ['a time of its own where nobody wants progress', { timeoutMs: 5_000 }, 1_000, 5_000],
])('a question ends after %s', async (_name, options, everyMs, expected) => {
  verifies('VER-13')
  expect(await givenUpAfter(options, everyMs)).toBe(expected)
})
