import { expect, test } from 'vitest'
import { findInstallHost } from './install-hosts.js'

const program = { command: 'node', args: ['x'], env: {} }
const withEnv = { ...program, env: { A: 'b' } }
const address = { url: 'https://a.example/mcp', headers: {} }
const withHeaders = { ...address, headers: { 'x-key': 'k' } }
const { url } = address

test.each([
  ['claude-code', 'Claude Code', 'mcpServers', { type: 'stdio' }, { type: 'http', url }, 'headers'],
  ['cursor', 'Cursor', 'mcpServers', {}, { url }, 'headers'],
  ['vs-code', 'VS Code', 'servers', { type: 'stdio' }, { type: 'http', url }, 'headers'],
  ['windsurf', 'Windsurf', 'mcpServers', {}, { serverUrl: url }, 'headers'],
  ['zed', 'Zed', 'context_servers', {}, { url }, 'headers'],
  ['codex', 'Codex', 'mcp_servers', {}, { url }, 'http_headers'],
])('%s has entries of its own', (word, name, root, typed, remote, headers) => {
  const host = findInstallHost(word)
  expect([host.name, host.root]).toEqual([name, root])
  expect(host.toEntry(program)).toEqual({ ...typed, command: 'node', args: ['x'] })
  expect(host.toEntry(withEnv)).toEqual({ ...typed, command: 'node', args: ['x'], env: { A: 'b' } })
  expect(host.toEntry(address)).toEqual(remote)
  expect(host.toEntry(withHeaders)).toEqual({ ...remote, [headers]: { 'x-key': 'k' } })
})

test('Claude Desktop starts programs only', () => {
  const host = findInstallHost('claude-desktop')
  expect([host.name, host.root, host.toEntry(withEnv)]).toEqual(['Claude Desktop', 'mcpServers', withEnv])
  expect(() => host.toEntry(address)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `config install: the file of Claude Desktop has no URLs; let it start a program that connects: -- npx omniport bridge ${url}`,
    }),
  )
})

test.each(['vscode', 'VS Code', 'vs-code', 'VS_CODE'])('%s is one host', (word) => {
  expect(findInstallHost(word).name).toBe('VS Code')
})

test.each([
  ['cursr', '; did you mean "cursor"?'],
  ['emacs', '.'],
  ['', '.'],
])('the host %j is not there', (word, advice) => {
  expect(() => findInstallHost(word)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `config: there is no host "${word}"${advice} Give claude-desktop, claude-code, cursor, vs-code, windsurf, zed, codex`,
    }),
  )
})
