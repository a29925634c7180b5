import { expect, test } from 'vitest'
import { Subscription } from './subscription.js'

const create = () => new Subscription({ id: 1, notify: () => {} })

/** What a subscription is once all that is on its way has arrived. */
function stateOf({ ended }: Subscription): Promise<string> {
  const isOpen = new Promise<string>((resolve) => setImmediate(() => resolve('open')))
  return Promise.race([ended.then(() => 'ended'), isOpen])
}

test('a subscription ends with its request, and makes no signal where there is a cheaper way', async () => {
  const made: string[] = []
  const aborts: (() => void)[] = []
  const exchange = {
    get signal(): AbortSignal {
      made.push('signal')
      return new AbortController().signal
    },
    onAbort: (fn: (reason: unknown) => void) => void aborts.push(() => fn(undefined)),
  }
  const subscription = create()
  subscription.endWith(exchange)
  expect(await stateOf(subscription)).toBe('open')
  for (const abort of aborts) abort()
  expect([await stateOf(subscription), made]).toEqual(['ended', []])
})

test('a subscription of an exchange with nothing but a signal ends when it aborts', async () => {
  const controller = new AbortController()
  const subscription = create()
  subscription.endWith({ signal: controller.signal })
  expect(await stateOf(subscription)).toBe('open')
  controller.abort()
  expect(await stateOf(subscription)).toBe('ended')
})

test('a subscription ends at once where the signal has aborted', async () => {
  const subscription = create()
  subscription.endWith({ signal: AbortSignal.abort() })
  expect(await stateOf(subscription)).toBe('ended')
})
