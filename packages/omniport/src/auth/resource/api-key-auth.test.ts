import { describe, expect, test } from 'vitest'
import { postModern } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells } from '#test/support/http-shells.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import { type ApiKeyAuthOptions, apiKeyAuth } from './api-key-auth.js'

const send = (options: ApiKeyAuthOptions, headers: Record<string, string>) =>
  apiKeyAuth(options)({ method: 'POST', headers: new Headers(headers) })

const ada = { id: 'ada', scopes: [], claims: {} }

describe('apiKeyAuth', () => {
  test.each<readonly [string, ApiKeyAuthOptions, Record<string, string>, object]>([
    ['an object', { keys: { k: 'ada' } }, { 'x-api-key': 'k' }, ada],
    [
      'a map',
      { keys: new Map([['k', { id: 'ada', scopes: ['a'] }]]) },
      { 'x-api-key': 'k' },
      { ...ada, scopes: ['a'] },
    ],
    [
      'an owner whose key ends',
      { keys: { k: { id: 'ada', expiresAt: 5 } } },
      { 'x-api-key': 'k' },
      { ...ada, expiresAt: 5 },
    ],
    ['a function', { keys: async (key) => (key === 'k' ? 'ada' : undefined) }, { 'x-api-key': 'k' }, ada],
    ['a token', { keys: { k: 'ada' }, header: 'Authorization' }, { authorization: 'Bearer k' }, ada],
    [
      'a token of another scheme',
      { keys: { k: 'ada' }, header: 'Authorization' },
      { authorization: 'DPoP k' },
      { denied: 'missing' },
    ],
    ['another key', { keys: { k: 'ada' } }, { 'x-api-key': 'l' }, { denied: 'invalid' }],
    ['a key that begins like another', { keys: { key: 'ada' } }, { 'x-api-key': 'keys' }, { denied: 'invalid' }],
    ['what another key begins with', { keys: { key: 'ada' } }, { 'x-api-key': 'ke' }, { denied: 'invalid' }],
    ['a key in other letters', { keys: { key: 'ada' } }, { 'x-api-key': 'KEY' }, { denied: 'invalid' }],
    ['a name of every object', { keys: { k: 'ada' } }, { 'x-api-key': 'constructor' }, { denied: 'invalid' }],
    ['a key that a function does not know', { keys: () => undefined }, { 'x-api-key': 'k' }, { denied: 'invalid' }],
    ['no key', { keys: { k: 'ada' } }, {}, { denied: 'missing' }],
    ['an empty key', { keys: { k: 'ada' } }, { 'x-api-key': '' }, { denied: 'missing' }],
    ['a long key', { keys: { k: 'ada' } }, { 'x-api-key': 'k'.repeat(5_000) }, { denied: 'malformed' }],
    ['a key elsewhere', { keys: { k: 'ada' }, header: 'x-key' }, { 'x-api-key': 'k' }, { denied: 'missing' }],
  ])('%s', async (_name, options, headers, outcome) => {
    expect(await send(options, headers)).toEqual(outcome)
  })

  test.each(httpShells)('handlers do not see the header with the key, over $shell', async ({ open }) => {
    const { server, onHook } = defineHttpServer()
    onHook(({ headers }) => ['x-team-key', 'x-other'].filter((name) => headers?.has(name)).join())
    const shell = await open(server, { auth: apiKeyAuth({ keys: { k: 'ada' }, header: 'X-Team-Key' }) })
    const headers = { 'x-team-key': 'k', 'x-other': 'o' }
    const response = await postModern(shell, 'tools/call', { name: 'hook' }, { headers })
    expect((await response.json()).result.content).toEqual([{ type: 'text', text: 'x-other' }])
    await shell.close()
  })

  test('the owner of a key cannot be changed by who serves a request', async () => {
    const auth = apiKeyAuth({ keys: { k: { id: 'ada', scopes: ['read'], claims: { team: 'a' } } } })
    const authenticate = () => auth({ method: 'POST', headers: new Headers({ 'x-api-key': 'k' }) })
    const principal = (await authenticate()) as Principal
    expect(() => (principal.scopes as string[]).push('admin')).toThrow(TypeError)
    expect(() => Object.assign(principal.claims, { team: 'b' })).toThrow(TypeError)
    expect(() => Object.assign(principal, { id: 'bob' })).toThrow(TypeError)
    expect(await authenticate()).toEqual({ id: 'ada', scopes: ['read'], claims: { team: 'a' } })
  })

  test.each<readonly [object, string]>([
    [{}, 'apiKeyAuth: keys must be an object, a Map or a function'],
    [{ keys: { secret: {} } }, 'apiKeyAuth: keys must be an object or a Map from keys to owners with an id'],
    [{ keys: { k: 'ada' }, header: 1 }, 'apiKeyAuth: header must be a string that is not empty'],
    [{ keys: null }, 'apiKeyAuth: keys must be an object, a Map or a function'],
    [{ keys: 'k' }, 'apiKeyAuth: keys must be an object, a Map or a function'],
    [{ keys: { k: null } }, 'apiKeyAuth: keys must be an object or a Map from keys to owners with an id'],
    [{ keys: { k: '' } }, 'apiKeyAuth: keys must be an object or a Map from keys to owners with an id'],
    [{ keys: { k: { id: '' } } }, 'apiKeyAuth: keys must be an object or a Map from keys to owners with an id'],
    [
      { keys: { k: 'ada', l: { id: 5 } } },
      'apiKeyAuth: keys must be an object or a Map from keys to owners with an id',
    ],
    [{ keys: ['long-and-secret'] }, 'apiKeyAuth: keys must be an object, a Map or a function, got an array'],
    [{ keys: [] }, 'apiKeyAuth: keys must be an object, a Map or a function, got an array'],
    [{ keys: {} }, 'apiKeyAuth: keys has no key: give each key with its owner'],
    [{ keys: new Set(['k']) }, 'apiKeyAuth: keys has no key: give each key with its owner'],
    [{ keys: { k: 'ada' }, header: '' }, 'apiKeyAuth: header must be a string that is not empty'],
    [
      { keys: { k: 'ada' }, head: 'a' },
      'apiKeyAuth: there is no option "head"; did you mean "header"? The options are keys, header',
    ],
  ])('names an option that cannot be used, and no key: %j', (options, message) => {
    expect(() => apiKeyAuth(options as ApiKeyAuthOptions)).toThrow(new TypeError(message))
  })

  test.each([undefined, null, ''])('refuses the key that a variable which is %j becomes', (unset) => {
    const message = `apiKeyAuth: keys has the key "${unset}": the variable that it comes from is probably not set`
    const object = { k: 'ada', [unset as never]: 'ada' }
    const map = new Map([[unset, 'ada']]) as Map<string, string>
    for (const keys of [object, map, new Map(Object.entries(object))]) {
      expect(() => apiKeyAuth({ keys })).toThrow(new TypeError(message))
    }
  })

  test('may have a Map without keys, and finds nobody then', async () => {
    expect(await send({ keys: new Map() }, { 'x-api-key': 'undefined' })).toEqual({ denied: 'invalid' })
  })

  test.each<[string | undefined, string, string]>([
    [undefined, 'ApiKey', 'x-api-key'],
    ['X-Key', 'ApiKey', 'x-key'],
    ['AUTHORIZATION', 'Bearer', 'authorization'],
  ])('with the header %j asks for the scheme %s', (header, scheme, name) => {
    const auth = apiKeyAuth({ keys: { k: 'ada' }, header })
    expect([auth.schemes, auth.credentialHeaders]).toEqual([[{ scheme }], [name]])
  })

  test('a key has 4,096 characters at most', async () => {
    const keys = async (key: string) => `${key.length}`
    const outcomes = [4_096, 4_097].map((length) => send({ keys }, { 'x-api-key': 'k'.repeat(length) }))
    expect(await Promise.all(outcomes)).toEqual([{ ...ada, id: '4096' }, { denied: 'malformed' }])
  })

  test('a token in its header is one, or none', async () => {
    const options = { keys: { k: 'ada' }, header: 'authorization' }
    expect(await send(options, { authorization: 'Bearer k k' })).toEqual({
      ...{ denied: 'malformed', description: 'Authorization must be one token' },
    })
    expect(await send(options, {})).toEqual({ denied: 'missing' })
  })

  test('keys are read once, and several have their owners', async () => {
    const keys = new Map([
      ['k', 'ada'],
      ['l', 'bob'],
    ])
    const auth = apiKeyAuth({ keys })
    keys.delete('k')
    const outcomes = ['k', 'l'].map((key) => auth({ method: 'POST', headers: new Headers({ 'x-api-key': key }) }))
    expect(await Promise.all(outcomes)).toEqual([ada, { ...ada, id: 'bob' }])
  })
})
