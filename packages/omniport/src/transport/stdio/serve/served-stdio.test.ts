import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import { createLimits } from '../../../protocol/limits/limits.js'
import { ask, modern } from '../fixtures/messages.js'
import { ServedStdio } from './served-stdio.js'

/** A connection whose requests never end by themselves. */
function open() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const runtime = new VirtualRuntime({ startMs: 0 })
  const logger = createRecordingLogger()
  const exchanges: Exchange[] = []
  const environment = { runtime, logger, limits: createLimits({ drainMs: 1_000 }) }
  const serve = (_message: unknown, exchange: Exchange) => {
    exchanges.push(exchange)
    return new Promise<never>(() => {})
  }
  const served = new ServedStdio({ serve, environment }, { input, output, exit: false })
  const send = async (id: number) => {
    input.write(`${JSON.stringify(ask(id, 'wait', { _meta: modern }))}\n`)
    await settled()
  }
  const written = () => String(output.read() ?? '')
  return { served, input, output, runtime, logger, exchanges, send, written }
}

const closing = '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The server is closing"}}\n'

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let is = false
  void promise.then(() => {
    is = true
  })
  await settled()
  return is
}

describe('the end of a connection', () => {
  test('waits for what is served as long as the limit says', async () => {
    const { served, send, runtime, written } = open()
    await send(1)
    void served.close()
    await runtime.advance(999)
    expect([written(), await isSettled(served.closed)]).toEqual(['', false])
    await runtime.advance(1)
    await served.closed
    expect(written()).toBe(closing)
  })

  test('comes at once where nothing is served', async () => {
    const { served, runtime, input, output } = open()
    await served[Symbol.asyncDispose]()
    await served.closed
    expect([runtime.timers, input.destroyed, output.destroyed]).toEqual([0, false, false])
  })

  test('that is asked for again does not come later', async () => {
    const { served, send, runtime } = open()
    await send(1)
    const first = served.close()
    await runtime.advance(500)
    const second = served.close()
    await runtime.advance(500)
    await Promise.all([first, second, served.closed])
    await runtime.advance(1_000)
    expect(runtime.timers).toBe(0)
  })

  test('is logged where the input failed', async () => {
    const { served, input, logger } = open()
    const error = new Error('EIO')
    input.destroy(error)
    await served.closed
    expect(logger.errors).toEqual([{ message: 'The input failed', error }])
  })

  test('is not logged where the input ended', async () => {
    const { served, input, logger } = open()
    input.end()
    await served.closed
    expect(logger.errors).toEqual([])
  })

  test('aborts at once where the output broke, and waits for nothing', async () => {
    const { served, output, send, exchanges, runtime } = open()
    await send(1)
    const error = new Error('EPIPE')
    output.destroy(error)
    await served.closed
    await served.close()
    expect(exchanges[0]?.signal.reason).toMatchObject({ message: 'EPIPE' })
    expect(runtime.timers).toBe(0)
  })

  test('reads nothing more', async () => {
    const { served, send, exchanges, input } = open()
    await served.close()
    await send(1)
    expect([exchanges, input.isPaused()]).toEqual([[], true])
  })
})
