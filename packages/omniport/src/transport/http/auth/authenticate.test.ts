import { describe, expect, test } from 'vitest'
import { type Authenticate, checkAuth, hiddenHeaders } from './authenticate.js'

const metadata = { resource: 'https://mcp.example/mcp', authorization_servers: ['https://as.example'] }

/** JavaScript can give anything. */
const authWith = (members: object) => Object.assign(() => ({ denied: 'missing' }), members) as Authenticate

describe('an auth', () => {
  test('may be missing, or a function with anything that fits', () => {
    expect(checkAuth(undefined)).toBeUndefined()
    for (const resource of ['https://mcp.example', 'http://localhost:1/a?b']) {
      const auth = authWith({
        metadata: { ...metadata, resource, scopes_supported: [] },
        scopes: ['a'],
        credentialHeaders: [],
      })
      expect(checkAuth(auth)).toBe(auth)
    }
    const bare = authWith({ metadata })
    expect(checkAuth(bare)).toBe(bare)
  })

  const resourceMust = 'auth.metadata.resource must be an https or http URL without a fragment, got'
  test.each<[unknown, string]>([
    ['x', 'auth must be a function, got string'],
    [null, 'auth must be a function, got object'],
    [authWith({ metadata: { ...metadata, resource: 5 } }), `${resourceMust} 5`],
    [authWith({ metadata: { ...metadata, resource: undefined } }), `${resourceMust} undefined`],
    [authWith({ metadata: { ...metadata, resource: 'mcp' } }), `${resourceMust} "mcp"`],
    [authWith({ metadata: { ...metadata, resource: 'https://a/#' } }), `${resourceMust} "https://a/#"`],
    [authWith({ metadata: { ...metadata, resource: 'xhttps://a/' } }), `${resourceMust} "xhttps://a/"`],
    [authWith({ metadata: { ...metadata, resource: 'ftp://a/' } }), `${resourceMust} "ftp://a/"`],
    [
      authWith({ metadata: { ...metadata, authorization_servers: 'https://as.example' } }),
      'auth.metadata.authorization_servers must be an array of strings',
    ],
    [
      authWith({ metadata: { ...metadata, authorization_servers: [] } }),
      'auth.metadata.authorization_servers must name at least one issuer',
    ],
    [
      authWith({ metadata: { ...metadata, scopes_supported: [1] } }),
      'auth.metadata.scopes_supported must be an array of strings',
    ],
    [authWith({ scopes: [1] }), 'auth.scopes must be an array of strings'],
    [authWith({ credentialHeaders: 'x-key' }), 'auth.credentialHeaders must be an array of strings'],
  ])('that cannot be used is refused (%#)', (auth, message) => {
    expect(() => checkAuth(auth as Authenticate)).toThrow(new TypeError(message))
  })
})

test('headers that carry credentials are hidden, where there is an auth, with those that it names', () => {
  const standard = ['authorization', 'proxy-authorization', 'dpop', 'cookie', 'x-api-key']
  expect([...hiddenHeaders(undefined)]).toEqual([])
  expect([...hiddenHeaders(authWith({}))]).toEqual(standard)
  expect([...hiddenHeaders(authWith({ credentialHeaders: ['X-Key', 'Cookie'] }))]).toEqual([...standard, 'x-key'])
})
