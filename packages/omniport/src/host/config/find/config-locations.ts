/** A config file of a host. */
export interface ConfigLocation {
  readonly host: string
  readonly scope: 'project' | 'user'
  /** The absolute path. */
  readonly file: string
}

export interface LocationOptions {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
}

/**
 * File patterns in order of precedence. `<project>` is the working folder, `<config>` that of the XDG specification, `<data>`
 * the platform's folder for settings of programs, and `$NAME` a variable; patterns with an unset variable are left out.
 */
const locationPatterns: readonly (readonly [host: string, pattern: string])[] = [
  ['Claude Code', '<project>/.mcp.json'],
  ['any', '<project>/mcp.json'],
  ['VS Code', '<project>/.vscode/mcp.json'],
  ['Cursor', '<project>/.cursor/mcp.json'],
  ['Codex', '<project>/.codex/config.toml'],
  ['Zed', '<project>/.zed/settings.json'],
  ['Gemini CLI', '<project>/.gemini/settings.json'],
  ['Qwen Code', '<project>/.qwen/settings.json'],
  ['Tabnine', '<project>/.tabnine/agent/settings.json'],
  ['OpenCode', '<project>/opencode.json'],
  ['OpenCode', '<project>/opencode.jsonc'],
  ['LibreChat', '<project>/librechat.yaml'],
  ['mcporter', '<project>/config/mcporter.json'],
  ['Claude Code', '<project>/.claude/settings.local.json'],
  ['Claude Code', '<project>/.claude/settings.json'],
  ['Claude Code', '<home>/.claude.json'],
  ['Claude Desktop', '<data>/Claude/claude_desktop_config.json'],
  ['VS Code', '<data>/Code/User/mcp.json'],
  ['Copilot', '$COPILOT_HOME/mcp-config.json'],
  ['Copilot', '<home>/.copilot/mcp-config.json'],
  ['Cursor', '<home>/.cursor/mcp.json'],
  ['Codex', '$CODEX_HOME/config.toml'],
  ['Codex', '<home>/.codex/config.toml'],
  ['Zed', '<zed>/settings.json'],
  ['Windsurf', '<home>/.codeium/windsurf/mcp_config.json'],
  ['Gemini CLI', '<home>/.gemini/settings.json'],
  ['Qwen Code', '<home>/.qwen/settings.json'],
  ['Tabnine', '<home>/.tabnine/agent/settings.json'],
  ['OpenCode', '$OPENCODE_CONFIG'],
  ['OpenCode', '<config>/opencode/opencode.json'],
  ['OpenCode', '<config>/opencode/opencode.jsonc'],
  ['Goose', '<goose>/config.yaml'],
  ['Inspector', '$MCP_CATALOG_PATH'],
  ['Inspector', '<home>/.mcp-inspector/mcp.json'],
  ['mcporter', '<home>/.mcporter/mcporter.json'],
  ['mcporter', '<home>/.mcporter/mcporter.jsonc'],
  ['mcporter', '<config>/mcporter/mcporter.json'],
  ['mcporter', '<config>/mcporter/mcporter.jsonc'],
]

/** Lists all possible config files, those of the project first, each once. */
export function configLocations(options: LocationOptions): readonly ConfigLocation[] {
  const roots = rootsOf(options)
  const separator = options.platform === 'win32' ? '\\' : '/'
  const found = new Map<string, ConfigLocation>()
  for (const [host, pattern] of locationPatterns) {
    const [root = '', ...parts] = pattern.split('/')
    const folder = root.startsWith('$') ? variable(options, root.slice(1)) : roots.get(root)
    if (folder === undefined) continue
    const file = [folder, ...parts].join(separator)
    if (!found.has(file)) found.set(file, { host, scope: root === '<project>' ? 'project' : 'user', file })
  }
  return [...found.values()]
}

function rootsOf(options: LocationOptions): ReadonlyMap<string, string> {
  const { cwd, home, platform } = options
  const config = variable(options, 'XDG_CONFIG_HOME') ?? `${home}/.config`
  const roaming = variable(options, 'APPDATA') ?? `${home}\\AppData\\Roaming`
  const library = platform === 'darwin' ? `${home}/Library/Application Support` : config
  return new Map([
    ['<project>', cwd],
    ['<home>', home],
    ['<config>', platform === 'win32' ? config.replaceAll('/', '\\') : config],
    ['<data>', platform === 'win32' ? roaming : library],
    ['<zed>', platform === 'win32' ? `${roaming}\\Zed` : `${config}/zed`],
    ['<goose>', platform === 'win32' ? `${roaming}\\Block\\goose\\config` : `${config}/goose`],
  ])
}

/** An empty variable counts as unset. */
function variable({ env }: LocationOptions, name: string): string | undefined {
  return (Object.hasOwn(env, name) && env[name]) || undefined
}
