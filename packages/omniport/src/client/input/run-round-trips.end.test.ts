import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { createClientServices } from '../client-services.js'
import { type ResultKind, runRoundTrips } from './run-round-trips.js'

const complete: ResultKind = { type: 'complete', result: { content: [] } }
const empty: ResultKind = {
  type: 'input_required',
  result: { requestState: 's' },
  profile: profileOf('2026-07-28'),
}

/** Round trips of a request that the server wants again three times, after which it is answered. */
function start() {
  const runtime = new VirtualRuntime()
  const services = createClientServices({ runtime })
  const { signal } = new AbortController()
  let count = 0
  const send = async (): Promise<ResultKind> => {
    count += 1
    return count < 3 ? empty : complete
  }
  const request = { method: 'tools/call', params: {}, options: { signal }, maxTimeoutMs: 60_000, elapsedMs: 0, send }
  const running = runRoundTrips(empty, request, services)
  return {
    running,
    runtime,
    listeners: () => [signal, services.ended.signal].map((one) => getEventListeners(one, 'abort')),
  }
}

test('a request leaves no listeners at the signals of the caller and the client when it is answered', async () => {
  const { running, runtime, listeners } = start()
  await settled()
  expect(listeners().map(({ length }) => length)).toEqual([1, 1])
  await runtime.advance(75)
  await runtime.advance(150)
  expect(await running).toEqual({ outcome: complete, params: { requestState: 's' } })
  expect([listeners(), runtime.timers]).toEqual([[[], []], 0])
})
