import { describe, expect, test } from 'vitest'
import { AwaitedListeners, Listeners } from './listeners.js'

const failure = new Error('of the listener')

function create() {
  const errors: unknown[] = []
  const values: [string, number][] = []
  const listeners = new Listeners<number>((reason) => errors.push(reason))
  const listener = (name: string) => (value: number) => void values.push([name, value])
  return { errors, values, listeners, listener }
}

describe('listeners', () => {
  test('are called in their order', () => {
    const { values, listeners, listener } = create()
    listeners.add(listener('a'))
    listeners.add(listener('b'))
    listeners.emit(1)
    expect(values).toEqual([
      ['a', 1],
      ['b', 1],
    ])
  })

  test('get the value that there is at once', () => {
    const { values, listeners, listener } = create()
    listeners.add(listener('a'), 0)
    listeners.add(listener('b'), undefined)
    expect(values).toEqual([['a', 0]])
  })

  test('can be removed, one at a time', () => {
    const { values, listeners, listener } = create()
    const same = listener('a')
    const remove = listeners.add(same)
    listeners.add(same)
    listeners.emit(1)
    remove()
    remove()
    listeners.emit(2)
    expect(values).toEqual([
      ['a', 1],
      ['a', 1],
      ['a', 2],
    ])
  })

  test('that are added by another get the next value', () => {
    const { values, listeners, listener } = create()
    const stop = listeners.add(() => {
      stop()
      listeners.add(listener('a'))
    })
    listeners.emit(1)
    listeners.emit(2)
    expect(values).toEqual([['a', 2]])
  })

  test('that fail do not keep others from their value', () => {
    const { errors, values, listeners, listener } = create()
    const failing = () => {
      throw failure
    }
    listeners.add(failing, 0)
    listeners.add(listener('a'))
    listeners.emit(1)
    expect([errors, values]).toEqual([[failure, failure], [['a', 1]]])
  })
})

describe('listeners that are waited for', () => {
  function createAwaited() {
    const errors: unknown[] = []
    return { errors, listeners: new AwaitedListeners<number>((reason) => errors.push(reason)) }
  }

  test('have all run, where nothing fails', async () => {
    const { errors, listeners } = createAwaited()
    const values: number[] = []
    listeners.add(async (value) => values.push(value))
    listeners.add((value) => values.push(value + 1))
    expect([await listeners.run(1), values, errors]).toEqual([true, [1, 2], []])
  })

  test('are none at first', async () => {
    expect(await createAwaited().listeners.run(1)).toBe(true)
  })

  test('run even if another fails, at once or later', async () => {
    const { errors, listeners } = createAwaited()
    const values: number[] = []
    listeners.add(() => {
      throw failure
    })
    listeners.add(async () => Promise.reject(failure))
    listeners.add((value) => values.push(value))
    expect([await listeners.run(1), values, errors]).toEqual([false, [1], [failure, failure]])
  })

  test('can be removed, one at a time', async () => {
    const { listeners } = createAwaited()
    const values: number[] = []
    const listener = (value: number) => values.push(value)
    const remove = listeners.add(listener)
    listeners.add(listener)
    remove()
    await listeners.run(1)
    expect(values).toEqual([1])
  })
})
