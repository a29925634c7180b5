import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createFakeAuthServices, type FakePage } from './fixtures/create-fake-auth-services.js'
import { found, refusal } from './fixtures/discovered.js'
import { atRoot, ownServer } from './fixtures/published.js'

describe('a server of 2025-03-26, which publishes nothing as a resource', () => {
  const origin = 'https://mcp.example'
  const own = { issuer: origin, token_endpoint: `${origin}/oauth/token` }

  test('describes its own authorization server at the root of its origin', async () => {
    verifies('AUTH-05', 'AUTH-08')
    const services = createFakeAuthServices(`${origin}/v1/mcp`, { [ownServer]: own })
    expect(await found(services)).toEqual({
      resource: `${origin}/v1/mcp`,
      server: own,
      scopesSupported: undefined,
      isAssumed: false,
    })
    expect(services.asked).toEqual([`${atRoot}/v1/mcp`, atRoot, ownServer])
  })

  test('may write its issuer with a slash, which is the issuer then', async () => {
    const reply = { ...own, issuer: `${origin}/` }
    expect((await found(createFakeAuthServices(`${origin}/mcp`, { [ownServer]: reply }))).server).toEqual(reply)
  })

  test.each([
    ['https://MCP.example/v1/mcp', 'https://mcp.example/v1/mcp', origin],
    ['https://mcp.example/', 'https://mcp.example', origin],
    ['https://mcp.example/mcp/', 'https://mcp.example/mcp/', origin],
    ['https://mcp.example:8443/mcp', 'https://mcp.example:8443/mcp', 'https://mcp.example:8443'],
    ['http://localhost:3000/mcp', 'http://localhost:3000/mcp', 'http://localhost:3000'],
  ])('has endpoints that are assumed: %s', async (url, identifier, base) => {
    verifies('AUTH-06', 'AUTH-32')
    expect(await found(createFakeAuthServices(url))).toEqual({
      resource: identifier,
      server: {
        issuer: base,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        registration_endpoint: `${base}/register`,
      },
      scopesSupported: undefined,
      isAssumed: true,
    })
  })

  const rows: [string, FakePage, string, string?][] = [
    ['has failed', 503, 'HTTP status 503', 'unreachable'],
    ['is a page', () => new Response('<html>'), 'it is not a JSON object'],
    ['has another issuer', { ...own, issuer: `${origin}/oauth` }, 'names another issuer'],
    ['has an issuer with two slashes', { ...own, issuer: `${origin}//` }, 'names another issuer'],
    ['cannot be reached', new Error('secret'), 'it cannot be reached', 'unreachable'],
  ]
  test.each<[string, FakePage, string, string?]>(rows)(
    'is not assumed where its metadata %s',
    async (_name, reply, reason, code) => {
      verifies('AUTH-05', 'AUTH-19')
      const [message] = await refusal(createFakeAuthServices(`${origin}/mcp`, { [ownServer]: reply }), undefined, code)
      expect(message).toContain(reason)
      expect(message).not.toContain('secret')
    },
  )

  test('is not assumed at an address without TLS', async () => {
    verifies('AUTH-55')
    const [message] = await refusal(createFakeAuthServices('http://mcp.example/mcp'))
    expect(message).toContain('mcp.example is named with http:, not https:')
  })
})
