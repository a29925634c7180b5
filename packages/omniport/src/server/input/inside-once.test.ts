import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { InsideOnce } from './inside-once.js'

/** A promise, and what settles it. */
function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

test('knows what a side effect started, and nothing else', async () => {
  const inside = new InsideOnce()
  const [owner, other] = [{}, {}]
  const seen: boolean[] = []
  const { promise, resolve } = deferred()
  const running = inside.run(owner, async () => {
    await turn()
    seen.push(inside.isInside(owner), inside.isInside(other))
    await promise
  })
  await turn()
  await turn()
  expect([seen, inside.isInside(owner)]).toEqual([[true, false], false])
  resolve()
  await running
  expect(inside.isInside(owner)).toBe(false)
})

test('of two that overlap each knows its own, and the end of one does not end the other', async () => {
  const inside = new InsideOnce()
  const [a, b] = [{}, {}]
  const { promise, resolve } = deferred()
  const long = inside.run(a, async () => {
    await promise
    return [inside.isInside(a), inside.isInside(b)]
  })
  expect(await inside.run(b, async () => [inside.isInside(a), inside.isInside(b)])).toEqual([false, true])
  resolve()
  expect(await long).toEqual([true, false])
})

test('what fails inside is passed on', async () => {
  const reason = new Error('declined')
  await expect(new InsideOnce().run({}, () => Promise.reject(reason))).rejects.toBe(reason)
})
