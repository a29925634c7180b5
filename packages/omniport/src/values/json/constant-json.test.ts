import { expect, test } from 'vitest'
import { cloneJson } from './clone-json.js'
import { constantJson, isConstantJson } from './constant-json.js'

test('is shared by copies, and cannot be changed at any depth', () => {
  const said = constantJson({ who: { name: 'a' }, list: [{ b: 1 }] })
  const copy = cloneJson({ said, own: { c: 2 } }) as { said: typeof said; own: object }
  expect(copy.said).toBe(said)
  expect([
    Object.isFrozen(said),
    Object.isFrozen(said.who),
    Object.isFrozen(said.list),
    Object.isFrozen(said.list[0]),
  ]).toEqual([true, true, true, true])
  expect(() => {
    copy.said.who.name = 'b'
  }).toThrow(TypeError)
  expect(Object.isFrozen(copy.own)).toBe(false)
})

test('what is only frozen is copied: there may be something in it that is not', () => {
  const frozen = Object.freeze({ inner: { a: 1 } })
  const copy = cloneJson(frozen) as { inner: { a: number } }
  copy.inner.a = 2
  expect([frozen.inner.a, isConstantJson(frozen)]).toEqual([1, false])
})
