import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { KeyedMutex } from './keyed-mutex.js'

/** Work that ends when it is told to. */
function work(begun: string[], name: string) {
  let end = () => {}
  const run = () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      end = () => resolve(name)
    })
  return { run, end: () => end() }
}

const { signal } = new AbortController()

test('turns come in order, and leave nothing', async () => {
  const mutex = new KeyedMutex()
  const begun: string[] = []
  const [a, b, c] = [work(begun, 'a'), work(begun, 'b'), work(begun, 'c')]
  const taken = [mutex.run('k', signal, a.run), mutex.run('k', signal, b.run), mutex.run('other', signal, c.run)]
  await settled()
  expect([begun, mutex.size]).toEqual([['a', 'c'], 2])
  a.end()
  await settled()
  expect(begun).toEqual(['a', 'c', 'b'])
  b.end()
  c.end()
  expect(await Promise.all(taken)).toEqual(['a', 'b', 'c'])
  expect(mutex.size).toBe(0)
})

test('whoever comes while another one has a turn that was waited for waits as well', async () => {
  const mutex = new KeyedMutex()
  const begun: string[] = []
  const [a, b, c] = [work(begun, 'a'), work(begun, 'b'), work(begun, 'c')]
  const first = mutex.run('k', signal, a.run)
  const second = mutex.run('k', signal, b.run)
  a.end()
  await first
  await settled()
  const third = mutex.run('k', signal, c.run)
  await settled()
  expect(begun).toEqual(['a', 'b'])
  b.end()
  await second
  await settled()
  c.end()
  expect([await third, mutex.size]).toEqual(['c', 0])
})

test.each([0, 1, 2, 3, 4])('a turn that is given up %i moments around its coming is given on', async (hops) => {
  const mutex = new KeyedMutex()
  const abort = new AbortController()
  const later = (left: number): void =>
    queueMicrotask(() => (left === 0 ? abort.abort(new Error('gone')) : later(left - 1)))
  const begun: string[] = []
  const first = mutex.run('k', signal, async () => later(hops))
  const run = async () => {
    abort.signal.throwIfAborted()
    begun.push('b')
    await new Promise<void>((resolve) => setImmediate(resolve))
    abort.signal.throwIfAborted()
  }
  const second = mutex.run('k', abort.signal, run)
  const third = mutex.run('k', signal, async () => 'done')
  await expect(second).rejects.toThrow('gone')
  await first
  expect([await third, mutex.size]).toEqual(['done', 0])
})

test('work whose turn comes when it was given up does not begin', async () => {
  const begun = await Promise.all([0, 1, 2, 3].map(begunThough))
  expect(begun.filter((isBegun) => isBegun)).toEqual([])
})

/** Whether work began although its signal had aborted by then. */
async function begunThough(hops: number): Promise<boolean> {
  const mutex = new KeyedMutex()
  const abort = new AbortController()
  const later = (left: number): void => queueMicrotask(() => (left === 0 ? abort.abort() : later(left - 1)))
  let isBegun = false
  const first = mutex.run('k', signal, async () => later(hops))
  const second = mutex.run('k', abort.signal, async () => {
    isBegun = abort.signal.aborted
  })
  await Promise.allSettled([first, second])
  return isBegun
}

test('work that throws gives its turn on', async () => {
  const mutex = new KeyedMutex()
  const first = mutex.run('k', signal, async () => {
    throw new Error('broken')
  })
  const second = mutex.run('k', signal, async () => 'done')
  await expect(first).rejects.toThrow('broken')
  expect([await second, mutex.size]).toEqual(['done', 0])
})
