import { expect, test } from 'vitest'
import { Closable } from './closable.js'

class Resource extends Closable {
  readonly log: unknown[] = []

  get state(): boolean {
    return this.isClosing
  }

  protected async closeOnce(): Promise<void> {
    this.log.push('closes')
    await new Promise(setImmediate)
    this.log.push('closed')
  }
}

test('the end of its block closes an object, and waits until it is closed', async () => {
  const object = new Resource()
  await object[Symbol.asyncDispose]()
  expect(object.log).toEqual(['closes', 'closed'])
})

test('an object is closed once, and every close settles when it is', async () => {
  const object = new Resource()
  expect(object.state).toBe(false)
  const closing = [object.close(), object.close(), object[Symbol.asyncDispose]()]
  expect([object.state, object.log]).toEqual([true, ['closes']])
  await closing[2]
  expect(object.log).toEqual(['closes', 'closed'])
  await Promise.all(closing)
  await object.close()
  expect([object.state, object.log]).toEqual([true, ['closes', 'closed']])
})
