import { describe, expect, test } from 'vitest'
import { OwnedEntries } from './owned-entries.js'

const entry = (owner: string, name: string) => ({ owner, name })

function fill() {
  const entries = new OwnedEntries<ReturnType<typeof entry>>()
  const all = [entry('a', 'a1'), entry('b', 'b1'), entry('b', 'b2'), entry('c', 'c1')] as const
  for (const one of all) entries.add(one)
  return { entries, all }
}

describe('entries that belong to owners', () => {
  test('give up the oldest of the owner that has most', () => {
    const { entries } = fill()
    expect(entries.find(() => true)?.name).toBe('b1')
  })

  test('give up one of any owner where the one that has most has none to give', () => {
    const { entries } = fill()
    expect(entries.find(({ owner }) => owner === 'c')?.name).toBe('c1')
    expect(entries.find(() => false)).toBeUndefined()
  })

  test('count a renewed one as the newest', () => {
    const { entries, all } = fill()
    entries.renew(all[1])
    expect(entries.find(() => true)?.name).toBe('b2')
    expect(entries.size).toBe(4)
  })

  test('forget what is deleted, once, and do not take it back by renewing it', () => {
    const { entries, all } = fill()
    expect([entries.delete(all[1]), entries.delete(all[1])]).toEqual([true, false])
    entries.renew(all[1])
    expect([entries.size, entries.countOf('b'), entries.mostOfOne]).toEqual([3, 1, 1])
    expect(Array.from(entries, ({ name }) => name)).toEqual(['a1', 'b2', 'c1'])
  })

  test('of an owner who has none are neither renewed nor deleted', () => {
    const { entries } = fill()
    const unknown = entry('d', 'd1')
    entries.renew(unknown)
    expect([entries.delete(unknown), entries.size, entries.countOf('d')]).toEqual([false, 4, 0])
  })

  test('of an owner that comes back stand behind those of others', () => {
    const { entries, all } = fill()
    entries.delete(all[0])
    entries.add(entry('a', 'a2'))
    expect(Array.from(entries, ({ name }) => name)).toEqual(['b1', 'b2', 'c1', 'a2'])
    expect(entries.find(({ owner }) => owner !== 'b')?.name).toBe('c1')
  })

  test('are none without any', () => {
    const entries = new OwnedEntries<ReturnType<typeof entry>>()
    expect([entries.size, entries.mostOfOne, entries.countOf('a'), entries.find(() => true)]).toEqual([
      0,
      0,
      0,
      undefined,
    ])
  })
})
