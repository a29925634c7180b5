import { describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Tool } from '../../protocol/model/tool.js'
import { estimateTokens } from './estimate-tokens.js'
import { definitionOf, digestDefinition, ServerCatalogue } from './server-catalogue.js'

function tool(name: string, more: object = {}): Tool {
  return { name, description: `About ${name}`, inputSchema: { type: 'object' }, ...more }
}

/** The same, as it comes out of another message. */
function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

function digests(): { readonly mock: { readonly calls: readonly unknown[] } } & Disposable {
  const spy = vi.spyOn(crypto.subtle, 'digest')
  return Object.assign(spy, { [Symbol.dispose]: () => spy.mockRestore() })
}

test('a tool of the host is the tool of the server under another name, with what is known of it', async () => {
  const given = tool('read', { title: 'Read', annotations: { readOnlyHint: true }, _meta: { a: 1 }, unknown: [1] })
  const { tools, duplicates } = await new ServerCatalogue({ server: 'notes' }).read([given])
  expect(duplicates).toEqual([])
  expect(tools).toEqual([
    {
      tool: {
        ...given,
        name: 'notes__read',
        server: 'notes',
        tool: 'read',
        definition: await digestDefinition(given),
        tokens: estimateTokens({ ...given, name: 'notes__read' }),
      },
      names: ['notes__read'],
    },
  ])
  expect(given.name).toBe('read')
})

test('what a server says of itself does not pass for what the host says', async () => {
  verifies('HOST-07')
  const liar = tool('read', { server: 'bank', tool: 'pay', definition: 'abc', tokens: -1 })
  const { tools } = await new ServerCatalogue({ server: 'notes' }).read([liar])
  expect(tools[0]?.tool).toMatchObject({ server: 'notes', tool: 'read' })
  expect(tools[0]?.tool.definition).toBe(await digestDefinition(liar))
  expect(tools[0]?.tool.tokens).toBeGreaterThan(0)
})

test('nobody can change what others get', async () => {
  const { tools } = await new ServerCatalogue({ server: 'notes' }).read([tool('read')])
  expect(tools.map(({ tool }) => Object.isFrozen(tool))).toEqual([true])
})

test('tools are as they were listed; of equal names the first is taken, and the name is told once', async () => {
  const list = [tool('b'), tool('a'), tool('b', { title: 'Second' }), tool('b', { title: 'Third' }), tool('__proto__')]
  const { tools, duplicates } = await new ServerCatalogue({ server: 's' }).read(list)
  expect(tools.map(({ tool }) => [tool.tool, tool.title])).toEqual([
    ['b', undefined],
    ['a', undefined],
    ['__proto__', undefined],
  ])
  expect(duplicates).toEqual(['b'])
})

test('what the filter holds back is neither there nor told as a duplicate', async () => {
  const catalogue = new ServerCatalogue({ server: 's', filter: { allow: ['read_*'], block: ['*_all'] } })
  const list = [tool('read_one'), tool('read_all'), tool('read_all'), tool('write_one')]
  const { tools, duplicates } = await catalogue.read(list)
  expect(tools.map(({ tool }) => tool.tool)).toEqual(['read_one'])
  expect(duplicates).toEqual([])
})

test('a rule for names is followed', async () => {
  const catalogue = new ServerCatalogue({ server: 's', naming: (server, tool) => `${tool}_of_${server}` })
  const { tools } = await catalogue.read([tool('read')])
  expect(tools[0]?.tool.name).toBe('read_of_s')
  expect(tools[0]?.names).toHaveLength(3)
})

describe('what was read before', () => {
  const list = [tool('a'), tool('b', { _meta: { x: { y: 1, z: 2 } } }), tool('c')]

  test.each([
    ['the same list', (list: readonly Tool[]) => list],
    ['the same tools in another list', (list: readonly Tool[]) => [...list]],
  ])('is the same objects, and nothing is hashed, with %s', async (_what, again) => {
    const catalogue = new ServerCatalogue({ server: 's' })
    const first = await catalogue.read(list)
    using spy = digests()
    expect(await catalogue.read(again(list))).toBe(first)
    expect(spy.mock.calls).toHaveLength(0)
  })

  test('is the same objects with equal tools', async () => {
    const catalogue = new ServerCatalogue({ server: 's' })
    const first = await catalogue.read(list)
    expect(await catalogue.read(copyOf(list))).toBe(first)
  })

  test('is hashed as far as it is new', async () => {
    const catalogue = new ServerCatalogue({ server: 's' })
    await catalogue.read(list)
    using spy = digests()
    await catalogue.read([...list, tool('d')])
    expect(spy.mock.calls).toHaveLength(1)
  })

  test('is another where the definition is, and only there', async () => {
    const catalogue = new ServerCatalogue({ server: 's' })
    const before = (await catalogue.read(list)).tools
    const after = (
      await catalogue.read(copyOf([tool('a'), tool('b', { title: 'B', _meta: list[1]?._meta }), tool('c')]))
    ).tools
    expect(after.map((listed, index) => listed === before[index])).toEqual([true, false, true])
    expect(after[1]?.tool.title).toBe('B')
    expect(after[1]?.tool.definition).not.toBe(before[1]?.tool.definition)
  })

  test.each([
    ['other', { x: 2 }],
    ['no', undefined],
  ])('is another object of the same definition with %s `_meta`', async (_what, _meta) => {
    const catalogue = new ServerCatalogue({ server: 's' })
    const before = (await catalogue.read(list)).tools
    const after = (await catalogue.read([tool('b', { _meta })])).tools
    expect(after[0]).not.toBe(before[1])
    expect(after[0]?.tool._meta).toEqual(_meta)
    expect(after[0]?.tool.definition).toBe(before[1]?.tool.definition)
  })

  test('is in another order', async () => {
    const catalogue = new ServerCatalogue({ server: 's' })
    const before = await catalogue.read(list)
    const after = await catalogue.read([...list].reverse())
    expect(after.tools).toEqual([...before.tools].reverse())
    expect(after.tools[2]).toBe(before.tools[0])
  })

  test('is told anew where only the duplicates differ', async () => {
    const catalogue = new ServerCatalogue({ server: 's' })
    await catalogue.read(list)
    expect((await catalogue.read([...list, tool('a')])).duplicates).toEqual(['a'])
    expect((await catalogue.read(list)).duplicates).toEqual([])
  })

  test('is of no other server', async () => {
    verifies('HOST-12')
    const [a, b] = [new ServerCatalogue({ server: 'a' }), new ServerCatalogue({ server: 'b' })]
    const [ofA, ofB] = [await a.read(list), await b.read(list)]
    expect(ofA.tools.map(({ tool }) => [tool.server, tool.name])).toEqual([
      ['a', 'a__a'],
      ['a', 'a__b'],
      ['a', 'a__c'],
    ])
    expect(ofB.tools.map(({ tool }) => [tool.server, tool.name])).toEqual([
      ['b', 'b__a'],
      ['b', 'b__b'],
      ['b', 'b__c'],
    ])
    expect(ofB.tools[0]?.tool.definition).toBe(ofA.tools[0]?.tool.definition)
  })
})

test('lists that are read at the same time come out right', async () => {
  const catalogue = new ServerCatalogue({ server: 's' })
  const list = Array.from({ length: 300 }, (_, index) => tool(`t${index}`))
  const [all, some] = await Promise.all([catalogue.read(list), catalogue.read(copyOf(list.slice(100, 200)))])
  expect(all.tools.map(({ tool }) => tool.tool)).toEqual(list.map(({ name }) => name))
  expect(some.tools.map(({ tool }) => tool.tool)).toEqual(list.slice(100, 200).map(({ name }) => name))
})

test('what is hashed is the definition, and pins of the same are the same', async () => {
  const given = tool('read', { _meta: { a: 1 } })
  const { tools } = await new ServerCatalogue({ server: 's' }).read([given])
  expect(tools[0]?.tool.definition).toBe(await digestDefinition(definitionOf(given)))
})
