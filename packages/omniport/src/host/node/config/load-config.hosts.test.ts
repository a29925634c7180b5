// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ServerSettings } from '../../servers/settings/server-settings.js'
import { type ConfigFolder, createConfigFolder } from './fixtures/config-folder.js'
import { loadConfig } from './load-config.js'

let folder: ConfigFolder

beforeEach(() => {
  folder = createConfigFolder()
})

afterEach(() => folder.remove())

const env = { TOKEN: 'secret-token', API_KEY: 'secret-key', HOME: '/ignored' }

/** What is in a file, without where it stands and from which variables it comes. */
async function servers(
  file: string,
  text: string,
): Promise<Record<string, Omit<ServerSettings, 'source' | 'variables'>>> {
  folder.write(file, text)
  const { cwd, home } = folder
  const config = await loadConfig(file, { cwd, home, env })
  return Object.fromEntries(
    Object.entries(config.servers).map(([name, { source, variables, ...rest }]) => [name, rest]),
  )
}

const command = (command: string, args: readonly string[] = [], given: Record<string, string> = {}) => ({
  command,
  args,
  env: given,
})

test('Claude Code: .mcp.json', async () => {
  const text = `{
    "mcpServers": {
      "github": { "type": "http", "url": "https://api.githubcopilot.com/mcp/", "headers": { "Authorization": "Bearer \${TOKEN}" } },
      "db": { "command": "npx", "args": ["-y", "@bytebase/dbhub", "--dsn", "\${DSN:-postgres://localhost/app}"], "env": { "KEY": "\${API_KEY}" } },
      "sse": { "type": "sse", "url": "https://mcp.asana.com/sse", "headersHelper": "/opt/get-headers.sh" },
      "login": { "type": "http", "url": "https://mcp.example.com/mcp", "oauth": { "clientId": "abc", "callbackPort": 8080, "authServerMetadataUrl": "https://auth.example.com/.well-known/openid-configuration" } }
    }
  }`
  expect(await servers('.mcp.json', text)).toEqual({
    github: {
      target: { url: 'https://api.githubcopilot.com/mcp/', headers: { Authorization: 'Bearer secret-token' } },
    },
    db: {
      target: command('npx', ['-y', '@bytebase/dbhub', '--dsn', 'postgres://localhost/app'], { KEY: 'secret-key' }),
    },
    sse: {
      target: { url: 'https://mcp.asana.com/sse', headers: {} },
      extra: { headersHelper: '/opt/get-headers.sh' },
    },
    login: {
      target: { url: 'https://mcp.example.com/mcp', headers: {} },
      auth: { clientId: 'abc' },
      extra: {
        oauth: {
          callbackPort: 8080,
          authServerMetadataUrl: 'https://auth.example.com/.well-known/openid-configuration',
        },
      },
    },
  })
})

test('Claude Code: servers of this folder in the file of the user come before those of all folders', async () => {
  const text = JSON.stringify({
    numStartups: 12,
    projects: {
      [folder.cwd]: { allowedTools: [], mcpServers: { a: { command: 'of-project' }, c: { command: 'c' } } },
      '/elsewhere': { mcpServers: { other: { command: 'other' } } },
    },
    mcpServers: { a: { command: 'of-user' }, b: { command: 'b' } },
  })
  expect(await servers('.claude.json', text)).toEqual({
    a: { target: command('of-project') },
    c: { target: command('c') },
    b: { target: command('b') },
  })
})

test('Claude Desktop, with Windows paths', async () => {
  const text = String.raw`{ "mcpServers": { "files": { "command": "C:\\Program Files\\node\\npx.cmd", "args": ["-y", "C:\\Users\\me"] } } }`
  expect(await servers('claude_desktop_config.json', text)).toEqual({
    files: { target: command('C:\\Program Files\\node\\npx.cmd', ['-y', 'C:\\Users\\me']) },
  })
})

test('VS Code: servers and inputs', async () => {
  const text = `{
    // 💡 Inputs are prompted on first server start.
    "inputs": [
      { "type": "promptString", "id": "perplexity-key", "description": "Perplexity API Key", "password": true },
    ],
    "servers": {
      "perplexity": {
        "type": "stdio",
        "command": "npx",
        "args": ["-y", "server-perplexity-ask", "--root", "\${workspaceFolder}", "--home=\${userHome}", "\${workspaceFolderBasename}\${/}x"],
        "env": { "PERPLEXITY_API_KEY": "\${input:perplexity-key}", "P": "\${env:API_KEY}" },
        "envFile": "\${workspaceFolder}/.env",
        "dev": { "watch": "build/**/*.js" },
      },
    },
  }`
  folder.write('.env', '# mine\nexport A="x y"\nP=overridden\n')
  folder.write('.vscode/mcp.json', text)
  const { cwd, home } = folder
  const questions: unknown[] = []
  const config = await loadConfig('.vscode/mcp.json', {
    cwd,
    home,
    env,
    input: (question) => {
      questions.push(question)
      return 'typed'
    },
  })
  expect(config.servers['perplexity']).toEqual({
    target: command('npx', ['-y', 'server-perplexity-ask', '--root', cwd, `--home=${home}`, 'project/x'], {
      PERPLEXITY_API_KEY: 'typed',
      P: 'secret-key',
      A: 'x y',
    }),
    source: { file: `${cwd}/.vscode/mcp.json`, line: 7, field: 'servers.perplexity' },
    variables: [{ name: 'API_KEY', field: 'env.P', secret: 'secret-key' }],
    extra: { dev: { watch: 'build/**/*.js' } },
  })
  expect(questions).toEqual([
    { id: 'perplexity-key', description: 'Perplexity API Key', isSecret: true, file: `${cwd}/.vscode/mcp.json` },
  ])
})

test('VS Code: settings of the user, where all is under mcp', async () => {
  const text = `{ "editor.fontSize": 12, "mcp": {
    "inputs": [{ "type": "pickString", "id": "env", "options": ["dev", { "label": "Production", "value": "prod" }], "default": "dev" }],
    "servers": { "a": { "command": "a", "args": ["\${input:env}"] } } } }`
  expect(await servers('settings.json', text)).toEqual({ a: { target: command('a', ['dev']) } })
})

test('Cursor', async () => {
  const text = `{ "mcpServers": {
    "remote": { "url": "https://mcp.example.com/sse", "headers": { "API_KEY": "\${env:API_KEY}" }, "auth": { "CLIENT_ID": "x" } },
    "local": { "command": "\${userHome}/bin/server", "envFile": "\${workspaceFolder}/.env", "disabled": true }
  } }`
  folder.write('.env', "A='1'\n")
  expect(await servers('.cursor/mcp.json', text)).toEqual({
    remote: {
      target: { url: 'https://mcp.example.com/sse', headers: { API_KEY: 'secret-key' } },
      auth: {},
      extra: { auth: { CLIENT_ID: 'x' } },
    },
    local: { target: command(`${folder.home}/bin/server`, [], { A: '1' }), isDisabled: true },
  })
})

test('Codex: TOML', async () => {
  const text = `
model = "gpt-5"
approval_policy = "on-request"

[mcp_servers.docs]
command = "npx"
args = [
  "-y",
  "@upstash/context7-mcp",
]
env_vars = ["API_KEY", "NOT_SET"]
startup_timeout_sec = 20
tool_timeout_sec = 45.5
enabled_tools = ["search"]
disabled_tools = ["write_*"]

[mcp_servers.docs.env]
LEVEL = "debug"

[mcp_servers."my figma"]
url = "https://mcp.figma.com/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { "X-Figma-Region" = "us-east-1" }
env_http_headers = { "X-Key" = "API_KEY" }
enabled = false
`
  expect(await servers('.codex/config.toml', text)).toEqual({
    docs: {
      target: command('npx', ['-y', '@upstash/context7-mcp'], { API_KEY: 'secret-key', LEVEL: 'debug' }),
      timeoutMs: 45_500,
      tools: { allow: ['search'], block: ['write_*'] },
      extra: { startup_timeout_sec: 20 },
    },
    'my figma': {
      target: {
        url: 'https://mcp.figma.com/mcp',
        headers: { 'X-Figma-Region': 'us-east-1', 'X-Key': 'secret-key' },
      },
      auth: { token: 'secret-token' },
      isDisabled: true,
    },
  })
})

test('Windsurf', async () => {
  const text = `{ "mcpServers": { "figma": { "serverUrl": "https://x.example/mcp", "headers": { "A": "\${env:TOKEN}" }, "disabledTools": ["a"] } } }`
  expect(await servers('mcp_config.json', text)).toEqual({
    figma: { target: { url: 'https://x.example/mcp', headers: { A: 'secret-token' } }, tools: { block: ['a'] } },
  })
})

test('Zed: the settings of extensions are no servers', async () => {
  const text = `{ // mine
    "theme": "One Dark", "context_servers": {
      "notes": { "command": "node", "args": ["s.js"], "env": {} },
      "far": { "url": "https://x.example/mcp", "headers": { "A": "b" } },
      "postgres": { "source": "extension", "enabled": true, "settings": { "database_url": "x" } } } }`
  expect(await servers('.zed/settings.json', text)).toEqual({
    notes: { target: command('node', ['s.js'], {}) },
    far: { target: { url: 'https://x.example/mcp', headers: { A: 'b' } } },
  })
})

test('Gemini CLI: trust is not obeyed', async () => {
  const text = `{
    "mcp": { "allowed": ["github"], "excluded": [] },
    "extensions": { "disabled": [] },
    "mcpServers": {
      "python": { "command": "python", "args": ["-m", "srv"], "cwd": "./tools", "env": { "KEY": "$API_KEY", "B": "pa$$word$" },
        "timeout": 15000, "trust": true, "includeTools": ["safe"], "excludeTools": ["dangerous"] },
      "http": { "httpUrl": "https://x.example/mcp", "url": "https://x.example/sse", "headers": { "Accept": "application/json", "X": "$TOKEN" },
        "oauth": { "enabled": true, "clientId": "c", "clientSecret": "$TOKEN", "scopes": ["a"], "redirectUri": "http://localhost:7777/oauth/callback" },
        "authProviderType": "dynamic_discovery" },
      "off": { "httpUrl": "https://x.example/mcp", "oauth": { "enabled": false, "clientId": "c" } }
    }
  }`
  expect(await servers('.gemini/settings.json', text)).toEqual({
    python: {
      target: {
        ...command('python', ['-m', 'srv'], { KEY: 'secret-key', B: 'pa$$word$' }),
        cwd: `${folder.cwd}/tools`,
      },
      timeoutMs: 15_000,
      tools: { allow: ['safe'], block: ['dangerous'] },
      extra: { trust: true },
    },
    http: {
      target: { url: 'https://x.example/mcp', headers: { X: 'secret-token' } },
      auth: { clientId: 'c', clientSecret: 'secret-token', scopes: ['a'] },
      extra: {
        url: 'https://x.example/sse',
        authProviderType: 'dynamic_discovery',
        oauth: { redirectUri: 'http://localhost:7777/oauth/callback' },
      },
    },
    off: { target: { url: 'https://x.example/mcp', headers: {} }, extra: { oauth: { clientId: 'c' } } },
  })
})

test('OpenCode', async () => {
  const text = `{
    "$schema": "https://opencode.ai/config.json",
    "mcp": {
      "everything": { "type": "local", "command": ["npx", "-y", "server-everything"], "enabled": true, "environment": { "KEY": "{env:API_KEY}" } },
      "jira": { "type": "remote", "url": "https://jira.example.com/mcp", "enabled": false, "timeout": 5000, "oauth": false },
      "sentry": { "type": "remote", "url": "https://mcp.sentry.dev/mcp", "oauth": {}, "headers": { "A": "Bearer {env:TOKEN}" } },
      "timeout": 30000
    }
  }`
  expect(await servers('opencode.jsonc', text)).toEqual({
    everything: { target: command('npx', ['-y', 'server-everything'], { KEY: 'secret-key' }) },
    jira: { target: { url: 'https://jira.example.com/mcp', headers: {} }, isDisabled: true, timeoutMs: 5_000 },
    sentry: { target: { url: 'https://mcp.sentry.dev/mcp', headers: { A: 'Bearer secret-token' } }, auth: {} },
  })
})

test('OpenCode, second version', async () => {
  const text = `{ "mcp": { "timeout": { "startup": 1 }, "servers": {
    "a": { "type": "local", "command": ["a", "b"], "disabled": true, "timeout": { "startup": 10000, "request": 60000 } } } } }`
  expect(await servers('opencode.json', text)).toEqual({
    a: { target: command('a', ['b']), isDisabled: true, timeoutMs: 60_000 },
  })
})

test('Copilot', async () => {
  const text = `{ "mcpServers": { "playwright": { "type": "local", "command": "npx", "args": ["@playwright/mcp@latest"], "tools": ["*"], "env": {} } } }`
  expect(await servers('mcp-config.json', text)).toEqual({
    playwright: { target: command('npx', ['@playwright/mcp@latest']), tools: { allow: ['*'] } },
  })
})

test('Goose: YAML, where its own extensions are no servers', async () => {
  const text = `
GOOSE_PROVIDER: anthropic
extensions:
  developer:
    bundled: true
    enabled: true
    name: developer
    timeout: 300
    type: builtin
  github:
    args:
    - -y
    - '@modelcontextprotocol/server-github'
    available_tools: []
    cmd: npx
    description: 'GitHub'
    enabled: true
    env_keys:
    - API_KEY
    envs: {LEVEL: debug}
    name: github
    timeout: 300
    type: stdio
  remote:
    enabled: false
    type: streamable_http
    uri: https://mcp.example.com/mcp
    headers: {}
    available_tools: [one]
  old:
    enabled: false
    config: {type: stdio, cmd: old, args: []}
`
  expect(await servers('config.yaml', text)).toEqual({
    github: {
      target: command('npx', ['-y', '@modelcontextprotocol/server-github'], { API_KEY: 'secret-key', LEVEL: 'debug' }),
      description: 'GitHub',
      timeoutMs: 300_000,
      extra: { name: 'github', available_tools: [] },
    },
    remote: {
      target: { url: 'https://mcp.example.com/mcp', headers: {} },
      isDisabled: true,
      tools: { allow: ['one'] },
    },
    old: { target: command('old'), isDisabled: true },
  })
})

test('LibreChat: YAML', async () => {
  const text = `
version: 1.2.8
x-env: &env
  LEVEL: debug
mcpServers:
  everything:
    url: http://localhost:3001/sse
    timeout: 60000  # ms
    initTimeout: 10000
    serverInstructions: true
  obsidian:
    type: stdio
    command: npx
    args: [-y, mcp-obsidian, '{{LIBRECHAT_USER_ID}}']
    env:
      <<: *env
      KEY: \${API_KEY}
  stream:
    type: streamable-http
    url: "https://example.com/api/"
    headers:
      X-API-Key: "\${API_KEY}"
`
  expect(await servers('librechat.yaml', text)).toEqual({
    everything: {
      target: { url: 'http://localhost:3001/sse', headers: {} },
      timeoutMs: 60_000,
      extra: { initTimeout: 10_000, serverInstructions: true },
    },
    obsidian: {
      target: command('npx', ['-y', 'mcp-obsidian', '{{LIBRECHAT_USER_ID}}'], { LEVEL: 'debug', KEY: 'secret-key' }),
    },
    stream: { target: { url: 'https://example.com/api/', headers: { 'X-API-Key': 'secret-key' } } },
  })
})

test('mcporter', async () => {
  const text = `{
    "imports": ["cursor"],
    "mcpServers": {
      "linear": { "description": "Issues", "baseUrl": "https://mcp.linear.app/mcp", "auth": "oauth", "lifecycle": "keep-alive", "allowedTools": ["get_*"] },
      "vercel": { "baseUrl": "https://mcp.vercel.com", "bearerTokenEnv": "TOKEN", "headers": { "X": "$env:API_KEY" } },
      "local": { "command": "node ./server.js", "args": [], "protocolVersion": "2025-06-18", "autoApproveTools": ["x"], "alwaysAllow": ["y"] },
    },
  }`
  expect(await servers('config/mcporter.json', text)).toEqual({
    linear: {
      target: { url: 'https://mcp.linear.app/mcp', headers: {} },
      description: 'Issues',
      auth: {},
      tools: { allow: ['get_*'] },
      extra: { lifecycle: 'keep-alive' },
    },
    vercel: {
      target: { url: 'https://mcp.vercel.com', headers: { X: 'secret-key' } },
      auth: { token: 'secret-token' },
    },
    local: {
      target: command('node ./server.js'),
      revision: '2025-06-18',
      extra: { autoApproveTools: ['x'], alwaysAllow: ['y'] },
    },
  })
})
