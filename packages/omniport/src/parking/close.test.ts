import { describe, expect, test } from 'vitest'
import { accepted, answerAll, askOf, createHarness, form, serveWith } from './fixtures/parking-harness.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A call that asks once, and returns the answer, or the message of its refusal. */
function setUp() {
  const results: unknown[] = []
  const harness = createHarness(
    serveWith(async (_message, exchange) => {
      const answer = await askOf(exchange)(form).catch(({ message }) => message)
      results.push(answer)
      return answer
    }),
  )
  return { ...harness, results }
}

describe('closing', () => {
  test('cancels what is parked, says so, and waits for its end', async () => {
    const { send, retry, parking, results, logger, runtime } = setUp()
    const round = await send().asked()
    await parking.close()
    expect(results).toEqual([{ action: 'cancel' }])
    expect(logger.warnings).toEqual([
      'Calls that waited for their clients were cancelled, since the server is closing: 1',
    ])
    expect([parking.usage, runtime.timers]).toEqual([{ calls: 0, bytes: 0, delivered: 0 }, 0])
    await expect(retry(round, answerAll(round, accepted)).response).rejects.toMatchObject({ code: -32602 })
  })

  test('refuses the questions of calls that begin later', async () => {
    const { send, parking } = setUp()
    await parking.close()
    expect(await send().result()).toBe('The call cannot wait for an answer: the server is closing')
  })

  test('waits for answers as long as it is told, and lets them in', async () => {
    const { send, retry, parking, runtime, logger } = setUp()
    const round = await send().asked()
    let isClosed = false
    const closing = parking.close({ drainMs: 10_000 }).then(() => {
      isClosed = true
    })
    await turn()
    expect(isClosed).toBe(false)
    expect(await retry(round, answerAll(round, accepted)).result()).toEqual(accepted)
    await closing
    expect([logger.warnings, runtime.timers, parking.usage.delivered]).toEqual([[], 0, 0])
  })

  test('cancels what is not answered by then', async () => {
    const { send, parking, runtime, results } = setUp()
    await send().asked()
    const closing = parking.close({ drainMs: 10_000 })
    await turn()
    runtime.advance(10_000)
    await closing
    expect(results).toEqual([{ action: 'cancel' }])
  })

  test('does not wait for ever for a call that does not end', async () => {
    const { send, parking, runtime } = createHarness(
      serveWith(async (_message, exchange) => {
        await askOf(exchange)(form)
        return new Promise(() => {})
      }),
    )
    await send().asked()
    const closing = parking.close()
    await turn()
    runtime.advance(5_000)
    await closing
    expect([parking.usage.calls, runtime.timers]).toEqual([0, 0])
  })

  test('leaves the call of a client that waits', async () => {
    let finish = () => {}
    const { send, retry, parking } = createHarness(
      serveWith(async (_message, exchange) => {
        const answer = await askOf(exchange)(form)
        await new Promise<void>((resolve) => {
          finish = resolve
          exchange.notify({ jsonrpc: '2.0', method: 'notifications/message' })
        })
        return [answer, exchange.signal.aborted]
      }),
    )
    const round = await send().asked()
    const again = retry(round, answerAll(round, accepted))
    await expect.poll(() => again.notifications.length).toBe(1)
    await parking.close()
    finish()
    expect(await again.result()).toEqual([accepted, false])
  })

  test('twice at once waits for both', async () => {
    const { send, retry, parking } = setUp()
    const round = await send().asked()
    const closings = [parking.close({ drainMs: 10_000 }), parking.close({ drainMs: 20_000, label: '' })]
    expect(await retry(round, answerAll(round, accepted)).result()).toEqual(accepted)
    await Promise.all(closings)
    expect(parking.usage.delivered).toBe(0)
  })

  test('says which result nobody fetched', async () => {
    let finish: (result: unknown) => void = () => {}
    const { send, parking, logger } = createHarness(
      serveWith(
        (_message, exchange) =>
          new Promise((resolve) => {
            finish = resolve
            void askOf(exchange)(form)
          }),
      ),
    )
    await send().asked()
    finish('x'.repeat(10_000))
    await expect.poll(() => parking.usage.bytes).toBeGreaterThan(20_000)
    await parking.close()
    expect(logger.warnings).toEqual(['The result of a parked tools/call was lost: The server is closing'])
  })

  test('of one label ends its calls alone, and the label may be used again', async () => {
    const { send, parking, results, serve } = setUp()
    await send().asked()
    await parking.close({ label: 'notes' })
    expect([results, parking.usage.calls, typeof serve]).toEqual([[], 1, 'function'])
    await parking.close({ label: '' })
    expect(results).toEqual([{ action: 'cancel' }])
    expect((await send().asked()).resultType).toBe('input_required')
  })
})
