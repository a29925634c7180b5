import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { LimitOptions } from '../../../protocol/limits/limit-options.js'
import { createLimits } from '../../../protocol/limits/limits.js'
import { ConcurrencyLimits, type OpenStream, PrincipalCounts } from './concurrency-limits.js'

const ada = { id: 'ada', scopes: [], claims: {} }
const bob = { ...ada, id: 'bob' }
const refused = (status: number, limit: string, max: number) =>
  expect.objectContaining({
    status,
    message: `Too many at once: the limit ${limit} is ${max}`,
    headers: { 'retry-after': '1' },
    error: expect.objectContaining({ code: -32603 }),
  })

const open = (limits: LimitOptions = {}) => new ConcurrencyLimits(createLimits(limits))

/** A stream that logs its end. */
function streamOf(owner: string, log: string[], more: Partial<OpenStream> = {}): OpenStream {
  return { principal: undefined, owner, end: () => log.push(owner), ...more }
}

describe('replies', () => {
  test('that are open are waited for, the last of them too, each ended once', async () => {
    const concurrency = open()
    expect(await concurrency.idle()).toBeUndefined()
    const [endFirst, endSecond] = [concurrency.startReply(), concurrency.startReply()]
    let notified = 0
    for (const idle of [concurrency.idle(), concurrency.idle()]) {
      void idle.then(() => {
        notified += 1
      })
    }
    endFirst()
    endFirst()
    await settled(1)
    expect(notified).toBe(0)
    endSecond()
    await settled(1)
    expect(notified).toBe(2)
    expect(await concurrency.idle()).toBeUndefined()
  })
})

describe('requests', () => {
  test('of a principal are as many as may be, those of nobody any number', () => {
    const concurrency = open({ inFlight: 2 })
    const [end] = [concurrency.startRequest(ada), concurrency.startRequest(ada)]
    expect(() => concurrency.startRequest(ada)).toThrow(refused(429, 'inFlight', 2))
    for (const principal of [bob, undefined, undefined, undefined]) concurrency.startRequest(principal)
    end()
    expect(concurrency.startRequest(ada)).toBeTypeOf('function')
    expect(() => concurrency.startRequest(ada)).toThrow(refused(429, 'inFlight', 2))
  })
})

describe('streams', () => {
  test('make room, the oldest of the owner with most first', () => {
    const concurrency = open({ streams: 3 })
    const log: string[] = []
    for (const owner of ['a', 'b', 'b']) concurrency.openStream(streamOf(owner, log))
    concurrency.openStream(streamOf('c', log))
    concurrency.openStream(streamOf('d', log))
    expect(log).toEqual(['b', 'a'])
  })

  test('that are in use make no room', () => {
    const concurrency = open({ streams: 2 })
    const log: string[] = []
    concurrency.openStream(streamOf('a', log, { isIdle: () => false }))
    const close = concurrency.openStream(streamOf('b', log, { isIdle: () => false }))
    expect(() => concurrency.openStream(streamOf('c', log))).toThrow(refused(503, 'streams', 2))
    close()
    close()
    concurrency.openStream(streamOf('c', log, { isIdle: () => true }))
    concurrency.openStream(streamOf('d', log))
    expect(log).toEqual(['c'])
  })

  test('of a principal are as many as may be, until they end', () => {
    const concurrency = open({ streams: 2, streamsPerPrincipal: 1 })
    const log: string[] = []
    concurrency.openStream(streamOf('ada', log, { principal: ada }))
    expect(() => concurrency.openStream(streamOf('ada', log, { principal: ada }))).toThrow(
      refused(429, 'streamsPerPrincipal', 1),
    )
    concurrency.openStream(streamOf('bob', log, { principal: bob }))
    concurrency.openStream(streamOf('x', log))
    expect(log).toEqual(['ada'])
    concurrency.openStream(streamOf('ada', log, { principal: ada }))
    expect(log).toEqual(['ada', 'bob'])
  })
})

test('a count that falls to nothing begins again', () => {
  const counts = new PrincipalCounts(createLimits({ sessionsPerPrincipal: 1 }), 'sessionsPerPrincipal')
  counts.assertCapacity(ada)
  for (let times = 0; times < 2; times += 1) {
    counts.add(ada)
    expect(() => counts.assertCapacity(ada)).toThrow(refused(429, 'sessionsPerPrincipal', 1))
    counts.remove(ada)
    expect(counts.assertCapacity(ada)).toBeUndefined()
  }
  counts.add(undefined)
  counts.remove(undefined)
  expect(counts.assertCapacity(undefined)).toBeUndefined()
})
