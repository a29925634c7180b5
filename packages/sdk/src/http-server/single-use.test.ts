import { describe, expect, test, vi } from 'vitest'
import { settled } from '../../test/pipe.js'
import { SingleUse } from './single-use.js'

/** The turn in which something is made is over two steps later: a function runs after the turn that asks for it. */
const nextTurn = async () => {
  await settled()
  await settled()
}

function create(connects?: boolean) {
  const close = vi.fn()
  const single = new SingleUse(close)
  if (connects !== undefined) single.onReopen(() => connects)
  return { close, single }
}

describe('a transport that got its only request in the turn in which it was made', () => {
  test('is closed when that ends, if its server can be connected again', async () => {
    await nextTurn()
    const { close, single } = create(true)
    single.begin()
    expect(close).not.toHaveBeenCalled()
    single.end()
    expect(close).toHaveBeenCalledOnce()
    expect(single.reopen()).toBe(true)
  })

  test('is closed when another one was used so, if its server cannot', async () => {
    await nextTurn()
    const [first, second] = [create(), create()]
    first.single.begin()
    first.single.end()
    first.single.end()
    expect([first.close.mock.calls.length, first.single.reopen()]).toEqual([0, false])
    second.single.begin()
    second.single.end()
    expect([first.close.mock.calls.length, second.close.mock.calls.length]).toEqual([1, 0])
    second.single.begin()
  })

  test('is not closed where it gets another request', async () => {
    await nextTurn()
    const { close, single } = create(true)
    single.begin()
    single.begin()
    single.end()
    expect(close).not.toHaveBeenCalled()
  })

  test('is not closed once it was used again, whatever others do', async () => {
    await nextTurn()
    const [first, second] = [create(), create()]
    first.single.begin()
    first.single.end()
    first.single.begin()
    second.single.begin()
    second.single.end()
    expect(first.close).not.toHaveBeenCalled()
    second.single.begin()
  })
})

describe('a transport that got its first request later', () => {
  test('is not closed', async () => {
    await nextTurn()
    const { close, single } = create(true)
    await nextTurn()
    single.begin()
    single.end()
    expect(close).not.toHaveBeenCalled()
  })

  test('is not closed where it got none', async () => {
    const { close, single } = create(true)
    single.end()
    expect(close).not.toHaveBeenCalled()
  })
})

test.each([true, false])('a server can be connected again as it says: %s', (connects) => {
  expect(create(connects).single.reopen()).toBe(connects)
})
