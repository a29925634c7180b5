import { describe, expect, test } from 'vitest'
import { RenamedNames, redescriptions, renamings } from './renamed-names.js'

describe('new names', () => {
  const names = new RenamedNames('tools', { a: 'b', c: { title: 'C' }, d: { name: 'a', description: 'D' } })

  test('lead to the old ones, and the old ones to nothing', () => {
    expect(['b', 'c', 'a', 'd', 'e'].map((name) => names.toOld(name))).toEqual(['a', 'c', 'd', undefined, 'e'])
  })

  test('stand for the old ones, unless another definition has them now', () => {
    expect(['a', 'c', 'd', 'b', 'e'].map((name) => names.toNew(name))).toEqual(['b', 'c', 'a', undefined, 'e'])
  })

  test('come with what describes them', () => {
    expect([names.of('a'), names.of('c'), names.of('b')]).toEqual([{ name: 'b' }, { title: 'C' }, undefined])
    expect([names.isEmpty, new RenamedNames('tools').isEmpty]).toEqual([false, true])
  })

  test('are of one definition each', () => {
    expect(() => new RenamedNames('prompts', { a: 'x', b: { name: 'x' } })).toThrow(
      new TypeError('rename: prompts: "a" and "b" cannot both be "x"'),
    )
  })
})

describe('an option', () => {
  test.each([[{}], [{ a: 'b' }], [{ a: {} }], [{ a: { name: 'b', title: 'A', description: '' } }]])(
    'renames: %j',
    (value) => {
      expect(renamings('rename.tools', value)).toBeUndefined()
    },
  )

  test.each<[unknown, string]>([
    [5, 'rename.tools must be an object with entries by name, got 5'],
    [{ a: '' }, 'rename.tools["a"] must be a name that is not empty, got ""'],
    [{ a: { name: '' } }, 'rename.tools["a"]: name must be a name that is not empty, got ""'],
    [{ a: { name: 5 } }, 'rename.tools["a"]: name must be a name that is not empty, got 5'],
  ])('that is %j renames nothing', (value, message) => {
    expect(() => renamings('rename.tools', value)).toThrow(new TypeError(message))
  })

  test('describes by title and description', () => {
    expect(redescriptions('x', { a: { title: 'A', description: 'B' } })).toBeUndefined()
    expect(() => redescriptions('x', { a: { title: 5 } })).toThrow(TypeError)
    expect(() => redescriptions('x', { a: { description: 5 } })).toThrow(TypeError)
    expect(() => redescriptions('x', { a: { name: 'b' } })).toThrow(TypeError)
    expect(() => redescriptions('x', [])).toThrow(
      new TypeError('x must be an object with entries by name, got an array'),
    )
  })
})
