import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { AddressRefusal } from '../../ssrf-guard/address-refusal.js'
import type { Challenge } from '../challenge/challenge.js'
import { parseChallenges } from '../challenge/parse-challenges.js'
import { createFakeAuthServices, type FakePage } from './fixtures/create-fake-auth-services.js'
import { found, refusal } from './fixtures/discovered.js'
import { atPath, atRoot, issuer, metadata, oauth, ownServer, resource, server } from './fixtures/published.js'

type Replies = Readonly<Record<string, FakePage>>

function naming(url: string): Challenge | undefined {
  return parseChallenges(`Bearer resource_metadata="${url}"`)[0]
}

describe('the metadata of an MCP server is looked for', () => {
  const custom = 'https://elsewhere.example/custom/location.json'
  const rows: readonly (readonly [string, string | undefined, Replies, readonly string[]])[] = [
    ['where the challenge says', custom, { [custom]: resource }, [custom]],
    ['at the path', undefined, { [atPath]: resource }, [atPath]],
    ['at the root', undefined, { [atRoot]: resource }, [atPath, atRoot]],
    ['at the path after the challenge', custom, { [atPath]: resource }, [custom, atPath]],
    ['at the root after the challenge', custom, { [atRoot]: resource, [atPath]: 410 }, [custom, atPath, atRoot]],
    ['once at each place', atPath, { [atRoot]: resource }, [atPath, atRoot]],
    ['at the root after a 401', undefined, { [atRoot]: resource, [atPath]: 401 }, [atPath, atRoot]],
  ]
  test.each(rows)('%s', async (_name, named, replies, asked) => {
    verifies('AUTH-11', 'AUTH-14', 'AUTH-15')
    const services = createFakeAuthServices(server, { [oauth]: metadata, ...replies })
    const challenge = named === undefined ? undefined : naming(named)
    expect(await found(services, challenge)).toEqual({
      resource: server,
      server: metadata,
      scopesSupported: undefined,
      isAssumed: false,
    })
    expect(services.asked).toEqual([...asked, oauth])
  })

  test('with the revision in a header', async () => {
    verifies('AUTH-07')
    const services = createFakeAuthServices(server, { [atPath]: resource, [oauth]: metadata })
    await found(services)
    const headers = services.sent.map((sent) => Object.fromEntries(sent))
    const expected = { accept: 'application/json', 'mcp-protocol-version': '2026-07-28' }
    expect(headers).toEqual([expected, expected])
  })

  test('for a server at the root, there alone', async () => {
    verifies('AUTH-14')
    const replies = { [atRoot]: { ...resource, resource: 'https://mcp.example' }, [oauth]: metadata }
    const services = createFakeAuthServices('https://mcp.example/', replies)
    expect((await found(services)).resource).toBe('https://mcp.example')
    expect(services.asked).toEqual([atRoot, oauth])
  })
})

describe('a resource', () => {
  test.each([
    ['https://mcp.example/mcp'],
    ['HTTPS://MCP.example:443/mcp'],
    ['https://mcp.example'],
    ['https://mcp.example/'],
  ])('%s is this server, and used as it is written', async (text) => {
    verifies('AUTH-32')
    const replies = { [atPath]: { ...resource, resource: text, scopes_supported: ['a', 'b'] }, [oauth]: metadata }
    const authorization = await found(createFakeAuthServices(server, replies))
    expect(authorization).toMatchObject({ resource: text, scopesSupported: ['a', 'b'] })
  })

  test.each([
    ['https://mcp.example/tenant', 'https://mcp.example/tenant/mcp/'],
    ['https://mcp.example/tenant/', 'https://mcp.example/tenant/mcp'],
  ])('%s covers %s', async (text, url) => {
    const named = 'https://mcp.example/metadata'
    const replies = { [named]: { ...resource, resource: text }, [oauth]: metadata }
    expect((await found(createFakeAuthServices(url, replies), naming(named))).resource).toBe(text)
  })

  test.each([
    ['https://evil.example/mcp'],
    ['http://mcp.example/mcp'],
    ['https://mcp.example:8443/mcp'],
    ['https://mcp.example.evil.example/mcp'],
    ['https://mcp.example/mc'],
    ['https://mcp.example/mcp/'],
    ['https://mcp.example/mcp/deeper'],
    ['https://mcp.example/other'],
    ['https://mcp.example/MCP'],
    ['https://mcp.example/mcp?a=b'],
    ['https://mcp.example/mcp#a'],
    ['https://mcp.example/x/../mcp'],
    ['https://mcp.example@evil.example/mcp'],
    ['/mcp'],
    [''],
    [null],
    [7],
    [[server]],
    [undefined],
  ])('%j is not this server: nothing else is asked', async (text) => {
    verifies('AUTH-11')
    const services = createFakeAuthServices(server, {
      [atPath]: { ...resource, resource: text },
      [atRoot]: resource,
      [oauth]: metadata,
    })
    const [message, asked] = await refusal(services)
    expect(message).toMatch(/^the resource metadata for https:\/\/mcp\.example\/mcp is about .+ instead$/)
    expect(asked).toBe(1)
  })
})

describe('metadata of an MCP server that is of no use is an error, and no reason to guess', () => {
  const text = (body: string | Uint8Array<ArrayBuffer>) => () => new Response(body, { status: 200 })
  const nested = JSON.stringify(resource).replace('}', `,"a":${'['.repeat(16)}${']'.repeat(16)}}`)
  const rows: [string, FakePage, string, string?][] = [
    ['a failure', 500, 'HTTP status 500', 'unreachable'],
    ['a failure of a proxy', 502, 'HTTP status 502', 'unreachable'],
    ['a redirect', () => new Response(null, { status: 302 }), 'HTTP status 302'],
    ['a request to wait', 429, 'HTTP status 429', 'unreachable'],
    ['no content', () => new Response(null, { status: 204 }), 'HTTP status 204'],
    ['nothing', () => new Response(null), 'it is not a JSON object'],
    ['a page', text('<!doctype html>'), 'it is not a JSON object'],
    ['half a document', text(JSON.stringify(resource).slice(0, -1)), 'it is not a JSON object'],
    ['a list', [resource], 'it is not a JSON object'],
    ['null', text('null'), 'it is not a JSON object'],
    ['not UTF-8', text(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)), 'it is not a JSON object'],
    ['depth', text(nested), 'it nests deeper than 16'],
    ['size', { ...resource, a: 'x'.repeat(262_144) }, 'the reply has more than 262144 bytes'],
    ['no authorization servers', { resource: server }, 'names no authorization server'],
    ['none of them', { ...resource, authorization_servers: [] }, 'names no authorization server'],
    ['one that is no list', { ...resource, authorization_servers: issuer }, 'names no authorization server'],
    ['one that is no text', { ...resource, authorization_servers: [issuer, {}] }, 'names no authorization server'],
    [
      'scopes that are no list',
      { ...resource, scopes_supported: 'a b' },
      'scopes_supported that is not an array of strings',
    ],
    [
      'scopes that are no texts',
      { ...resource, scopes_supported: [1] },
      'scopes_supported that is not an array of strings',
    ],
    ['no connection', new TypeError('secret'), 'it cannot be reached', 'unreachable'],
    ['no time', new OmniportError('timeout', 'it took too long'), 'it took too long', 'timeout'],
    ['an address that is not asked', new AddressRefusal('it is a private address'), 'it is a private address'],
  ]
  test.each<[string, FakePage, string, string?]>(rows)('%s', async (_name, reply, reason, code) => {
    verifies('AUTH-11')
    const services = createFakeAuthServices(server, { [atPath]: reply, [atRoot]: resource, [ownServer]: metadata })
    const [message, asked] = await refusal(services, undefined, code)
    expect(message).toContain(reason)
    expect(message).toContain('https://mcp.example/')
    expect(message).not.toContain('secret')
    expect(asked).toBe(1)
  })

  test('null is as good as nothing', async () => {
    const replies = { [atPath]: { ...resource, scopes_supported: null }, [oauth]: metadata }
    expect((await found(createFakeAuthServices(server, replies))).scopesSupported).toBeUndefined()
  })

  test('a name that objects inherit is a member like others', async () => {
    const body = JSON.stringify(resource).replace('{', '{"__proto__":{"scopes_supported":["a"]},')
    const replies = { [atPath]: () => new Response(body), [oauth]: metadata }
    expect((await found(createFakeAuthServices(server, replies))).scopesSupported).toBeUndefined()
  })
})

describe('a challenge that names metadata', () => {
  test('which is not there is no reason to guess', async () => {
    verifies('AUTH-14')
    const services = createFakeAuthServices(server, { [ownServer]: { ...metadata, issuer: 'https://mcp.example' } })
    const [message, asked] = await refusal(services, naming('https://mcp.example/nowhere?a=b'))
    expect(message).toBe(
      'there is no resource metadata at https://mcp.example/nowhere, which https://mcp.example/mcp names',
    )
    expect(asked).toBe(3)
  })

  test.each([[''], ['/metadata'], ['mcp.example'], [`https://mcp.example/${'a'.repeat(2_048)}`]])(
    'in a wrong way is an error: %j',
    async (text) => {
      const [message, asked] = await refusal(createFakeAuthServices(server, { [atPath]: resource }), naming(text))
      expect(message).toMatch(/^the challenge names '.{0,201}' as its resource metadata, which is not a URL$/)
      expect(asked).toBe(0)
    },
  )
})
