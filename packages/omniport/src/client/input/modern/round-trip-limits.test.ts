import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { pause } from '../../../async/waiting/pause.js'
import type { Progress } from '../../../protocol/exchange/exchange.js'
import type { ConnectOptions } from '../../connect-options.js'
import { connectFake, nameForm } from '../../fixtures/connect-fake.js'
import type { FakeServer, Received, Reply } from '../../fixtures/fake-server.js'
import { accept, done } from '../../fixtures/input.js'

const timeout = { code: 'timeout', message: 'No answer within 1000 ms' }
const empty = { requestState: 's' }
const rootsOnly = { inputRequests: { r: { method: 'roots/list' } } }

/** A client of a server that takes `ms` for each answer, which `reply` gives by the number of the request. */
async function open(
  ms: number,
  reply: (count: number, server: FakeServer, message: Received) => object | undefined,
  options: ConnectOptions = {},
) {
  const runtime = new VirtualRuntime()
  let count = 0
  const answer = async (message: Received, server: FakeServer): Promise<Reply> => {
    count += 1
    const round = reply(count, server, message)
    await pause(runtime, ms)
    return round === undefined ? done : { result: { resultType: 'input_required', ...round } }
  }
  const limits = { rounds: 1_000 }
  const connection = await connectFake('2026-07-28', { 'tools/call': answer }, { runtime, limits, ...options })
  /** Calls, and tells after how many milliseconds that rejected. */
  const call = (more: object = {}) => {
    const since = runtime.now()
    return connection.client.callTool('x', {}, { timeoutMs: 1_000, ...more }).then(
      () => 'done',
      (reason: object) => [runtime.now() - since, { ...reason, message: (reason as Error).message }],
    )
  }
  return { ...connection, runtime, call, calls: () => connection.server.ofMethod('tools/call').length }
}

describe('timeoutMs of a call that is asked to come again', () => {
  test.each<[string, number, object, ConnectOptions]>([
    ['without a question', 0, empty, {}],
    ['slowly, without a question', 300, empty, {}],
    ['for the roots, which are a list', 25, rootsOnly, { roots: [] }],
    ['for the roots, slowly', 400, { ...rootsOnly, ...empty }, { roots: [{ uri: 'file:///a' }] }],
  ])('ends it, however often it is asked %s', async (_name, ms, round, options) => {
    verifies('MRTR-28', 'MRTR-14')
    const { client, runtime, call } = await open(ms, () => round, options)
    const outcome = call()
    await runtime.advance(5_000)
    expect(await outcome).toMatchObject([1_000, timeout])
    await client.close()
    expect(runtime.timers).toBe(0)
  })

  test('counts from the first request on', async () => {
    const { client, runtime, call, calls } = await open(600, (count) => (count === 1 ? empty : undefined))
    const outcome = call()
    await runtime.advance(1_000)
    expect([await outcome, calls()]).toMatchObject([[1_000, timeout], 2])
    await client.close()
  })

  test.each<[string, object, ConnectOptions]>([
    ['a form', { inputRequests: { a: nameForm } }, { elicit: accept }],
    ['the roots, of a function', rootsOnly, { roots: () => [] }],
  ])('starts again after the user was asked for %s', async (_name, round, options) => {
    const { client, runtime, call, calls } = await open(600, (count) => (count < 4 ? round : undefined), options)
    const outcome = call()
    await runtime.advance(2_400)
    expect([await outcome, calls()]).toEqual(['done', 4])
    await client.close()
  })

  test('stands still while the user is asked', async () => {
    const { client, runtime, call } = await open(
      300,
      (count) => (count === 1 ? { inputRequests: { a: nameForm } } : empty),
      { elicit: async (question) => pause(runtime, 60_000).then(() => accept(question)) },
    )
    const outcome = call()
    await runtime.advance(70_000)
    expect(await outcome).toMatchObject([300 + 60_000 + 1_000, timeout])
    await client.close()
  })

  test('starts again with progress', async () => {
    const seen: Progress[] = []
    const progress = (count: number, server: FakeServer, { params }: Received) => {
      const meta = params?.['_meta'] as { readonly progressToken: unknown }
      server.notify('notifications/progress', { progressToken: meta.progressToken, progress: count })
      return count < 4 ? empty : undefined
    }
    const { client, runtime, call, calls } = await open(700, progress)
    const outcome = call({ onProgress: (report: Progress) => seen.push(report) })
    await runtime.advance(10_000)
    expect([await outcome, calls(), seen.length]).toEqual(['done', 4, 4])
    await client.close()
  })
})

test('maxTimeoutMs holds for all round trips together, without the time of the user', async () => {
  const form = { inputRequests: { a: nameForm } }
  const { client, runtime, call } = await open(800, () => form, {
    elicit: async (question) => pause(runtime, 10_000).then(() => accept(question)),
  })
  const outcome = call({ maxTimeoutMs: 2_000 })
  await runtime.advance(100_000)
  expect(await outcome).toMatchObject([2_000 + 2 * 10_000, { code: 'timeout', message: 'No answer within 2000 ms' }])
  await client.close()
  await settled()
  expect(runtime.timers).toBe(0)
})
