import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.js'

test('so many run at once, and the others have their turn in order', () => {
  const semaphore = new Semaphore(2)
  const log: string[] = []
  expect([semaphore.tryAcquire(), semaphore.tryAcquire(), semaphore.tryAcquire()]).toEqual([true, true, false])
  for (const name of ['a', 'b', 'c']) semaphore.wait(() => void log.push(name))
  semaphore.release()
  expect(log).toEqual(['a'])
  semaphore.release()
  semaphore.release()
  expect([log, semaphore.isFull]).toEqual([['a', 'b', 'c'], true])
  semaphore.release()
  semaphore.release()
  expect([semaphore.tryAcquire(), semaphore.tryAcquire(), semaphore.tryAcquire()]).toEqual([true, true, false])
})

test('whoever gives up waiting is passed over', () => {
  const semaphore = new Semaphore(1)
  const log: string[] = []
  semaphore.tryAcquire()
  const giveUp = semaphore.wait(() => void log.push('a'))
  semaphore.wait(() => void log.push('b'))
  giveUp()
  semaphore.release()
  expect(log).toEqual(['b'])
})
