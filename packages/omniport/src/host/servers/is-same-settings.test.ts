import { expect, test } from 'vitest'
import type { AuthStore } from '../../auth/auth-store.js'
import type { AuthOptions } from '../../auth/client/auth-options.js'
import { isSameSettings } from './is-same-settings.js'
import type { ServerSettings } from './settings/server-settings.js'

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

const open = () => {}
const exclusive: AuthStore['exclusive'] = (_key, fn) => fn()

/** It shows nothing of what it keeps. */
class Store implements AuthStore {
  readonly #stored = new Map<string, unknown>()
  readonly exclusive = exclusive
  get = async (key: string) => this.#stored.get(key)
  set = async (key: string, value: unknown) => void this.#stored.set(key, value)
  delete = async (key: string) => void this.#stored.delete(key)
}

const store = new Store()
const shared = { get: store.get, set: store.set, delete: store.delete, exclusive }
const jwk = { kty: 'EC', d: 'a' }
const algorithm = { name: 'Ed25519' }
const create = async () => (await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])) as CryptoKeyPair
const [{ privateKey: key }, { privateKey: otherKey }] = [await create(), await create()]

test.each<[string, AuthOptions | undefined, AuthOptions | undefined, boolean]>([
  ['nothing', undefined, undefined, true],
  ['nothing and something', {}, undefined, false],
  ['the same data', { clientId: 'a', scopes: ['b'] }, { scopes: ['b'], clientId: 'a', issuer: undefined }, true],
  ['another id', { clientId: 'a' }, { clientId: 'b' }, false],
  ['a scope more', { scopes: ['a'] }, { scopes: ['a', 'b'] }, false],
  ['other scopes', { scopes: ['a'] }, { scopes: ['b'] }, false],
  ['one other scope of two', { scopes: ['a', 'b'] }, { scopes: ['a', 'c'] }, false],
  ['an equal key', { privateKey: { key: jwk } }, { privateKey: { key: { ...jwk } } }, true],
  ['another key', { privateKey: { key: jwk } }, { privateKey: { key: { ...jwk, d: 'b' } } }, false],
  ['the same key of WebCrypto', { privateKey: { key } }, { privateKey: { key } }, true],
  ['another key of WebCrypto', { privateKey: { key } }, { privateKey: { key: otherKey } }, false],
  ['the same functions and stores', { open, store }, { store, open }, true],
  ['a function more', { open, store }, { store }, false],
  ['another function', { open }, { open: () => {} }, false],
  ['another store of a class', { store }, { store: new Store() }, false],
  ['another store with the same functions', { store: shared }, { store: { ...shared } }, false],
])('credentials: %s', (_name, one, other, expected) => {
  const settings = (auth: AuthOptions | undefined) => ({ target: 'http://a', auth })
  expect(isSameSettings(settings(one), settings(other))).toBe(expected)
  expect(isSameSettings(settings(other), settings(one))).toBe(expected)
})

test('credentials of a class are the same only if they are the same object', () => {
  class Token {
    readonly token = 'a'
  }
  const auth = new Token()
  const settings = { target: 'http://a', auth }
  expect(isSameSettings(settings, { ...settings })).toBe(true)
  expect(isSameSettings(settings, { target: 'http://a', auth: new Token() })).toBe(false)
})
