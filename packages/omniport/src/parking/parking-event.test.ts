import { expect, test } from 'vitest'
import { accepted, answerAll, askOf, createHarness, form, serveWith } from './fixtures/parking-harness.js'
import type { ParkingEvent } from './parking-event.js'

function setUp() {
  const events: ParkingEvent[] = []
  let finish: (result: unknown) => void = () => {}
  const harness = createHarness(
    serveWith(async (_message, exchange) => {
      const ended = new Promise((resolve) => {
        finish = resolve
      })
      const asked = askOf(exchange)(form).then(() => askOf(exchange)(form))
      return Promise.race([asked.catch(() => ended), ended])
    }),
    { onEvent: (event) => void events.push(event), parked: { label: 'notes' } },
  )
  const seen = () => events.map(({ type, round, parkedMs, reason }) => [type, round, parkedMs, reason])
  return { ...harness, events, seen, finish: (result: unknown) => finish(result) }
}

test('who listens gets each parking and each return', async () => {
  const { send, retry, events, seen, runtime } = setUp()
  const first = await send().asked()
  runtime.advance(5_000)
  const second = await retry(first, answerAll(first, accepted)).asked()
  await retry(second, answerAll(second, accepted)).result()
  expect(seen()).toEqual([
    ['parked', 1, 0, undefined],
    ['resumed', 1, 5_000, undefined],
    ['parked', 2, 0, undefined],
    ['resumed', 2, 0, undefined],
  ])
  expect(events[0]).toMatchObject({ label: 'notes', method: 'tools/call', exchange: { revision: '2026-07-28' } })
})

test('a call that expires, or loses its result, is given up', async () => {
  const { send, seen, runtime, finish, parking } = setUp()
  await send().asked()
  runtime.advance(300_000)
  finish('late')
  await send().asked()
  finish('done')
  await expect.poll(() => parking.usage.bytes).toBeGreaterThan(0)
  await parking.close()
  expect(seen()).toEqual([
    ['parked', 1, 0, undefined],
    ['given-up', 1, 300_000, 'The client did not answer in time'],
    ['parked', 1, 0, undefined],
    ['given-up', 1, 0, 'The server is closing'],
  ])
})

test('a result that its client fetches after the call has ended is a return', async () => {
  const { send, retry, seen, finish } = setUp()
  const round = await send().asked()
  finish('done')
  expect(await retry(round).result()).toBe('done')
  expect(seen().map(([type]) => type)).toEqual(['parked', 'resumed'])
})
