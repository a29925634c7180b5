import { describe, expect, test } from 'vitest'
import type { Host } from '../../entries/host.js'
import { readCatalogue } from './read-catalogue.js'

interface Offered {
  readonly tools?: readonly object[]
  readonly changedTools?: readonly object[]
  readonly resources?: readonly object[]
  readonly templates?: readonly object[]
  readonly prompts?: readonly object[]
  readonly skills?: readonly object[]
}

function createHost(offered: Offered | (() => never), calls: unknown[][] = []): Host {
  const read =
    (name: string, list: keyof Offered) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args])
      return typeof offered === 'function' ? offered() : (offered[list] ?? [])
    }
  const client = {
    listResources: read('listResources', 'resources'),
    listResourceTemplates: read('listResourceTemplates', 'templates'),
    listPrompts: read('listPrompts', 'prompts'),
  }
  return {
    client: async () => client,
    knownTools: read('knownTools', 'tools'),
    changedTools: typeof offered === 'function' ? [] : (offered.changedTools ?? []),
    skills: read('skills', 'skills'),
  } as unknown as Host
}

const inputSchema = { type: 'object' }

function tool(name: string, more: object = {}, known: object = {}) {
  return {
    tool: { name: `s__${name}`, server: 's', tool: name, definition: 'd1', tokens: 5, inputSchema, ...more },
    ...{ isBlocked: false, isForModels: true, ...known },
  }
}

test('all lists of a server that offers nothing are empty', async () => {
  const calls: unknown[][] = []
  expect(await readCatalogue(createHost({}, calls), 's', true)).toEqual({
    ...{ server: 's', tools: [], resources: [], templates: [], prompts: [], skills: [], problems: {} },
  })
  expect(calls.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
    ['knownTools', 's', { fresh: true, timeoutMs: 30_000 }],
    ['listPrompts', { fresh: true }],
    ['listResources', { fresh: true }],
    ['listResourceTemplates', { fresh: true }],
    ['skills', { servers: ['s'], waitMs: 30_000 }],
  ])
})

test('a list that cannot be read is left out, with its problem', async () => {
  const host = createHost(() => {
    throw new Error('no')
  })
  const problems = { tools: 'no', resources: 'no', templates: 'no', prompts: 'no', skills: 'no' }
  expect(await readCatalogue(host, 's', false)).toEqual({ server: 's', problems })
})

describe('a tool', () => {
  async function toolOf(more: object, known: object = {}, changedTools: readonly object[] = []) {
    const { tools } = await readCatalogue(createHost({ tools: [tool('add', more, known)], changedTools }), 's', false)
    return tools?.[0]
  }

  test('has its name at the server, and the name for models', async () => {
    expect(await toolOf({ title: 'Add' })).toEqual({
      ...{ name: 'add', modelName: 's__add', title: 'Add', inputSchema, tokens: 5, definition: 'd1' },
      ...{ pin: 'pinned', findings: [], isForApps: false },
    })
  })

  test('that is for apps alone, or blocked, has no name for models', async () => {
    const forApps = await toolOf({}, { isForModels: false })
    expect([forApps?.modelName, forApps?.isForApps, forApps?.pin]).toEqual([undefined, true, 'pinned'])
    const blocked = await toolOf({}, { isBlocked: true })
    expect([blocked?.modelName, blocked?.isForApps, blocked?.pin]).toEqual([undefined, false, 'changed'])
  })

  test('that changed has its new definition, and not that of another server', async () => {
    const change = (server: string) => ({ server, tool: 'add', definition: 'd2' })
    expect((await toolOf({}, {}, [change('s')]))?.definition).toBe('d2')
    expect((await toolOf({}, {}, [change('other')]))?.definition).toBe('d1')
  })

  test('has what is suspicious about it, and its interface', async () => {
    const found = await toolOf({ description: 'a\u200Bb', _meta: { ui: { resourceUri: 'ui://a' } } })
    expect(found?.findings).toHaveLength(1)
    expect(found?.appUri).toBe('ui://a')
  })
})

test.each([
  ['a://{b}/{c}', ['b', 'c']],
  ['a://b', []],
  ['a://{', []],
])('the variables of %s are %j', async (uriTemplate, variables) => {
  const { templates } = await readCatalogue(createHost({ templates: [{ name: 't', uriTemplate }] }), 's', false)
  expect(templates).toEqual([{ name: 't', uriTemplate, variables }])
})

describe('a skill', () => {
  const more = {
    name: 'a',
    skill: 's__a',
    description: 'D',
    bytes: 9,
    definition: 'd',
    tokens: 3,
    findings: [],
    state: 'pinned',
  }

  async function skillOf(resources: unknown) {
    const skill = { ...more, uri: 'skill://a/SKILL.md', entry: { frontmatter: { x: 1 }, resources }, other: 1 }
    return (await readCatalogue(createHost({ skills: [skill] }), 's', false)).skills?.[0]
  }

  test('has its files by their paths in its folder', async () => {
    const resources = [
      { uri: 'skill://a/SKILL.md', size: 5 },
      { uri: 'skill://a/x/y.txt', size: 4 },
      { uri: 'skill://b/z', size: 3 },
    ]
    expect(await skillOf(resources)).toEqual({
      ...{ ...more, uri: 'skill://a/SKILL.md', frontmatter: { x: 1 } },
      files: [
        { path: 'SKILL.md', uri: 'skill://a/SKILL.md', bytes: 5 },
        { path: 'x/y.txt', uri: 'skill://a/x/y.txt', bytes: 4 },
        { path: 'skill://b/z', uri: 'skill://b/z', bytes: 3 },
      ],
    })
  })

  test('may have files that come and go', async () => {
    expect((await skillOf('dynamic'))?.files).toBe('dynamic')
  })
})
