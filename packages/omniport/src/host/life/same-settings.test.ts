import { expect, test } from 'vitest'
import type { ServerSettings } from '../server-settings.js'
import { isSameSettings } from './same-settings.js'

const serve = async () => undefined
const command = { command: 'node', args: ['a.js'], env: { A: '1' } }
const source = { file: 'mcp.json', line: 3, field: 'mcpServers.a' }

test.each<[string, ServerSettings, ServerSettings, boolean]>([
  ['equal commands', { target: command }, { target: { ...command, args: ['a.js'] } }, true],
  ['another argument', { target: command }, { target: { ...command, args: ['b.js'] } }, false],
  ['another value of a variable', { target: command }, { target: { ...command, env: { A: '2' } } }, false],
  ['an address in two forms', { target: 'http://a/' }, { target: new URL('http://a/') }, true],
  ['an address with headers', { target: { url: new URL('http://a/') } }, { target: { url: 'http://a/' } }, true],
  ['another address', { target: new URL('http://a/') }, { target: new URL('http://b/') }, false],
  ['other headers', { target: { url: 'http://a/' } }, { target: { url: 'http://a/', headers: { A: 'b' } } }, false],
  ['another line', { target: command, source }, { target: command, source: { ...source, line: 9 } }, true],
  ['another file', { target: command, source }, { target: command, source: { ...source, file: 'b' } }, false],
  ['another time', { target: command, timeoutMs: 1 }, { target: command, timeoutMs: 2 }, false],
  ['the same program', { target: { serve } }, { target: { serve } }, false],
  ['no target', { problem: 'a' }, { problem: 'a' }, true],
  ['another problem', { problem: 'a' }, { problem: 'b' }, false],
  [
    'equal credentials',
    { target: 'http://a', auth: { clientId: 'a' } },
    { target: 'http://a', auth: { clientId: 'a' } },
    true,
  ],
  [
    'other functions',
    { target: 'http://a', auth: { open: () => {} } },
    { target: 'http://a', auth: { open: () => {} } },
    false,
  ],
])('%s', (_name, one, other, expected) => {
  expect(isSameSettings(one, other)).toBe(expected)
  expect(isSameSettings(other, one)).toBe(expected)
})

test('the same program is the same', () => {
  const target = { serve: async () => undefined }
  expect(isSameSettings({ target }, { target })).toBe(true)
})
