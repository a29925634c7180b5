import { describe, expect, test } from 'vitest'
import { runOnce } from './run-inputs.js'

const run = (fn: (sideEffect: { readonly idempotencyKey: string }) => unknown) =>
  runOnce({ name: 'pay', idempotencyKey: 'c:pay' }, fn)

class Point {
  readonly x = 1
}

const sparse: unknown[] = []
sparse[1] = 1

describe('the value of a side effect', () => {
  test.each([
    [undefined],
    [null],
    [0],
    ['text'],
    [true],
    [{ a: [1, { b: null }], __proto__: null }],
    [JSON.parse('{"__proto__":1}')],
    [[]],
  ])('is given as it is: %j', async (value) => {
    expect(await run(async () => value)).toBe(value)
  })

  test.each([
    ['a Date', new Date(0)],
    ['NaN', Number.NaN],
    ['-0', -0],
    ['an infinity', [Number.POSITIVE_INFINITY]],
    ['a member that is undefined', { a: undefined }],
    ['a hole', sparse],
    ['a Map', new Map()],
    ['an instance', new Point()],
    ['bytes', new Uint8Array([1])],
    ['a BigInt', 1n],
    ['a function', () => 1],
  ])('that JSON would change is a TypeError: %s', async (_name, value) => {
    await expect(run(() => value)).rejects.toThrow(TypeError)
  })
})

test('the side effect is handed its key; a throw is passed on', async () => {
  expect(await run(({ idempotencyKey }) => idempotencyKey)).toBe('c:pay')
  const reason = new Error('declined')
  await expect(run(() => Promise.reject(reason))).rejects.toBe(reason)
})
