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

test('a turn that was given up as it came is given on', async () => {
  const turns = new Turns()
  const begun: string[] = []
  const [a, b, c] = [work(begun, 'a'), work(begun, 'b'), work(begun, 'c')]
  const abort = new AbortController()
  const first = turns.take('k', signal, async () => {
    await a.run()
    // In the same moment in which the next one is called.
    queueMicrotask(() => abort.abort(new Error('gone')))
  })
  const second = turns.take('k', abort.signal, b.run)
  const third = turns.take('k', signal, c.run)
  await settled()
  a.end()
  await expect(second).rejects.toThrow('gone')
  await first
  await settled()
  c.end()
  expect([await third, begun, turns.size]).toEqual(['c', ['a', 'c'], 0])
})

test('work that throws gives its turn on', async () => {
  const turns = new Turns()
  const first = turns.take('k', signal, async () => {
    throw new Error('broken')
  })
  const second = turns.take('k', signal, async () => 'done')
  await expect(first).rejects.toThrow('broken')
  expect([await second, turns.size]).toEqual(['done', 0])
})
