import { expect, test } from 'vitest'
import { configLocations } from './config-locations.js'

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
