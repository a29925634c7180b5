import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { createClientServices } from '../client-services.js'
import { ExtensionResultRunner } from './extension-result-runner.js'

/** A runner whose request has limits of its own, or those of the client. */
function start(options?: { timeoutMs?: number; maxTimeoutMs?: number }) {
  const services = createClientServices({ runtime: new VirtualRuntime(), timeoutMs: 70 })
  const sent: unknown[] = []
  const runner = new ExtensionResultRunner({
    request: { method: 'tools/call', params: undefined, ...(options !== undefined && { options }) },
    profile: profileOf('2026-07-28'),
    services,
    autoAnswer: true,
    send: async ({ options: times }) => {
      sent.push(times)
      return {}
    },
  })
  return { runner, services, sent }
}

test.each<[string, 'fulfilled' | 'rejected', () => Promise<number>]>([
  ['gave something', 'fulfilled', () => Promise.resolve(7)],
  ['failed', 'rejected', () => Promise.reject(new Error('no'))],
])('an extension whose code %s leaves no listeners at the signals', async (_how, status, run) => {
  const { runner, services } = start()
  const { signal } = new AbortController()
  expect(await Promise.allSettled([runner.run(run, { signal })])).toMatchObject([{ status }])
  expect([signal, services.ended.signal].map((each) => getEventListeners(each, 'abort'))).toEqual([[], []])
})

test('the limits that an extension sees and sends with are those of the request', async () => {
  const own = start({ timeoutMs: 5, maxTimeoutMs: 6 })
  expect(await own.runner.run(async ({ timeoutMs }) => timeoutMs, {})).toBe(5)
  await own.runner.run((ctx) => ctx.request('x/a'), {})
  await own.runner.run((ctx) => ctx.request('x/b', {}, { maxTimeoutMs: 9 }), {})
  expect(own.sent).toEqual([
    { timeoutMs: 5, maxTimeoutMs: 6 },
    { timeoutMs: 5, maxTimeoutMs: 9 },
  ])
  const plain = start()
  expect(await plain.runner.run(async ({ timeoutMs }) => timeoutMs, {})).toBe(70)
  await plain.runner.run((ctx) => ctx.request('x/a'), {})
  expect(plain.sent).toEqual([{}])
})
