import { expect, test } from 'vitest'
import { settled } from '../../client/fixtures/virtual-runtime.js'
import { Turns } from './turns.js'

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
  const turns = new Turns()
  const begun: string[] = []
  const [a, b, c] = [work(begun, 'a'), work(begun, 'b'), work(begun, 'c')]
  const taken = [turns.take('k', signal, a.run), turns.take('k', signal, b.run), turns.take('other', signal, c.run)]
  await settled()
  expect([begun, turns.size]).toEqual([['a', 'c'], 2])
  a.end()
  await settled()
  expect(begun).toEqual(['a', 'c', 'b'])
  b.end()
  c.end()
  expect(await Promise.all(taken)).toEqual(['a', 'b', 'c'])
  expect(turns.size).toBe(0)
})

test('whoever comes while another one has a turn that was waited for waits as well', async () => {
  const turns = new Turns()
  const begun: string[] = []
  const [a, b, c] = [work(begun, 'a'), work(begun, 'b'), work(begun, 'c')]
  const first = turns.take('k', signal, a.run)
  const second = turns.take('k', signal, b.run)
  a.end()
  await first
  await settled()
  const third = turns.take('k', signal, c.run)
  await settled()
  expect(begun).toEqual(['a', 'b'])
  b.end()
  await second
  await settled()
  c.end()
  expect([await third, turns.size]).toEqual(['c', 0])
})

test.each([0, 1, 2, 3, 4])('a turn that is given up %i moments around its coming is given on', async (hops) => {
  const turns = new Turns()
  const abort = new AbortController()
  const later = (left: number): void =>
    queueMicrotask(() => (left === 0 ? abort.abort(new Error('gone')) : later(left - 1)))
  const begun: string[] = []
  const first = turns.take('k', signal, async () => later(hops))
  const run = async () => {
    abort.signal.throwIfAborted()
    begun.push('b')
    await new Promise<void>((resolve) => setImmediate(resolve))
    abort.signal.throwIfAborted()
  }
  const second = turns.take('k', abort.signal, run)
  const third = turns.take('k', signal, async () => 'done')
  await expect(second).rejects.toThrow('gone')
  await first
  expect([await third, turns.size]).toEqual(['done', 0])
})

test('work whose turn comes when it was given up does not begin', async () => {
  const begun = await Promise.all([0, 1, 2, 3].map(begunThough))
  expect(begun.filter((isBegun) => isBegun)).toEqual([])
})

/** Whether work began although its signal had aborted by then. */
async function begunThough(hops: number): Promise<boolean> {
  const turns = new Turns()
  const abort = new AbortController()
  const later = (left: number): void => queueMicrotask(() => (left === 0 ? abort.abort() : later(left - 1)))
  let isBegun = false
  const first = turns.take('k', signal, async () => later(hops))
  const second = turns.take('k', abort.signal, async () => {
    isBegun = abort.signal.aborted
  })
  await Promise.allSettled([first, second])
  return isBegun
}

test('work that throws gives its turn on', async () => {
  const turns = new Turns()
  const first = turns.take('k', signal, async () => {
    throw new Error('broken')
  })
  const second = turns.take('k', signal, async () => 'done')
  await expect(first).rejects.toThrow('broken')
  expect([await second, turns.size]).toEqual(['done', 0])
})
