import { describe, expect, test } from 'vitest'
import type { Exchange } from '../protocol/exchange/exchange.js'
import {
  accepted,
  answerAll,
  askOf,
  createHarness,
  form,
  type HarnessOptions,
  serveWith,
} from './fixtures/parking-harness.js'

const principal = (id: string) => ({ exchange: { principal: { id, scopes: [], claims: {} } } })
const network = (sender: string | symbol, isHttp: boolean): { exchange: Partial<Exchange> } => ({
  exchange: { sender, ...(isHttp && { headers: new Headers() }) },
})

/** Calls that return the answer to their question, or the message of its refusal, with arguments as large as wanted. */
function setUp(limits: HarnessOptions['limits'] = {}) {
  const finish: ((result: unknown) => void)[] = []
  const harness = createHarness(
    serveWith(
      (_message, exchange) =>
        new Promise((resolve) => {
          finish.push(resolve)
          askOf(exchange)(form).then(resolve, ({ message }) => resolve(message))
        }),
    ),
    { limits },
  )
  return { ...harness, finish }
}

const refused = (limit: string) => `The call cannot wait for an answer: the limit ${limit}`

describe('calls beyond a limit are refused their question, and none is evicted', () => {
  test.each([
    ['in all', { parked: 2 }, principal('ann'), principal('bob'), 'parked is 2'],
    ['of one principal', { parkedPerPrincipal: 2 }, principal('ann'), principal('ann'), 'parkedPerPrincipal is 2'],
    ['of one network', { parkedPerPrincipal: 2 }, network('n', true), network('n', true), 'parkedPerPrincipal is 2'],
  ])('%s', async (_name, limits, others, last, limit) => {
    const { send, retry, parking } = setUp(limits)
    const rounds = [await send(others).asked(), await send(others).asked()]
    expect(await send(last).result()).toBe(refused(limit))
    expect(parking.usage.calls).toBe(2)
    for (const round of rounds)
      expect(await retry(round, answerAll(round, accepted), others).result()).toEqual(accepted)
    expect((await send(last).asked()).resultType).toBe('input_required')
  })

  test.each([
    ['principals', principal('ann'), principal('bob')],
    ['networks', network('a', true), network('b', true)],
    ['connections', network(Symbol('a'), false), network(Symbol('b'), false)],
  ])('of different %s they are counted apart', async (_name, first, second) => {
    const { send } = setUp({ parkedPerPrincipal: 1 })
    await send(first).asked()
    expect((await send(second).asked()).resultType).toBe('input_required')
  })

  test.each([
    ['in all', { parkedBytes: 30_000 }, principal('bob'), 'parkedBytes is 30000 bytes'],
    [
      'of one principal',
      { parkedPerPrincipalBytes: 30_000 },
      principal('ann'),
      'parkedPerPrincipalBytes is 30000 bytes',
    ],
  ])('by the bytes of their arguments, %s', async (_name, limits, last, limit) => {
    const { send, runtime, parking } = setUp(limits)
    const params = { arguments: { text: 'x'.repeat(10_000) } }
    await send({ ...principal('ann'), params }).asked()
    expect(await send({ ...last, params }).result()).toBe(refused(limit))
    runtime.advance(300_000)
    expect(parking.usage).toEqual({ calls: 0, bytes: 0, delivered: 0 })
    expect((await send({ ...last, params }).asked()).resultType).toBe('input_required')
  })

  test('by the bytes of a question', async () => {
    const { send } = createHarness(
      serveWith((_message, exchange) => {
        const params = { ...form.params, message: 'x'.repeat(10_000) }
        return askOf(exchange)({ ...form, params }).catch(({ message }) => message)
      }),
      { limits: { parkedBytes: 10_000 } },
    )
    expect(await send().result()).toBe('elicitation/create cannot wait here: the limit parkedBytes is 10000 bytes')
  })
})

test('a result that is too large to wait becomes an error that says so', async () => {
  const { send, retry, finish } = setUp({ parkedBytes: 30_000 })
  const round = await send().asked()
  finish[0]?.('x'.repeat(20_000))
  await expect(retry(round).response).rejects.toMatchObject({
    code: -32603,
    message: 'The call has ended, and its result could not be kept: the limit parkedBytes is 30000 bytes',
  })
})

test('results that were delivered make room for each other, the oldest first', async () => {
  const { send, retry, parking } = setUp({ parked: 2 })
  const delivered = []
  for (let count = 0; count < 3; count += 1) {
    const round = await send().asked()
    const again = () => retry(round, answerAll(round, accepted)).result()
    await again()
    delivered.push(again)
  }
  expect(parking.usage).toEqual({ calls: 0, bytes: 0, delivered: 2 })
  await expect(delivered[0]?.()).rejects.toThrow('the call has ended')
  expect([await delivered[1]?.(), await delivered[2]?.()]).toEqual([accepted, accepted])
})

test('results that were delivered are bounded in bytes', async () => {
  const { send, retry, parking, finish } = setUp({ parkedBytes: 30_000 })
  for (let count = 0; count < 3; count += 1) {
    const round = await send().asked()
    finish[count]?.('x'.repeat(7_000))
    await retry(round).result()
  }
  expect(parking.usage).toEqual({ calls: 0, bytes: 0, delivered: 2 })
})
