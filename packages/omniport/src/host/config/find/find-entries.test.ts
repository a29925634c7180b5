import { describe, expect, test } from 'vitest'
import { ConfigFault } from '../config-fault.js'
import type { FieldPath } from '../field-fault.js'
import { type ConfigEntries, findEntries } from './find-entries.js'

const workspaceFolder = '/work/notes'

/** The servers of a file with this content. */
function find(value: unknown, file = '/work/notes/mcp.json'): ConfigEntries | undefined {
  return findEntries({ value, lineOf: lengthOf }, { file, workspaceFolder })
}

/** A line by which a test can tell for which path it was asked. */
const lengthOf = (path: FieldPath) => 10 * path.length

/** The names of the servers and where they are. */
function pathsOf(value: unknown, file?: string): readonly string[] {
  return find(value, file)?.entries.map(({ name, path }) => `${name}: ${path.join('.')}`) ?? []
}

const command = { command: 'c' }

describe('servers are found under', () => {
  test.each([
    ['mcpServers', { mcpServers: { a: command } }, 'a: mcpServers.a'],
    ['servers', { servers: { a: command } }, 'a: servers.a'],
    ['mcp_servers', { mcp_servers: { a: command } }, 'a: mcp_servers.a'],
    ['context_servers', { context_servers: { a: command } }, 'a: context_servers.a'],
    ['mcp.servers', { mcp: { servers: { a: command } } }, 'a: mcp.servers.a'],
    ['mcp', { mcp: { a: command } }, 'a: mcp.a'],
  ])('%s', (_, value, found) => {
    expect(pathsOf(value)).toEqual([found])
  })

  test.each(['config.yaml', 'CONFIG.YML'])('extensions in %s', (name) => {
    expect(pathsOf({ extensions: { a: command } }, `/x/${name}`)).toEqual(['a: extensions.a'])
  })

  test.each(['config.json', 'yaml', 'a.yaml.json'])('not extensions in %s', (name) => {
    expect(find({ extensions: { a: command } }, `/x/${name}`)).toBeUndefined()
  })

  test('the first of these names', () => {
    expect(pathsOf({ mcp: { b: command }, mcpServers: { a: command }, servers: { c: command } })).toEqual([
      'a: mcpServers.a',
    ])
  })

  test('the next name, where the first has nothing', () => {
    expect(pathsOf({ mcpServers: null, servers: { c: command } })).toEqual(['c: servers.c'])
  })

  test('the next name, where a field with other settings has no servers', () => {
    const settings = { mcp: { timeout: 5 }, context_servers: { on: true } }
    expect(find(settings)).toBeUndefined()
    expect(pathsOf({ ...settings, extensions: { a: command } }, '/x/a.yml')).toEqual(['a: extensions.a'])
  })
})

describe('no servers are found in', () => {
  test.each<[string, unknown]>([
    ['an empty object', {}],
    ['text', 'mcpServers'],
    ['a list', [{ mcpServers: {} }]],
    ['nothing', null],
    ['an object without its own members', Object.create({ mcpServers: {} })],
  ])('%s', (_, value) => {
    expect(find(value)).toBeUndefined()
  })

  test('an object of servers that is empty, which is no fault', () => {
    expect(find({ mcpServers: {} })).toEqual({ entries: [], inputs: new Map() })
  })
})

describe('the servers of a project', () => {
  const project = (servers: unknown) => ({ projects: { [workspaceFolder]: { mcpServers: servers } } })

  test('come first, and count before those of the person', () => {
    const file = { ...project({ b: command, a: command }), mcpServers: { a: command, c: command } }
    expect(pathsOf(file)).toEqual([
      `b: projects.${workspaceFolder}.mcpServers.b`,
      `a: projects.${workspaceFolder}.mcpServers.a`,
      'c: mcpServers.c',
    ])
  })

  test('may be all that there are', () => {
    expect(pathsOf(project({ a: command }))).toEqual([`a: projects.${workspaceFolder}.mcpServers.a`])
  })

  test('are not those of another', () => {
    expect(find({ projects: { '/work/other': { mcpServers: { a: command } } } })).toBeUndefined()
  })

  test('are an object', () => {
    const where = `projects.${workspaceFolder}.mcpServers`
    expect(() => find(project([]))).toThrow(new ConfigFault(`must have an object of servers at ${where}`, 30))
  })
})

test.each([[[]], ['x'], [7]])('servers that are %j are a fault of their line', (servers) => {
  const fault = new ConfigFault('must have an object of servers at mcpServers', 10)
  expect(() => find({ mcpServers: servers })).toThrow(fault)
})

test('there are at most 1,000 servers', () => {
  const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, command]))
  expect(find({ servers: of(1_000) })?.entries).toHaveLength(1_000)
  expect(() => find({ servers: of(1_001) })).toThrow(new ConfigFault('has more than 1000 servers'))
})

describe('an entry', () => {
  test('has its value, and usual variables and times', () => {
    expect(find({ servers: { a: 5 } })?.entries).toEqual([
      { name: 'a', value: 5, path: ['servers', 'a'], style: undefined, timeoutUnit: 1 },
    ])
  })

  test.each([
    [{ mcp: { servers: { a: command } } }, '/x/a.json', 'braces'],
    [{ mcp: { a: command } }, '/x/a.json', 'braces'],
    [{ mcpServers: { a: command } }, '/x/.gemini/settings.json', 'bare'],
    [{ mcpServers: { a: command } }, 'C:\\x\\.qwen\\settings.json', 'bare'],
    [{ mcpServers: { a: command } }, '/x/.tabnine/agent/settings.json', 'bare'],
    [{ mcp: { a: command } }, '/x/.gemini/settings.json', 'braces'],
    [{ mcpServers: { a: command } }, '/x/gemini/settings.json', undefined],
    [{ mcpServers: { a: command } }, '/x/.gemini2/settings.json', undefined],
    [{ mcpServers: { a: command } }, '/x/a.gemini/settings.json', undefined],
  ])('of %j in %s has the variables: %s', (value, file, style) => {
    expect(find(value, file)?.entries.map((entry) => entry.style)).toEqual([style])
  })

  test('beside other settings is an object', () => {
    expect(pathsOf({ mcp: { a: command, timeout: 5, list: [] } })).toEqual(['a: mcp.a'])
    expect(pathsOf({ context_servers: { a: command, on: true } })).toEqual(['a: context_servers.a'])
  })

  test('of an extension of Zed is not a server', () => {
    const servers = { a: { source: 'extension' }, b: { source: 'custom', ...command } }
    expect(pathsOf({ context_servers: servers })).toEqual(['b: context_servers.b'])
  })
})

describe('an extension of Goose', () => {
  const goose = (extensions: object) => find({ extensions }, '/x/config.yaml')?.entries

  test('has its time limit in seconds', () => {
    expect(goose({ a: command })).toEqual([
      { name: 'a', value: command, path: ['extensions', 'a'], style: undefined, timeoutUnit: 1_000 },
    ])
  })

  test('may have its settings one level down', () => {
    expect(goose({ a: { enabled: false, config: command } })).toMatchObject([
      { value: { ...command, enabled: false }, path: ['extensions', 'a', 'config'] },
    ])
    expect(goose({ a: { config: 'x' } })).toMatchObject([{ value: { config: 'x' }, path: ['extensions', 'a'] }])
  })

  test.each(['builtin', 'platform', 'frontend', 'inline_python'])('of the type %s is a part of it', (type) => {
    expect(goose({ a: { type }, b: { config: { type } }, c: { type: 'stdio' } })).toMatchObject([{ name: 'c' }])
  })

  test('has nothing that means something elsewhere', () => {
    const value = { config: command, type: 'builtin' }
    expect(find({ servers: { a: value } })?.entries).toMatchObject([{ value, path: ['servers', 'a'] }])
  })
})

test('inputs stand beside the servers, or in the field around them', () => {
  const input = { id: 'k', type: 'promptString' }
  const known = new Map([['k', { id: 'k', isSecret: false }]])
  expect(find({ servers: {}, inputs: [input] })?.inputs).toEqual(known)
  expect(find({ mcp: { servers: {}, inputs: [input] } })?.inputs).toEqual(known)
  expect(find({ mcp: { servers: {}, inputs: [input] }, inputs: [] })?.inputs).toEqual(new Map())
})
