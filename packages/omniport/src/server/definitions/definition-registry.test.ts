import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import type { ServerServices } from '../server-services.js'
import { DefinitionRegistry } from './definition-registry.js'
import type { Entry } from './entry.js'

const services = {} as ServerServices // only passed on
const other = {} as ServerServices

class Registry extends DefinitionRegistry<string, Entry> {
  override conflict(name: string, definition: string): string | undefined {
    return definition === 'taken' ? `${name} is taken` : super.conflict(name, definition)
  }
}

function setUp() {
  const registry = new Registry((name, definition, given) => {
    if (definition === 'broken') throw new TypeError('broken')
    return { name, definition, services: given } as unknown as Entry // nothing else is read
  }, services)
  const changes: unknown[] = []
  registry.onChange((name, entry) => changes.push([name, entry?.definition]))
  return { registry, changes }
}

describe('definitions', () => {
  test('are added, replaced in their place and deleted, and who listens is told', () => {
    const { registry, changes } = setUp()
    registry.set('a', '1')
    registry.set('b', '2')
    registry.set('a', '3')
    expect([[...registry.keys()], registry.get('a')?.definition, registry.has('a'), registry.has('c')]).toEqual([
      ['a', 'b'],
      '3',
      true,
      false,
    ])
    expect([registry.delete('a'), registry.delete('a'), registry.get('a')]).toEqual([true, false, undefined])
    expect([...registry.entries()].map(({ name }) => name)).toEqual(['b'])
    expect(changes).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
      ['a', undefined],
    ])
  })

  test('run with the services of the registry, or with others', () => {
    const { registry } = setUp()
    registry.set('a', '1')
    const entry = registry.setFrom('b', '2', other)
    expect(registry.services).toBe(services)
    expect(registry.get('a')?.services).toBe(services)
    expect([registry.get('b'), entry.services === other]).toEqual([entry, true])
  })

  test.each([
    ['taken', 'a is taken'],
    ['broken', 'broken'],
  ])('that are %s change nothing', (definition, message) => {
    const { registry, changes } = setUp()
    expect(thrownBy(() => registry.set('a', definition))).toEqual(new TypeError(message))
    expect([registry.has('a'), registry.isDeclared, changes]).toEqual([false, false, []])
  })
})

describe('a feature', () => {
  test('is there from the first definition on, for good', () => {
    const { registry } = setUp()
    expect(registry.isDeclared).toBe(false)
    registry.set('a', '1')
    registry.delete('a')
    expect(registry.isDeclared).toBe(true)
  })

  test('is there when it is declared', () => {
    const { registry, changes } = setUp()
    registry.declare()
    expect([registry.isDeclared, changes]).toEqual([true, []])
  })
})

test('every listener hears of a change', () => {
  const { registry, changes } = setUp()
  const names: string[] = []
  registry.onChange((name) => names.push(name))
  registry.set('a', '1')
  expect([changes.length, names]).toEqual([1, ['a']])
})
