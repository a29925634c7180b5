import { describe, expect, test } from 'vitest'
import type { AuthServices } from '../auth-services.js'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import { OAuthRefusal } from '../token-endpoint/oauth-refusal.js'
import { assertClientIssuer, storeClientIssuer } from './client-issuer.js'

const key = '["client-issuer","https://mcp.example/mcp","c"]'

function setUp(options: AuthServices['options'], issuer = 'https://as.example', serverUrl = 'https://mcp.example/mcp') {
  const server = createFakeAuthorizationServer({ issuer })
  const services = createFakeAuthServices(server, options, { serverUrl: new URL(serverUrl) })
  const { authorization } = fakeRequest(server)
  return {
    entries: services.store.entries,
    check: () => assertClientIssuer(services, authorization),
    store: () => storeClientIssuer(services, authorization),
  }
}

const elsewhere = (issuer: string) =>
  new OAuthRefusal(
    `the MCP server names ${issuer} for its tokens, on another host: if auth.clientId is registered there, set auth.issuer: '${issuer}'`,
  )
const another = (issuer: string, expected: string) =>
  new OAuthRefusal(`the MCP server now names ${issuer} for its tokens, but auth.clientId belongs to ${expected}`)

describe('a client without an id', () => {
  test('belongs to no server', async () => {
    const { check, store, entries } = setUp({ clientSecret: 's', issuer: 'https://other.example' })
    await check()
    await store()
    expect(entries.size).toBe(0)
  })
})

describe('a client of a named server', () => {
  test('is used there alone, and nothing is stored', async () => {
    const { check, store, entries } = setUp({ clientId: 'c', clientSecret: 's', issuer: 'https://as.example/' })
    await check()
    await store()
    expect(entries.size).toBe(0)
    const other = setUp({ clientId: 'c', issuer: 'https://other.example' })
    await expect(other.check()).rejects.toThrow(another('https://as.example', 'https://other.example'))
  })

  test('is used there whatever was stored', async () => {
    const { check, entries } = setUp({ clientId: 'c', issuer: 'https://as.example' })
    entries.set(key, '"https://other.example"')
    await check()
    expect(entries.size).toBe(1)
  })
})

describe('a client', () => {
  test('belongs to the server that it got tokens of, from then on', async () => {
    const { check, store, entries } = setUp({ clientId: 'c', clientSecret: 's' })
    await store()
    expect([...entries]).toEqual([[key, '"https://as.example"']])
    await check()
    entries.set(key, '"https://other.example"')
    await expect(check()).rejects.toThrow(another('https://as.example', 'https://other.example'))
  })

  test('without a secret may be tried anywhere before that', async () => {
    const { check, entries } = setUp({ clientId: 'c' })
    await check()
    entries.set(key, '7')
    await check()
    expect(entries.size).toBe(1)
  })

  test.each([
    ['https://mcp.example', 'https://mcp.example/mcp'],
    ['https://mcp.example:444/tenant', 'https://mcp.example/mcp'],
    ['http://localhost:9', 'http://127.0.0.1/mcp'],
  ])('with a secret is used at %s for %s', async (issuer, serverUrl) => {
    await expect(setUp({ clientId: 'c', clientSecret: 's' }, issuer, serverUrl).check()).resolves.toBeUndefined()
  })

  test.each([
    ['https://as.example', 'https://mcp.example/mcp'],
    ['https://as.mcp.example', 'https://mcp.example/mcp'],
    ['http://127.0.0.1:9', 'https://mcp.example/mcp'],
    ['https://as.example', 'http://127.0.0.1/mcp'],
  ])('with a secret is not used at %s for %s unless that is said', async (issuer, serverUrl) => {
    await expect(setUp({ clientId: 'c', clientSecret: 's' }, issuer, serverUrl).check()).rejects.toThrow(
      elsewhere(issuer),
    )
  })
})

test('long names are cut off in errors', async () => {
  const long = `https://as.example/${'a'.repeat(300)}`
  const cut = `${long.slice(0, 256)}…`
  await expect(setUp({ clientId: 'c', clientSecret: 's' }, long).check()).rejects.toThrow(elsewhere(cut))
  const { check, entries } = setUp({ clientId: 'c' }, long)
  entries.set(key, JSON.stringify(`${long}b`))
  await expect(check()).rejects.toThrow(another(cut, cut))
})
