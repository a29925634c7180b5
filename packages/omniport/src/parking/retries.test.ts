import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import {
  type AskedResult,
  accepted,
  answerAll,
  askOf,
  createHarness,
  form,
  type HarnessOptions,
  type SendOptions,
  serveWith,
} from './fixtures/parking-harness.js'

const ended = { code: -32602, message: 'requestState: the call has ended; its effect may have happened' }
const elsewhere = {
  code: -32602,
  message: 'requestState: the call has ended, or waits in another process; its effect may have happened',
}
const principal = (id: string) => ({ principal: { id, scopes: [], claims: {} } })
const declined = { action: 'decline' }

/** A call that asks a number of times, and counts how often it ran. */
function setUp(options: HarnessOptions = {}, questions = 1) {
  const runs: Exchange[] = []
  const harness = createHarness(
    serveWith(async (_message, exchange) => {
      runs.push(exchange)
      const seen: unknown[] = []
      for (let left = questions; left > 0; left -= 1) seen.push(await askOf(exchange)(form))
      return seen
    }),
    options,
  )
  return { ...harness, runs }
}

describe('a retry that answers no call is refused and begins none', () => {
  const rows: readonly (readonly [string, (asked: AskedResult) => AskedResult, SendOptions])[] = [
    ['an altered handle', (asked) => ({ ...asked, requestState: alter(asked.requestState) }), {}],
    ['a handle of nothing', (asked) => ({ ...asked, requestState: 'parked.' }), {}],
    ['the state of another kind', (asked) => ({ ...asked, requestState: 'v1.a.b.c' }), {}],
    ['a handle that is too long', (asked) => ({ ...asked, requestState: asked.requestState.padEnd(70_000, 'A') }), {}],
    ['another principal', (asked) => asked, { exchange: principal('bob') }],
    ['a caller over HTTP', (asked) => asked, { exchange: { headers: new Headers() } }],
    ['another method', (asked) => asked, { method: 'prompts/get' }],
    ['other parameters', (asked) => asked, { params: { arguments: { a: 1 } } }],
  ]
  test.each(rows)('%s', async (_name, change, given) => {
    verifies('MRTR-07', 'MRTR-08', 'MRTR-09', 'MRTR-10')
    const { send, retry, runs } = setUp()
    const round = await send().asked()
    await expect(retry(change(round), answerAll(round, accepted), given).response).rejects.toMatchObject(ended)
    expect(runs).toHaveLength(1)
    expect(await retry(round, answerAll(round, accepted)).result()).toEqual([accepted])
  })

  test('answers without a handle', async () => {
    const { send, runs } = setUp()
    await expect(send({ params: { inputResponses: {} } }).response).rejects.toMatchObject(ended)
    expect(runs).toEqual([])
  })

  test('a round before the last', async () => {
    const { send, retry, runs } = setUp({}, 3)
    const first = await send().asked()
    const second = await retry(first, answerAll(first, accepted)).asked()
    const third = await retry(second, answerAll(second, accepted)).asked()
    await expect(retry(first, answerAll(first, accepted)).response).rejects.toMatchObject(ended)
    expect(await retry(third, answerAll(third, declined)).result()).toEqual([accepted, accepted, declined])
    expect(runs).toHaveLength(1)
  })

  test('a call that expired', async () => {
    const { send, retry, runs, runtime } = setUp()
    const round = await send().asked()
    runtime.advance(300_000)
    await expect(retry(round, answerAll(round, accepted)).response).rejects.toMatchObject(ended)
    expect(runs).toHaveLength(1)
  })

  test('the same node after a restart, though a call is parked there too', async () => {
    const round = await setUp().send().asked()
    const { send, retry, runs } = setUp()
    const own = await send().asked()
    await expect(retry(round, answerAll(round, declined)).response).rejects.toMatchObject(elsewhere)
    expect(await retry(own, answerAll(own, accepted)).result()).toEqual([accepted])
    expect(runs).toHaveLength(1)
  })

  test.each<[string, HarnessOptions, object]>([
    ['another secret', { secrets: ['x'.repeat(32)] }, elsewhere],
    ['a secret of its own, which has sealed nothing yet', { secrets: undefined }, elsewhere],
    ['another name', { info: { name: 'other', version: '1' } }, ended],
  ])('a server with %s', async (_name, options, error) => {
    const round = await setUp().send().asked()
    const { retry, runs } = setUp(options)
    await expect(retry(round, answerAll(round, accepted)).response).rejects.toMatchObject(error)
    expect(runs).toEqual([])
  })

  test('a handle of another label', async () => {
    const { send, parking } = setUp({ parked: { label: 'notes' } })
    const round = await send().asked()
    const runs: unknown[] = []
    const other = parking.parkCalls({ label: 'files' })(serveWith(() => runs.push(1)))
    const params = { name: 't', arguments: {}, requestState: round.requestState }
    const exchange = { revision: '2026-07-28', state: new Map() } as Partial<Exchange> as Exchange // nothing else of it is read
    await expect(other({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, exchange)).rejects.toMatchObject(ended)
    expect(runs).toEqual([])
  })
})

test('other retries reach a Serve that has round trips of its own', async () => {
  const { send, runs, retry } = setUp({ parked: { otherRetries: 'pass' } })
  const round = await send({ params: { requestState: 'its own' } }).asked()
  await expect(retry({ ...round, requestState: alter(round.requestState) }).response).rejects.toMatchObject(ended)
  expect(runs).toHaveLength(1)
})

describe('the same retry twice', () => {
  test('gets one result, also while the call runs, each with its own id', async () => {
    const { send, retry, runs } = setUp()
    const round = await send().asked()
    const answers = answerAll(round, accepted)
    const both = [retry(round, answers), retry(round, answers)]
    expect(await Promise.all(both.map(({ result }) => result()))).toEqual([[accepted], [accepted]])
    expect(await retry(round, answers).result()).toEqual([accepted])
    expect(runs).toHaveLength(1)
  })

  test('gets the same questions', async () => {
    const { send, retry } = setUp({}, 2)
    const first = await send().asked()
    const answers = answerAll(first, accepted)
    expect(await retry(first, answers).asked()).toEqual(await retry(first, answers).asked())
  })

  test('gets the same error', async () => {
    const { send, retry } = createHarness(
      serveWith(async (_message, exchange) => {
        await askOf(exchange)(form)
        throw new RpcError(7, 'no')
      }),
    )
    const round = await send().asked()
    for (let time = 0; time < 2; time += 1) {
      await expect(retry(round, answerAll(round, accepted)).response).rejects.toMatchObject({ code: 7 })
    }
  })

  test('with another answer is refused, while the call runs and after, and the first one counts', async () => {
    let finish = () => {}
    const { send, retry } = createHarness(
      serveWith(async (_message, exchange) => {
        const answer = await askOf(exchange)(form)
        exchange.notify({ jsonrpc: '2.0', method: 'notifications/message' })
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return answer
      }),
    )
    const round = await send().asked()
    const first = retry(round, answerAll(round, accepted))
    await expect.poll(() => first.notifications.length).toBe(1)
    const refusal = { code: -32602, message: 'inputResponses: this round was answered otherwise before' }
    await expect(retry(round, answerAll(round, declined)).response).rejects.toMatchObject(refusal)
    finish()
    expect(await first.result()).toEqual(accepted)
    await expect(retry(round).response).rejects.toMatchObject(refusal)
  })

  test('with two answers at once has one that counts', async () => {
    const { send, retry } = setUp()
    const round = await send().asked()
    const both = [accepted, declined].map((answer) => retry(round, answerAll(round, answer)).result())
    const settled = await Promise.allSettled(both)
    const counted = settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(counted).toHaveLength(1)
    expect([[accepted], [declined]]).toContainEqual(counted[0])
  })

  test('is cancelled alone: the call goes on for the other', async () => {
    let exchange: Exchange | undefined
    let finish = () => {}
    const { send, retry } = createHarness(
      serveWith(async (_message, given) => {
        await askOf(given)(form)
        exchange = given
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return given.signal.aborted
      }),
    )
    const round = await send().asked()
    const both = [0, 1].map(() => retry(round, answerAll(round, accepted)))
    while (both.some(({ notifications }) => notifications.length === 0)) {
      exchange?.notify({ jsonrpc: '2.0', method: 'notifications/message' })
      await new Promise((resolve) => setImmediate(resolve))
    }
    both[0]?.cancel()
    await expect(both[0]?.response).rejects.toThrow('cancelled')
    finish()
    expect(await both[1]?.result()).toBe(false)
  })
})

test.each([
  ['no object', 5, 'inputResponses must be an object'],
  ['an answer of another kind', { 'input-1': { roots: [] } }, 'inputResponses: elicitation/create: action must be'],
  ['an answer with content that no form has', { 'input-1': { action: 'accept', content: { a: {} } } }, 'content.a'],
])('malformed answers are refused, and the call stays parked: %s', async (_name, responses, message) => {
  verifies('MRTR-21')
  const { send, retry } = setUp()
  const round = await send().asked()
  await expect(retry(round, responses).response).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining(message),
  })
  expect(await retry(round, answerAll(round, accepted)).result()).toEqual([accepted])
})

function alter(handle: string): string {
  return handle.slice(0, -1) + (handle.endsWith('A') ? 'B' : 'A')
}
