import { expect, test } from 'vitest'
import { cloneJson } from './clone-json.js'
import { constantJson, isConstantJson } from './constant-json.js'

test('is shared by copies, and cannot be changed at any depth', () => {
  const reported = constantJson({ who: { name: 'a' }, list: [{ b: 1 }] })
  const copy = cloneJson({ reported, own: { c: 2 } }) as { reported: typeof reported; own: object }
  expect(copy.reported).toBe(reported)
  expect([
    Object.isFrozen(reported),
    Object.isFrozen(reported.who),
    Object.isFrozen(reported.list),
    Object.isFrozen(reported.list[0]),
  ]).toEqual([true, true, true, true])
  expect(() => {
    copy.reported.who.name = 'b'
  }).toThrow(TypeError)
  expect(Object.isFrozen(copy.own)).toBe(false)
})

test('what is only frozen is copied: there may be something in it that is not', () => {
  const frozen = Object.freeze({ inner: { a: 1 } })
  const copy = cloneJson(frozen) as { inner: { a: number } }
  copy.inner.a = 2
  expect([frozen.inner.a, isConstantJson(frozen)]).toEqual([1, false])
})
