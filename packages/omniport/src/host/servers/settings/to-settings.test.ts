import { expect, test } from 'vitest'
import type { AuthStore } from '../../../auth/auth-store.js'
import { isSameSettings } from '../is-same-settings.js'
import type { ServerSettings } from './server-settings.js'
import { toSettings } from './to-settings.js'

test('who changes what was given changes no settings', () => {
  const url = new URL('http://a.example/mcp')
  const given = {
    target: { url, headers: { a: 'b' } },
    tools: { allow: ['speak'], block: ['rm'] },
    limits: { depth: 5, allowUnbounded: ['depth'] },
    auth: { clientId: 'a', scopes: ['read'] },
    source: { file: 'mcp.json', line: 1, field: 'a' },
    extra: { gallery: true },
  }
  const settings = toSettings('a', given as ServerSettings)
  const before = structuredClone(settings)
  url.pathname = '/other'
  given.target.headers.a = 'c'
  given.tools.allow.push('x')
  given.tools.block = []
  given.limits.depth = 6
  given.limits.allowUnbounded.pop()
  given.auth.clientId = 'b'
  given.auth.scopes.push('write')
  given.source.field = 'b'
  given.extra.gallery = false
  expect(settings).toEqual(before)
  expect(before).toEqual({
    target: { url: 'http://a.example/mcp', headers: { a: 'b' } },
    tools: { allow: ['speak'], block: ['rm'] },
    limits: { depth: 5, allowUnbounded: ['depth'] },
    auth: { clientId: 'a', scopes: ['read'] },
    source: { file: 'mcp.json', line: 1, field: 'a' },
    extra: { gallery: true },
  })
  expect(isSameSettings(settings, toSettings('a', given as ServerSettings))).toBe(false)
})

test('who changes the variables that were given changes no settings', () => {
  const variables = [{ name: 'A', field: 'url' }]
  const settings = toSettings('a', { target: 'http://a.example', variables })
  variables[0] = { name: 'B', field: 'url' }
  variables.push({ name: 'C', field: 'url' })
  expect(settings.variables).toEqual([{ name: 'A', field: 'url' }])
  const given = { name: 'A', field: 'url' }
  const other = toSettings('a', { target: 'http://a.example', variables: [given] })
  given.name = 'B'
  expect(other.variables).toEqual([{ name: 'A', field: 'url' }])
})

test('a command is copied, and other targets are shared', () => {
  const command = { command: 'node', args: ['a'], env: { A: '1' } }
  const { target } = toSettings('a', command)
  command.args.push('b')
  command.env.A = '2'
  expect(target).toEqual({ command: 'node', args: ['a'], env: { A: '1' } })
  expect(toSettings('a', { command: 'node' }).target).toEqual({ command: 'node' })
  const server = { serve: async () => undefined }
  expect(toSettings('a', server).target).toBe(server)
  const streams = { readable: new ReadableStream(), writable: new WritableStream() }
  expect(toSettings('a', streams).target).toBe(streams)
})

test.each([5, null, undefined, () => {}])('%s is neither a target nor settings', (entry) => {
  expect(() => toSettings('servers.a', entry as unknown as ServerSettings)).toThrow(
    /^servers\.a must be a target or settings of a server, got /,
  )
})

test('a tool that is blocked afterwards makes other settings', () => {
  const given = { target: 'http://a.example', tools: { block: ['a'] } }
  const settings = toSettings('a', given)
  expect(isSameSettings(settings, toSettings('a', given))).toBe(true)
  given.tools.block.push('rm')
  expect(isSameSettings(settings, toSettings('a', given))).toBe(false)
})

test('what is no data stays what it is', () => {
  const store: AuthStore = {
    get: async () => 1,
    set: async () => {},
    delete: async () => {},
    exclusive: (_, fn) => fn(),
  }
  const open = () => {}
  const auth = { store, open }
  const settings = toSettings('a', { target: 'http://a.example', auth })
  expect(settings.auth?.store).toBe(store)
  expect(settings.auth?.open).toBe(open)
  expect(isSameSettings(settings, toSettings('a', { target: 'http://a.example', auth }))).toBe(true)
})

test('an auth of a class stays that object', () => {
  class Rotating {
    get token() {
      return 'a'
    }
  }
  const auth = new Rotating()
  expect(toSettings('a', { target: 'http://a.example', auth }).auth).toBe(auth)
})

test('a header that is undefined is not there', () => {
  const target = { url: 'http://a.example', headers: { a: undefined, b: '1' } } as unknown as { url: string }
  expect(toSettings('a', target)).toEqual({ target: { url: 'http://a.example', headers: { b: '1' } } })
  expect(Object.keys((toSettings('a', target).target as unknown as { headers: object }).headers)).toEqual(['b'])
})

test('what is of the wrong kind is handed on to be refused', () => {
  const wrong = { target: 'http://a.example', tools: 5, limits: null, auth: 'x', source: [], extra: () => {} }
  expect(toSettings('a', wrong as unknown as ServerSettings)).toEqual(wrong)
  const lists = {
    target: 'http://a.example',
    tools: { allow: 'x' },
    limits: { allowUnbounded: 1 },
    auth: { scopes: 'x' },
  }
  expect(toSettings('a', lists as unknown as ServerSettings)).toEqual(lists)
})
