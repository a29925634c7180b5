import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientServices } from '../client-services.js'
import { RequestLost } from '../requests/request-lost.js'
import { SubscriptionRetry } from './subscription-retry.js'

function create(...failures: readonly unknown[]) {
  const runtime = new VirtualRuntime()
  const reported: unknown[] = []
  const ending = new AbortController()
  const services = { runtime, report: (reason: unknown) => void reported.push(reason) } as unknown as ClientServices
  const rest = [...failures]
  let attempts = 0
  const attempt = async () => {
    attempts += 1
    if (rest.length > 0) throw rest.shift()
  }
  const retry = new SubscriptionRetry(services, ending.signal)
  const run = async (ms = 600_000) => {
    const settled = retry.run(attempt).then(
      () => 'restored',
      (reason: unknown) => reason,
    )
    await runtime.advance(ms)
    return settled
  }
  return { run, runtime, reported, ending, attempts: () => attempts }
}

test('what was lost is restored at once where it works', async () => {
  const { run, attempts, reported } = create()
  expect([await run(), attempts(), reported]).toEqual(['restored', 1, []])
})

describe('it is tried again', () => {
  test.each([
    ['a server that cannot be reached', new OmniportError('unreachable', 'x')],
    ['one that is too slow', new OmniportError('timeout', 'x')],
    ['a response that is lost', new RequestLost('x')],
  ])('after %s, and that is reported', async (_what, reason) => {
    const { run, attempts, reported } = create(reason, reason)
    expect([await run(), attempts(), reported]).toEqual(['restored', 3, [reason, reason]])
  })
})

describe('it is given up', () => {
  test.each([
    ['where the person declined', new OmniportError('unauthorized', 'x')],
    ['where the server answered', new RpcError(-32601, 'x')],
    ['after a mistake of the program', new TypeError('x')],
  ])('%s, with that reason', async (_what, reason) => {
    const { run, attempts } = create(reason)
    expect([await run(), attempts()]).toEqual([reason, 1])
  })

  test('quietly where the connection is over', async () => {
    const { run, attempts } = create(new OmniportError('closed', 'x'))
    expect([await run(), attempts()]).toEqual(['restored', 1])
  })

  test('quietly when the signal aborts, before an attempt or between two', async () => {
    const before = create()
    before.ending.abort()
    expect([await before.run(), before.attempts()]).toEqual(['restored', 0])
    const failure = new OmniportError('unreachable', 'x')
    const between = create(failure, failure, failure)
    const running = between.run(0)
    between.ending.abort(new Error('left'))
    expect(await running).toBe('restored')
  })
})
