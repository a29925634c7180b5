import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeServer, shortPath } from './configured-server.js'
import {
  config,
  type Given,
  here,
  openFolder,
  pathOf,
  removeFolder,
  text,
  usage,
  write,
} from './fixtures/config-folder.js'

beforeEach(openFolder)

afterEach(removeFolder)

describe('wrong use', () => {
  const actions = 'show, path, check, add, remove, install, uninstall'

  test.each<[readonly string[], Given, string]>([
    [[], {}, `config: say what to do: ${actions}`],
    [['ad'], {}, `config: there is no "ad"; did you mean "add"? Give ${actions}`],
    [['zzzzzz'], {}, `config: there is no "zzzzzz". Give ${actions}`],
    [['show'], { flags: { replace: true } }, 'config show: --replace is for config add'],
    [['add', 'a'], { flags: { name: 'b' } }, 'config add: --name is for config install'],
    [['add', 'a'], { flags: { project: true } }, 'config add: --project is for config install, uninstall'],
    [['remove', 'a'], { flags: { force: true } }, 'config remove: --force is for config install'],
    [['remove', 'a'], { flags: { dryRun: true } }, 'config remove: --dry-run is for config install, uninstall'],
    [['path'], { options: { env: ['A=b'] } }, 'config path: --env is for config add, install'],
    [['check'], { options: { header: ['A: b'] } }, 'config check: --header is for config add, install'],
    [
      ['install', 'cursor'],
      { options: { config: 'a' } },
      'config install: --config is for config show, path, check, add, remove',
    ],
    [['remove', 'a'], { command: ['x'] }, 'config remove: "--" is for config add, install'],
    [['show', 'a', 'b'], {}, 'config show takes one name, got "b" as well'],
    [['path', 'a'], {}, 'config path takes no words, got "a"'],
    [['check', 'a'], {}, 'config check takes no words, got "a"'],
    [['add'], {}, 'config add: give a name, and a URL or "-- command args…"'],
    [['add', 'a b', 'http://x'], {}, 'config add: "a b" must be letters, digits, _ and -'],
    [
      ['add', 'a', 'http://x', 'c'],
      {},
      'config add takes a name and a URL, got "c" as well; a program to start comes after "--"',
    ],
    [['add', 'a'], {}, 'config add: give a URL or "-- command args…", one of them'],
    [
      ['add', 'a', 'http://x'],
      { options: { config: 'a.toml' } },
      `config: only JSON files are changed; edit FILE by hand`,
    ],
    [['remove'], {}, 'config remove: give the name of a server'],
    [['remove', 'a', 'b'], {}, 'config remove takes one name, got "b" as well'],
  ])('%j %j', async (words, given, message) => {
    expect((await config(words, given)).code).toMatchObject(usage(message.replace('FILE', here('a.toml'))))
  })
})

describe('show', () => {
  const mcpServers = {
    notes: { command: 'node', args: ['n.js'], env: { KEY: 'secret' }, description: 'My notes' },
    far: { type: 'http', url: 'https://a.example/mcp?key=secret' },
    off: { command: 'x', disabled: true },
    broken: { command: 7 },
  }

  test('has all servers', async () => {
    await write({ mcpServers })
    const { printed } = await config(['show'])
    const { servers, files } = JSON.parse(printed)
    expect(files).toEqual([pathOf()])
    expect(servers).toMatchObject([
      { name: 'notes', state: 'enabled', launch: 'node n.js', source: `${here()}:1`, description: 'My notes' },
      { name: 'far', state: 'enabled', launch: 'https://a.example/mcp' },
      { name: 'off', state: 'disabled', launch: 'x' },
      {
        name: 'broken',
        state: 'invalid',
        launch: expect.stringMatching(/broken/),
        problem: expect.stringMatching(/broken/),
      },
    ])
    expect(printed).not.toContain('secret')
    const lines = (await config(['show'], text)).printed.split('\n')
    expect(lines[0]?.split(/ {2,}/)).toEqual(['name', 'state', 'from', 'command or URL'])
    expect(lines[1]?.split(/ {2,}/)).toEqual(['notes', 'enabled', `${here()}:1`, 'node n.js'])
    expect(lines).toHaveLength(6)
  })

  test('has one server', async () => {
    await write({ mcpServers })
    expect(JSON.parse((await config(['show', 'notes'])).printed)).toEqual({
      ...{ name: 'notes', state: 'enabled', launch: 'node n.js', source: `${here()}:1`, description: 'My notes' },
    })
    expect((await config(['show', 'off'], text)).printed).toBe(
      `name: off\nstate: disabled\nlaunch: x\nsource: ${here()}:1\n`,
    )
  })

  test('names those that are there', async () => {
    await write({ mcpServers: { notes: { command: 'x' } } })
    expect((await config(['show', 'note'])).code).toMatchObject({
      code: 'not_found',
      message: 'There is no server "note"; did you mean "notes"? The servers are notes',
    })
  })

  test('says where there are none', async () => {
    expect((await config(['show'], text)).printed).toBe(
      'No server is configured here. "omniport config add <name> <url>" adds one, "omniport config path" shows the files.\n',
    )
    expect((await config(['show', 'a'])).code).toMatchObject({
      ...{ code: 'not_found', message: 'There is no server "a". The servers are none' },
    })
  })
})

describe('path', () => {
  test('has the files that are there', async () => {
    await write({ mcpServers: {} })
    await write({ mcpServers: {} }, 'home/.cursor/mcp.json')
    const { files, new: added } = JSON.parse((await config(['path'])).printed)
    expect(files.map(({ file }: { file: string }) => file)).toEqual([pathOf(), pathOf('home/.cursor/mcp.json')])
    expect(added).toBe(pathOf())
    const lines = (await config(['path'], text)).printed.split('\n')
    expect(lines[0]?.split(/ {2,}/)).toEqual(['host', 'file'])
    expect(lines[1]).toContain(here())
  })

  test('names the one that would be made', async () => {
    expect((await config(['path'], text)).printed).toBe(
      `There is no config file yet; "omniport config add" makes ${here()}\n`,
    )
    expect(JSON.parse((await config(['path'], { options: { config: 'x.json' } })).printed)).toEqual({
      ...{ files: [], new: pathOf('x.json') },
    })
  })
})

describe('check', () => {
  test('finds nothing wrong', async () => {
    await write({ mcpServers: { a: { command: 'x' } } })
    const { code, printed } = await config(['check'])
    expect([code, JSON.parse(printed)]).toEqual([0, { files: [pathOf()], servers: 1, problems: [] }])
    expect((await config(['check'], text)).printed).toBe('1 servers in 1 files, 0 problems\n')
  })

  test('names each problem', async () => {
    await write({ mcpServers: { a: { command: 7 }, b: { command: 'x' } } })
    const one = await config(['check'])
    expect(JSON.parse(one.printed)).toMatchObject({
      servers: 2,
      problems: [{ server: 'a', message: expect.stringContaining('mcpServers.a') }],
    })
    expect(one.code).toMatchObject({ code: 'invalid_config', message: '1 problem; each names its file and field' })
    await write('{', 'mcp.json')
    const two = await config(['check'], text)
    expect(two.printed.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^✗ .*mcp\.json:1: not JSON/),
      expect.stringMatching(/^✗ .*mcpServers\.a/),
    ])
    expect(two.printed.split('\n')[2]).toMatch(/^2 servers in 2 files, 2 problems$/)
    expect(two.code).toMatchObject({ code: 'invalid_config', message: '2 problems; each names its file and field' })
  })
})

describe('a path for people', () => {
  test.each([
    [join(process.cwd(), 'a', 'mcp.json'), join('a', 'mcp.json')],
    [join(homedir(), '..', 'elsewhere-7', 'mcp.json'), join(homedir(), '..', 'elsewhere-7', 'mcp.json')],
  ])('%s', (file, shown) => {
    expect(shortPath(file)).toBe(shown)
  })

  test('begins at the folder of the user', () => {
    expect(shortPath(join(homedir(), 'x-7', 'mcp.json'))).toBe('~/x-7/mcp.json')
  })
})

test('a server of a program has nothing to show but its name', () => {
  expect(describeServer('a', {})).toEqual({ name: 'a', state: 'enabled', launch: '', source: '' })
  expect(describeServer('a', { target: { serve: () => {} } as never, source: { file: '/a', field: 'x' } })).toEqual({
    ...{ name: 'a', state: 'enabled', launch: '', source: shortPath('/a') },
  })
  expect(describeServer('a', { target: { command: 'x' }, source: { file: '/a', field: 'x', line: 3 } })).toMatchObject({
    ...{ launch: 'x', source: `${shortPath('/a')}:3` },
  })
})
