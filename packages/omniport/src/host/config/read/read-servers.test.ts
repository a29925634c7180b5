// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { describe, expect, test } from 'vitest'
import type { FieldPath } from '../field-fault.js'
import type { ParsedConfig } from '../parse-config.js'
import { type FileContext, readServers } from './read-servers.js'

function parsed(
  servers: Readonly<Record<string, unknown>>,
  lines: Readonly<Record<string, number>> = {},
): ParsedConfig {
  return {
    file: '/home/me/mcp.json',
    entries: Object.entries(servers).map(([name, value]) => ({
      ...{ name, value, path: ['servers', name], style: undefined, timeoutUnit: 1 },
    })),
    inputs: new Map(),
    lineOf: (path: FieldPath) => lines[path.join('.')],
  }
}

function contextOf(more: Partial<FileContext> = {}): () => FileContext {
  return () => ({
    env: { API_KEY: 'k3y', HOME_DIR: '/h', EMPTY: '' },
    predefined: new Map(),
    input: async (id) => `<${id}>`,
    resolve: (path) => path,
    readEnvFile: async () => new Map(),
    displayPath: '~/mcp.json',
    isNeeded: () => true,
    ...more,
  })
}

async function read(value: unknown, more: Partial<FileContext> = {}, lines?: Readonly<Record<string, number>>) {
  return (await readServers([parsed({ a: value }, lines)], contextOf(more)))['a']
}

const source = { file: '/home/me/mcp.json', field: 'servers.a' }
const target = { command: 'node', args: [], env: {} }

test('the servers of several files: of each name the first counts', async () => {
  const files = [parsed({ a: { command: 'one' }, b: { command: 'two' } }), parsed({ b: { command: 'three' }, c: {} })]
  const servers = await readServers(files, contextOf())
  expect(
    Object.entries(servers).map(([name, { target: found }]) => [name, (found as { command?: string })?.command]),
  ).toEqual([
    ['a', 'one'],
    ['b', 'two'],
    ['c', undefined],
  ])
  expect(Object.isFrozen(servers)).toBe(true)
})

test('a name of every object is a name like others', async () => {
  const servers = await readServers(
    [parsed(JSON.parse('{"__proto__":{"command":"node"},"toString":{"command":"x"}}'))],
    contextOf(),
  )
  expect(Object.keys(servers)).toEqual(['__proto__', 'toString'])
})

describe('the source', () => {
  test('has the line of the entry where that is known', async () => {
    expect(await read({ command: 'node' })).toEqual({ target, source })
    expect(await read({ command: 'node' }, {}, { 'servers.a': 7 })).toEqual({ target, source: { ...source, line: 7 } })
  })
})

describe('a problem', () => {
  test.each<[string, Readonly<Record<string, number>>, string]>([
    ['the line of the value', { 'servers.a.args.0': 9, 'servers.a': 7 }, '~/mcp.json:9'],
    ['the line of the nearest parent', { 'servers.a.args': 8, servers: 1 }, '~/mcp.json:8'],
    ['no line', {}, '~/mcp.json'],
  ])('names the file and %s', async (_what, lines, location) => {
    const server = await read({ command: 'node', args: [5] }, {}, lines)
    expect(server?.problem).toBe(`${location}: servers.a.args[0] must be a string, got a number`)
    expect(server?.target).toBeUndefined()
  })

  test('of a server that is switched off leaves it so', async () => {
    expect(await read({ disabled: true })).toEqual({
      ...{ problem: '~/mcp.json: servers.a must have a command or a url', isDisabled: true, source },
    })
    expect(await read({})).toEqual({ problem: '~/mcp.json: servers.a must have a command or a url', source })
  })

  test('that is none of the file is thrown', async () => {
    const input = () => Promise.reject(new Error('oops'))
    await expect(read({ command: '${input:x}' }, { input })).rejects.toThrow(new Error('oops'))
  })
})

describe('inputs', () => {
  const value = { command: 'node', args: ['${input:key}'] }

  test('are requested for servers that are needed', async () => {
    expect((await read(value))?.target).toEqual({ ...target, args: ['<key>'] })
  })

  test.each([
    ['needed', value],
    ['enabled', { ...value, disabled: true }],
    ['enabled', { ...value, enabled: false }],
  ])('are requested only when the server is %s', async (when, given) => {
    const server = await read(given, { isNeeded: () => false })
    expect(server?.problem).toBe(
      `~/mcp.json: servers.a.args[0]: the input key is requested only when the server is ${when}`,
    )
  })

  test('are not requested for a server that is switched off, even if it is needed', async () => {
    const names: string[] = []
    const isNeeded = (name: string) => names.push(name) > 0
    expect((await read({ ...value, disabled: true }, { isNeeded }))?.problem).toMatch(/when the server is enabled$/)
    await read(value, { isNeeded })
    expect(names).toEqual(['a'])
  })
})

describe('variables of the environment that are passed on', () => {
  test('are listed by their names, with the values of those that are secret', async () => {
    const value = { command: 'node', args: ['${HOME_DIR}/x', '${EMPTY}'], env: { B: '${API_KEY}', A: '${API_KEY}' } }
    expect((await read(value))?.variables).toEqual([
      { name: 'API_KEY', field: 'env.A', secret: 'k3y' },
      { name: 'API_KEY', field: 'env.B', secret: 'k3y' },
      { name: 'HOME_DIR', field: 'args[0]' },
    ])
  })

  test('are not those that name a file, or none', async () => {
    expect(await read({ command: 'node', envFile: '${HOME_DIR}' })).toEqual({ target, source })
  })
})
