import { expect, test } from 'vitest'
import { configLocations, type LocationOptions } from './config-locations.js'

test('places come in the order in which they count, those of the project first', () => {
  const env = {
    COPILOT_HOME: '/copilot',
    CODEX_HOME: '/codex',
    OPENCODE_CONFIG: '/oc.json',
    MCP_CATALOG_PATH: '/mcps.json',
  }
  const locations = configLocations({ cwd: '/home/ann/work', home: '/home/ann', env, platform: 'linux' })
  expect(locations.map(({ host, scope, file }) => `${scope} ${host} ${file}`)).toEqual([
    'project Claude Code /home/ann/work/.mcp.json',
    'project any /home/ann/work/mcp.json',
    'project VS Code /home/ann/work/.vscode/mcp.json',
    'project Cursor /home/ann/work/.cursor/mcp.json',
    'project Codex /home/ann/work/.codex/config.toml',
    'project Zed /home/ann/work/.zed/settings.json',
    'project Gemini CLI /home/ann/work/.gemini/settings.json',
    'project Qwen Code /home/ann/work/.qwen/settings.json',
    'project Tabnine /home/ann/work/.tabnine/agent/settings.json',
    'project OpenCode /home/ann/work/opencode.json',
    'project OpenCode /home/ann/work/opencode.jsonc',
    'project LibreChat /home/ann/work/librechat.yaml',
    'project mcporter /home/ann/work/config/mcporter.json',
    'project Claude Code /home/ann/work/.claude/settings.local.json',
    'project Claude Code /home/ann/work/.claude/settings.json',
    'user Claude Code /home/ann/.claude.json',
    'user Claude Desktop /home/ann/.config/Claude/claude_desktop_config.json',
    'user VS Code /home/ann/.config/Code/User/mcp.json',
    'user Copilot /copilot/mcp-config.json',
    'user Copilot /home/ann/.copilot/mcp-config.json',
    'user Cursor /home/ann/.cursor/mcp.json',
    'user Codex /codex/config.toml',
    'user Codex /home/ann/.codex/config.toml',
    'user Zed /home/ann/.config/zed/settings.json',
    'user Windsurf /home/ann/.codeium/windsurf/mcp_config.json',
    'user Gemini CLI /home/ann/.gemini/settings.json',
    'user Qwen Code /home/ann/.qwen/settings.json',
    'user Tabnine /home/ann/.tabnine/agent/settings.json',
    'user OpenCode /oc.json',
    'user OpenCode /home/ann/.config/opencode/opencode.json',
    'user OpenCode /home/ann/.config/opencode/opencode.jsonc',
    'user Goose /home/ann/.config/goose/config.yaml',
    'user Inspector /mcps.json',
    'user Inspector /home/ann/.mcp-inspector/mcp.json',
    'user mcporter /home/ann/.mcporter/mcporter.json',
    'user mcporter /home/ann/.mcporter/mcporter.jsonc',
    'user mcporter /home/ann/.config/mcporter/mcporter.json',
    'user mcporter /home/ann/.config/mcporter/mcporter.jsonc',
  ])
})

const base = { cwd: '/p', home: '/home/me', env: {}, platform: 'linux' }

/** The files of the person for one host. */
function filesOf(host: string, options: Partial<LocationOptions>): readonly string[] {
  const locations = configLocations({ ...base, ...options })
  return locations.filter((one) => one.host === host && one.scope === 'user').map(({ file }) => file)
}

test.each([
  ['Claude Desktop', '/home/me/Library/Application Support/Claude/claude_desktop_config.json'],
  ['VS Code', '/home/me/Library/Application Support/Code/User/mcp.json'],
  ['Goose', '/home/me/.config/goose/config.yaml'],
  ['Zed', '/home/me/.config/zed/settings.json'],
  ['Cursor', '/home/me/.cursor/mcp.json'],
])('on macOS %s has %s', (host, file) => {
  expect(filesOf(host, { platform: 'darwin' })).toEqual([file])
})

test.each([
  ['Claude Desktop', 'C:\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json'],
  ['Goose', 'C:\\me\\AppData\\Roaming\\Block\\goose\\config\\config.yaml'],
  ['Zed', 'C:\\me\\AppData\\Roaming\\Zed\\settings.json'],
  ['Windsurf', 'C:\\me\\.codeium\\windsurf\\mcp_config.json'],
])('on Windows %s has %s', (host, file) => {
  expect(filesOf(host, { platform: 'win32', home: 'C:\\me' })).toEqual([file])
})

test('on Windows the folders of the environment have its separators', () => {
  const windows = { platform: 'win32', home: 'C:\\me', env: { APPDATA: 'D:\\data', XDG_CONFIG_HOME: 'D:/config' } }
  expect(filesOf('Zed', windows)).toEqual(['D:\\data\\Zed\\settings.json'])
  expect(filesOf('OpenCode', windows)).toEqual([
    'D:\\config\\opencode\\opencode.json',
    'D:\\config\\opencode\\opencode.jsonc',
  ])
})

test('a variable that is empty, or not of the environment itself, is not set', () => {
  const files = ['/home/me/.copilot/mcp-config.json']
  expect(filesOf('Copilot', { env: { COPILOT_HOME: '' } })).toEqual(files)
  expect(filesOf('Copilot', { env: Object.create({ COPILOT_HOME: '/c' }) })).toEqual(files)
  expect(filesOf('Goose', { env: { XDG_CONFIG_HOME: '/x' } })).toEqual(['/x/goose/config.yaml'])
})

test('a file that is found twice is listed once, as the first', () => {
  const env = { OPENCODE_CONFIG: '/p/opencode.json', CODEX_HOME: '/home/me/.codex' }
  const of = (file: string) => configLocations({ ...base, env }).filter((location) => location.file === file)
  expect(of('/p/opencode.json')).toEqual([{ host: 'OpenCode', scope: 'project', file: '/p/opencode.json' }])
  expect(of('/home/me/.codex/config.toml')).toHaveLength(1)
})
