import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Tool } from '../../protocol/model/tool.js'
import { Catalogue } from './catalogue.js'
import type { ListedTool } from './listed-tool.js'
import { ServerCatalogue } from './server-catalogue.js'
import type { ToolNaming } from './tool-names.js'

function tool(name: string, description = ''): Tool {
  return { name, description, inputSchema: { type: 'object' } }
}

async function listed(server: string, names: readonly string[], naming?: ToolNaming): Promise<readonly ListedTool[]> {
  return (await new ServerCatalogue({ server, naming }).read(names.map((name) => tool(name)))).tools
}

function namesOf(catalogue: Catalogue): readonly string[] {
  return catalogue.tools.map(({ name }) => name)
}

/** Two servers, the second of which was listed first. */
async function twoServers(): Promise<Catalogue> {
  const catalogue = new Catalogue(['a', 'b', 'c'])
  catalogue.replace('b', await listed('b', ['x', 'search']))
  catalogue.replace('a', await listed('a', ['search', 'y']))
  return catalogue
}

describe('the merged catalogue', () => {
  test('has the tools of the first server first, as it lists them', async () => {
    expect(namesOf(await twoServers())).toEqual(['a__search', 'a__y', 'b__x', 'b__search'])
  })

  test('is empty before anything is listed', () => {
    expect(new Catalogue(['a']).tools).toEqual([])
  })

  test('is the same array until something changes, and nobody can change it', async () => {
    const catalogue = await twoServers()
    const { tools } = catalogue
    expect(Object.isFrozen(tools)).toBe(true)
    expect(catalogue.tools).toBe(tools)
    const again = await listed('b', ['x', 'search'])
    catalogue.replace('b', again)
    const after = catalogue.tools
    expect(after).not.toBe(tools)
    expect(catalogue.replace('b', [...again])).toBe(undefined)
    expect(
      catalogue.replace(
        'b',
        again.map((one) => ({ ...one })),
      ),
    ).toBe(undefined)
    expect(catalogue.replace('c', [])).toBe(undefined)
    expect(catalogue.delete('c')).toBe(undefined)
    expect(catalogue.setServers(['a', 'b', 'd'])).toBe(undefined)
    expect(catalogue.tools).toBe(after)
  })

  test('of some servers is in the same order', async () => {
    const catalogue = await twoServers()
    expect(catalogue.toolsOf(['b', 'a', 'none']).map(({ name }) => name)).toEqual(namesOf(catalogue))
    expect(catalogue.toolsOf(['b']).map(({ name }) => name)).toEqual(['b__x', 'b__search'])
    expect(catalogue.toolsOf([])).toEqual([])
  })
})

describe('a change', () => {
  test('is also other metadata of the same definition', async () => {
    const catalogue = new Catalogue(['a'])
    const reader = new ServerCatalogue({ server: 'a' })
    catalogue.replace('a', (await reader.read([tool('x'), tool('y')])).tools)
    const [before] = catalogue.tools
    const after = await reader.read([{ ...tool('x'), _meta: { icon: 'new' } }, tool('y')])
    expect(catalogue.replace('a', after.tools)).toEqual({ added: [], changed: ['a__x'], removed: [] })
    expect(catalogue.tools[0]?.definition).toBe(before?.definition)
  })

  test('says what was added, changed and removed, by names of the host', async () => {
    const catalogue = new Catalogue(['a', 'b'])
    const reader = new ServerCatalogue({ server: 'a' })
    const before = await reader.read([tool('same'), tool('changed'), tool('gone')])
    expect(catalogue.replace('a', before.tools)).toEqual({
      ...{ added: ['a__same', 'a__changed', 'a__gone'], changed: [], removed: [] },
    })
    expect(catalogue.replace('b', await listed('b', ['same']))).toEqual({
      added: ['b__same'],
      changed: [],
      removed: [],
    })
    const after = await reader.read([tool('new'), tool('changed', 'Now another'), tool('same')])
    expect(catalogue.replace('a', after.tools)).toEqual({
      ...{ added: ['a__new'], changed: ['a__changed'], removed: ['a__gone'] },
    })
    expect(namesOf(catalogue)).toEqual(['a__new', 'a__changed', 'a__same', 'b__same'])
    expect(catalogue.resolve('a__changed')?.description).toBe('Now another')
    expect(catalogue.resolve('a__gone')).toBe(undefined)
  })

  test('of the order alone names nothing', async () => {
    const catalogue = await twoServers()
    const nothing = { added: [], changed: [], removed: [] }
    const before = catalogue.tools
    const tools = await listed('c', ['p', 'q'])
    catalogue.replace('c', tools)
    expect(catalogue.replace('c', [...tools].reverse())).toEqual(nothing)
    expect(catalogue.setServers(['c', 'b', 'a'])).toEqual(nothing)
    expect(namesOf(catalogue)).toEqual(['c__q', 'c__p', 'b__x', 'b__search', 'a__search', 'a__y'])
    expect(before).toHaveLength(4)
  })

  test('of servers forgets those that are gone', async () => {
    verifies('HOST-12')
    const catalogue = await twoServers()
    expect(catalogue.setServers(['b'])).toEqual({ added: [], changed: [], removed: ['a__search', 'a__y'] })
    expect(namesOf(catalogue)).toEqual(['b__x', 'b__search'])
    expect(catalogue.count('a')).toBe(undefined)
    expect(catalogue.setServers(['a', 'b'])).toBe(undefined)
    expect(catalogue.count('a')).toBe(undefined)
  })
})

describe('what is held of a server', () => {
  test('is its last list alone', async () => {
    verifies('HOST-12')
    const catalogue = await twoServers()
    catalogue.replace('a', await listed('a', ['z']))
    expect(namesOf(catalogue)).toEqual(['a__z', 'b__x', 'b__search'])
    expect(catalogue.resolve('a__search')).toBe(undefined)
  })

  test('is gone when it is deleted', async () => {
    verifies('HOST-12')
    const catalogue = await twoServers()
    expect(catalogue.delete('a')).toEqual({ added: [], changed: [], removed: ['a__search', 'a__y'] })
    expect(catalogue.delete('a')).toBe(undefined)
    expect(catalogue.resolve('a__search')).toBe(undefined)
    expect(catalogue.count('a')).toBe(undefined)
    expect(namesOf(catalogue)).toEqual(['b__x', 'b__search'])
  })

  test('is nothing where a server is listed that is not there any more', async () => {
    verifies('HOST-12')
    const catalogue = await twoServers()
    expect(catalogue.replace('gone', await listed('gone', ['x']))).toBe(undefined)
    expect(catalogue.count('gone')).toBe(undefined)
    expect(catalogue.setServers(['a', 'b', 'gone'])).toBe(undefined)
  })

  test('is counted, with its tokens', async () => {
    const catalogue = await twoServers()
    const tokens = catalogue.toolsOf(['a']).map(({ tokens }) => tokens)
    expect(tokens).toHaveLength(2)
    expect(catalogue.count('a')).toEqual({ tools: 2, tokens: (tokens[0] ?? 0) + (tokens[1] ?? 0) })
    expect(catalogue.count('c')).toBe(undefined)
    catalogue.replace('c', [])
    expect(catalogue.count('c')).toEqual({ tools: 0, tokens: 0 })
  })
})

describe('a name', () => {
  test('leads to the server and the tool, whatever they are called', async () => {
    verifies('HOST-08', 'HOST-10')
    const lists = new Map([
      ['a', ['b__c', 'search', '__proto__', 'constructor']],
      ['a__b', ['c']],
      ['a_', ['_b__c']],
      ['__proto__', ['x', 'search']],
      ['constructor', ['x']],
    ])
    const catalogue = new Catalogue([...lists.keys()])
    for (const [server, names] of lists) catalogue.replace(server, await listed(server, names))
    const expected = [...lists].flatMap(([server, names]) => names.map((name) => [server, name]))
    expect(catalogue.tools.map(({ server, tool }) => [server, tool])).toEqual(expected)
    expect(new Set(namesOf(catalogue)).size).toBe(expected.length)
    for (const tool of catalogue.tools) expect(catalogue.resolve(tool.name)).toBe(tool)
  })

  test.each(['__proto__', 'constructor', 'toString', '', 'a__none', 'none__x'])('%j leads nowhere', async (name) => {
    verifies('HOST-10')
    const catalogue = await twoServers()
    expect(catalogue.resolve(name)).toBe(undefined)
    expect(catalogue.resolveBlocked(name)).toBe(undefined)
  })

  test('that a rule gives to several tools is given to none of them, so that it never comes to mean another', async () => {
    verifies('HOST-08', 'HOST-10')
    const naming: ToolNaming = (_server, tool) => tool
    const catalogue = new Catalogue(['a', 'b'])
    const [ofA, ofB] = [await listed('a', ['search', 'x'], naming), await listed('b', ['search', 'y'], naming)]
    expect(catalogue.replace('a', ofA)).toEqual({ added: ['search', 'x'], changed: [], removed: [] })
    const [inA, inB] = [ofA[0]?.names[1] ?? '', ofB[0]?.names[1] ?? '']
    expect(catalogue.replace('b', ofB)).toEqual({ added: [inA, inB, 'y'], changed: [], removed: ['search'] })
    expect(namesOf(catalogue)).toEqual([inA, 'x', inB, 'y'])
    expect(catalogue.resolve(inA)).toMatchObject({ server: 'a', tool: 'search', name: inA })
    expect(catalogue.resolve(inB)).toMatchObject({ server: 'b', tool: 'search', name: inB })
    expect(catalogue.resolve('search')).toBe(undefined)
    expect(catalogue.resolve(inA)?.tokens).toBeGreaterThan(ofA[0]?.tool.tokens ?? 0)
    const renamed = catalogue.resolve(inA)
    catalogue.replace('b', [...ofB, ...(await listed('b', ['z'], naming))])
    expect(catalogue.resolve(inA)).toBe(renamed)
    expect(catalogue.delete('b')).toEqual({ added: ['search'], changed: [], removed: [inA, inB, 'y', 'z'] })
    expect(catalogue.resolve('search')).toBe(ofA[0]?.tool)
    expect(catalogue.replace('b', await listed('b', ['y'], naming))).toEqual({ added: ['y'], changed: [], removed: [] })
  })

  test('that a rule gives to several tools of one server is given to none of them', async () => {
    const tools = await listed('a', ['x', 'y', 'z'], (_server, tool) => (tool === 'z' ? 'z' : 'same'))
    const catalogue = new Catalogue(['a'])
    catalogue.replace('a', tools)
    expect(namesOf(catalogue)).toEqual([tools[0]?.names[1], tools[1]?.names[1], 'z'])
  })
})

describe('a blocked tool', () => {
  async function withBlocked(): Promise<{ catalogue: Catalogue; tools: readonly ListedTool[] }> {
    const catalogue = await twoServers()
    const tools = await listed('c', ['p', 'q'])
    const blocked = tools.map((one) => (one.tool.tool === 'p' ? { ...one, isBlocked: true } : one))
    expect(catalogue.replace('c', blocked)).toEqual({ added: ['c__q'], changed: [], removed: [] })
    return { catalogue, tools }
  }

  test('is not offered, and not counted', async () => {
    const { catalogue } = await withBlocked()
    expect(namesOf(catalogue)).not.toContain('c__p')
    expect(catalogue.count('c')).toEqual({ tools: 1, tokens: catalogue.resolve('c__q')?.tokens })
    expect(catalogue.toolsOf(['c']).map(({ name }) => name)).toEqual(['c__q'])
  })

  test('is found as such', async () => {
    const { catalogue } = await withBlocked()
    expect(catalogue.resolve('c__p')).toBe(undefined)
    expect(catalogue.resolveBlocked('c__p')).toMatchObject({ server: 'c', tool: 'p' })
    expect(catalogue.resolveBlocked('c__q')).toBe(undefined)
  })

  test('comes back under its name', async () => {
    const { catalogue, tools } = await withBlocked()
    expect(catalogue.replace('c', tools)).toEqual({ added: ['c__p'], changed: [], removed: [] })
    expect(catalogue.resolve('c__p')).toBe(tools[0]?.tool)
    expect(catalogue.resolveBlocked('c__p')).toBe(undefined)
  })

  test('keeps its name from others', async () => {
    const naming: ToolNaming = (_server, tool) => tool
    const catalogue = new Catalogue(['a', 'b'])
    const ofA = (await listed('a', ['x'], naming)).map((one) => ({ ...one, isBlocked: true }))
    catalogue.replace('a', ofA)
    catalogue.replace('b', await listed('b', ['x'], naming))
    expect(catalogue.resolve('x')).toBe(undefined)
    expect(catalogue.resolveBlocked(ofA[0]?.names[1] ?? '')).toMatchObject({ server: 'a' })
  })
})
