import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Session } from '../../protocol/exchange/session.js'
import { RootsRequests } from './roots-requests.js'

const root = (name: string) => ({ uri: `file:///${name}` })

function setUp(changes: Partial<Exchange> = {}) {
  const asked: unknown[] = []
  const answers: ((answer: unknown) => void)[] = []
  const request = (message: unknown, options: unknown) => {
    asked.push([message, options])
    return new Promise((resolve) => answers.push(resolve))
  }
  const session = { request } as unknown as Session // nothing else is used
  const exchange = {
    session,
    revision: '2025-11-25',
    client: { capabilities: { roots: {} } },
    ...changes,
  } as Partial<Exchange> as Exchange
  const seen: unknown[] = []
  const { signal } = new AbortController()
  const requests = new RootsRequests((roots, given) => void seen.push([roots, given === exchange]), signal)
  return { requests, exchange, asked, answers, seen, signal }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a session whose roots changed', () => {
  test('is asked for them, with the signal of the server', async () => {
    const { requests, exchange, asked, answers, seen, signal } = setUp()
    const done = requests.changed(exchange)
    expect(asked).toEqual([[{ method: 'roots/list' }, { signal }]])
    answers[0]?.({ roots: [root('a')] })
    expect([await done, seen]).toEqual([undefined, [[[root('a')], true]]])
  })

  test('is asked once more for all changes that come meanwhile', async () => {
    const { requests, exchange, asked, answers, seen } = setUp()
    const done = requests.changed(exchange)
    await requests.changed(exchange)
    await requests.changed(exchange)
    expect(asked.length).toBe(1)
    answers[0]?.({ roots: [] })
    await turn()
    expect(asked.length).toBe(2)
    answers[1]?.({ roots: [root('b')] })
    await done
    expect([asked.length, seen]).toEqual([
      2,
      [
        [[], true],
        [[root('b')], true],
      ],
    ])
  })

  test('is asked again after an answer that was none', async () => {
    const { requests, exchange, asked, answers } = setUp()
    const done = requests.changed(exchange)
    answers[0]?.({ roots: 'none' })
    await expect(done).rejects.toMatchObject({ code: 'invalid_result' })
    void requests.changed(exchange)
    expect(asked.length).toBe(2)
  })
})

test.each<[string, Partial<Exchange>]>([
  ['without a session', { session: undefined }],
  ['of the modern era', { revision: '2026-07-28' }],
  ['that declared no roots', { client: { capabilities: {} } }],
])('a client %s is not asked', async (_name, changes) => {
  const { requests, exchange, asked } = setUp(changes)
  expect([await requests.changed(exchange), asked]).toEqual([undefined, []])
})
