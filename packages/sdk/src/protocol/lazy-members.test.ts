import { describe, expect, test, vi } from 'vitest'
import { lazyMember, lazyMembers } from './lazy-members.js'

function create() {
  const read = vi.fn((source: { n: number }) => ({ n: source.n }))
  const add = lazyMembers<{ n: number }>({ a: read, b: () => 'b' })
  const target = {} as Record<string, unknown>
  add(target, { n: 1 })
  return { target, read, add }
}

describe('lazy members', () => {
  test('are made when they are read, once', () => {
    const { target, read } = create()
    expect(read).not.toHaveBeenCalled()
    const first = target['a']
    expect(first).toEqual({ n: 1 })
    expect(target['a']).toBe(first)
    expect(read).toHaveBeenCalledOnce()
  })

  test('are the members of their object, and nothing else is seen', () => {
    const { target } = create()
    expect(Object.keys(target)).toEqual(['a', 'b'])
    expect({ ...target }).toEqual({ a: { n: 1 }, b: 'b' })
    expect(Object.getOwnPropertySymbols({ ...target })).toEqual([])
    expect(Object.getOwnPropertyDescriptor(target, 'a')).toEqual({
      ...{ value: { n: 1 }, writable: true, enumerable: true, configurable: true },
    })
  })

  test('can be set and removed', () => {
    const { target, read } = create()
    target['a'] = 5
    expect([target['a'], read.mock.calls.length, Object.keys(target)]).toEqual([5, 0, ['a', 'b']])
    delete target['b']
    expect('b' in target).toBe(false)
  })

  test('of several objects are made of their own sources', () => {
    const { target, add } = create()
    const other = {} as Record<string, unknown>
    add(other, { n: 2 })
    expect([other['a'], target['a']]).toEqual([{ n: 2 }, { n: 1 }])
  })

  test('become members of an object that inherits them', () => {
    const { target } = create()
    const heir = Object.create(target) as Record<string, unknown>
    expect(heir['a']).toEqual({ n: 1 })
    expect(Object.keys(heir)).toEqual(['a'])
  })
})

describe('a lazy member', () => {
  test.each([true, false])('is seen before it was read: %s', (enumerable) => {
    const owner = {}
    Object.defineProperty(
      owner,
      'a',
      lazyMember('a', () => 1, enumerable),
    )
    expect(Object.keys(owner)).toEqual(enumerable ? ['a'] : [])
    expect(Reflect.get(owner, 'a')).toBe(1)
    expect(Object.keys(owner)).toEqual(['a'])
  })

  test('can be defined again', () => {
    const owner = {}
    Object.defineProperty(
      owner,
      'a',
      lazyMember('a', () => 1, true),
    )
    Object.defineProperty(owner, 'a', { value: 2 })
    expect(Reflect.get(owner, 'a')).toBe(2)
  })
})
