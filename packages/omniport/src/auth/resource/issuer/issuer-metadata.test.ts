import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { IssuerMetadata } from './issuer-metadata.js'

const issuer = 'https://as.example/tenant'
const [oauth, openid, appended] = [
  'https://as.example/.well-known/oauth-authorization-server/tenant',
  'https://as.example/.well-known/openid-configuration/tenant',
  'https://as.example/tenant/.well-known/openid-configuration',
]
const good = { issuer, jwks_uri: 'https://as.example/keys' }

/** The metadata of an issuer whose documents are what `documents` holds at the time. */
function setUp(documents: Record<string, unknown>) {
  const runtime = createManualRuntime()
  const fetched: string[] = []
  const accepted = new Set<string | null>()
  const fetch = async (target: string | URL | Request, init?: RequestInit) => {
    const url = String(target)
    fetched.push(url)
    accepted.add(new Headers(init?.headers).get('accept'))
    return Object.hasOwn(documents, url) ? Response.json(documents[url]) : new Response('', { status: 404 })
  }
  return { runtime, fetched, accepted, metadata: new IssuerMetadata(issuer, { fetch, runtime }) }
}

describe('the metadata of an issuer', () => {
  test('is fetched once, for all who ask', async () => {
    const { metadata, fetched, accepted } = setUp({ [oauth]: good })
    expect(await Promise.all([metadata.url('jwks_uri'), metadata.url('jwks_uri')])).toEqual([
      good.jwks_uri,
      good.jwks_uri,
    ])
    await metadata.url('jwks_uri')
    expect([fetched, [...accepted]]).toEqual([[oauth], ['application/json']])
  })

  test('is looked for at each address in turn', async () => {
    const { metadata, fetched } = setUp({ [appended]: good })
    expect([await metadata.url('jwks_uri'), fetched]).toEqual([good.jwks_uri, [oauth, openid, appended]])
  })

  test('that is nowhere is looked for again after five seconds', async () => {
    const documents: Record<string, unknown> = {}
    const { metadata, runtime, fetched } = setUp(documents)
    const nowhere = { code: 'unreachable', message: `${issuer} publishes no metadata` }
    await expect(metadata.url('jwks_uri')).rejects.toMatchObject(nowhere)
    documents[oauth] = good
    runtime.advance(4_999)
    const justNow = { code: 'unreachable', message: `${issuer} could not be read a moment ago` }
    await expect(metadata.url('jwks_uri')).rejects.toMatchObject(justNow)
    expect(fetched).toHaveLength(3)
    runtime.advance(1)
    expect(await metadata.url('jwks_uri')).toBe(good.jwks_uri)
  })

  test.each([
    ['of another issuer', { ...good, issuer: 'https://as.example' }],
    ['without an issuer', {}],
    ['that is no object', []],
    ['that is null', null],
  ])('%s is not taken, and no other is looked for', async (_name, document) => {
    const { metadata, fetched } = setUp({ [oauth]: document, [openid]: good })
    const message = `The metadata at ${oauth} names another issuer than ${issuer}`
    await expect(metadata.url('jwks_uri')).rejects.toMatchObject({ code: 'unreachable', message })
    expect(fetched).toEqual([oauth])
  })

  test.each([
    ['is missing', undefined],
    ['is no text', 5],
    ['is not safe', 'http://as.example/keys'],
  ])('is fetched again after a pause where the member %s', async (_name, jwks_uri) => {
    const documents: Record<string, unknown> = { [oauth]: { issuer, jwks_uri } }
    const { metadata, runtime } = setUp(documents)
    const message = `The metadata of ${issuer} has no valid jwks_uri`
    await expect(metadata.url('jwks_uri')).rejects.toMatchObject({ code: 'unreachable', message })
    documents[oauth] = good
    await expect(metadata.url('jwks_uri')).rejects.toThrow('a moment ago')
    runtime.advance(5_000)
    expect(await metadata.url('jwks_uri')).toBe(good.jwks_uri)
  })
})
