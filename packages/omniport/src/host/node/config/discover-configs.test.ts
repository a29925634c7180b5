import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configLocations } from '../../config/find/config-locations.js'
import { discoverConfigs } from './discover-configs.js'
import { createConfigFolder } from './fixtures/config-folder.js'

const base = { cwd: '/p', home: '/home/me', env: {} }
const of = (options: object, host: string) =>
  configLocations({ ...base, platform: 'linux', ...options })
    .filter((location) => location.host === host && location.scope === 'user')
    .map(({ file }) => file)

test('what is there is found, that of the project first', async () => {
  const folder = createConfigFolder()
  const { cwd, home } = folder
  folder.write('.vscode/mcp.json', '{}')
  folder.write('mcp.json', '{}')
  folder.write('../.codex/config.toml', '')
  folder.write('../.claude.json', '')
  mkdirSync(join(cwd, '.mcp.json'))
  expect(await discoverConfigs({ cwd, home, env: {}, platform: 'linux' })).toEqual([
    { host: 'any', scope: 'project', file: join(cwd, 'mcp.json') },
    { host: 'VS Code', scope: 'project', file: join(cwd, '.vscode/mcp.json') },
    { host: 'Claude Code', scope: 'user', file: join(home, '.claude.json') },
    { host: 'Codex', scope: 'user', file: join(home, '.codex/config.toml') },
  ])
  folder.remove()
})

test('a file that cannot be examined is found, so that reading it tells why; one below a file is not', async () => {
  const { cwd, home, write, remove } = createConfigFolder()
  symlinkSync('mcp.json', join(cwd, 'mcp.json'))
  write('.vscode', '')
  const found = await discoverConfigs({ cwd, home, env: {}, platform: 'linux' })
  expect(found.map(({ file }) => file)).toEqual([join(cwd, 'mcp.json')])
  remove()
})

test('all of the project come before all of the user', () => {
  const scopes = configLocations({ ...base, platform: 'linux' }).map(({ scope }) => scope)
  expect(scopes).toEqual([...scopes].sort())
  expect([scopes[0], scopes.at(-1)]).toEqual(['project', 'user'])
})

test('a project in the folder of the user is looked at once', () => {
  const files = configLocations({ ...base, cwd: '/home/me', platform: 'linux' }).map(({ file }) => file)
  expect(new Set(files).size).toBe(files.length)
})

test.each([
  ['linux', 'Claude Desktop', '/home/me/.config/Claude/claude_desktop_config.json'],
  ['darwin', 'Claude Desktop', '/home/me/Library/Application Support/Claude/claude_desktop_config.json'],
  ['win32', 'Claude Desktop', 'C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json'],
  ['linux', 'VS Code', '/home/me/.config/Code/User/mcp.json'],
  ['darwin', 'VS Code', '/home/me/Library/Application Support/Code/User/mcp.json'],
  ['win32', 'VS Code', 'C:\\Users\\me\\AppData\\Roaming\\Code\\User\\mcp.json'],
  ['linux', 'Goose', '/home/me/.config/goose/config.yaml'],
  ['darwin', 'Goose', '/home/me/.config/goose/config.yaml'],
  ['win32', 'Goose', 'C:\\Users\\me\\AppData\\Roaming\\Block\\goose\\config\\config.yaml'],
  ['linux', 'Zed', '/home/me/.config/zed/settings.json'],
  ['darwin', 'Zed', '/home/me/.config/zed/settings.json'],
  ['win32', 'Zed', 'C:\\Users\\me\\AppData\\Roaming\\Zed\\settings.json'],
  ['win32', 'Cursor', 'C:\\Users\\me\\.cursor\\mcp.json'],
])('%s: %s', (platform, host, file) => {
  const home = platform === 'win32' ? 'C:\\Users\\me' : '/home/me'
  expect(of({ platform, home }, host)).toEqual([file])
})

test.each([
  ['Copilot', { COPILOT_HOME: '/c' }, ['/c/mcp-config.json', '/home/me/.copilot/mcp-config.json']],
  ['Copilot', { COPILOT_HOME: '' }, ['/home/me/.copilot/mcp-config.json']],
  ['Codex', { CODEX_HOME: '/c' }, ['/c/config.toml', '/home/me/.codex/config.toml']],
  ['Inspector', { MCP_CATALOG_PATH: '/c/all.json' }, ['/c/all.json', '/home/me/.mcp-inspector/mcp.json']],
  ['Goose', { XDG_CONFIG_HOME: '/x' }, ['/x/goose/config.yaml']],
  [
    'OpenCode',
    { OPENCODE_CONFIG: '/c/o.json', XDG_CONFIG_HOME: '/x' },
    ['/c/o.json', '/x/opencode/opencode.json', '/x/opencode/opencode.jsonc'],
  ],
])('%s as the environment says: %j', (host, env, files) => {
  expect(of({ env }, host)).toEqual(files)
})

test('the environment says where the user is', async () => {
  const folder = createConfigFolder()
  folder.write('../.cursor/mcp.json', '{}')
  const { cwd, home } = folder
  const found = await discoverConfigs({ cwd, env: { HOME: home }, platform: 'linux' })
  expect(found.map(({ file }) => file)).toEqual([join(home, '.cursor/mcp.json')])
  folder.remove()
})

test('files that do not exist are listed if they are asked for', async () => {
  const { cwd, home, remove } = createConfigFolder()
  const options = { cwd, home, env: {}, platform: 'linux' }
  const found = await discoverConfigs({ ...options, includeMissing: true })
  expect(found).toEqual(configLocations(options))
  remove()
})

test('a wrong option is a TypeError', async () => {
  const found = discoverConfigs({ includeMissing: 'yes' } as object)
  await expect(found).rejects.toThrow('discoverConfigs: includeMissing must be true or false')
  await expect(discoverConfigs({ home: 1 } as object)).rejects.toThrow('discoverConfigs: home must be a string, got 1')
})
