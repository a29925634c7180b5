import { exportJWK, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { createIssuerKeys } from './issuer-keys.js'

const keysUrl = 'https://as.example/keys?a=1'
const header = { alg: 'ES256', kid: 'one' }
const token = { payload: '', signature: '' }

let keys: { readonly keys: readonly object[] }
beforeAll(async () => {
  const { publicKey } = await generateKeyPair('ES256', { extractable: true })
  keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }] }
})

function setUp(document: () => unknown) {
  const runtime = createManualRuntime()
  const accepted: unknown[] = []
  const fetch = async (target: string | URL | Request, init?: RequestInit) => {
    accepted.push([String(target), new Headers(init?.headers).get('accept')])
    const value = document()
    return value === undefined ? new Response('', { status: 404 }) : Response.json(value)
  }
  return { runtime, accepted, source: { fetch, runtime } }
}

describe('the keys of an issuer', () => {
  test('may be given by a function, which is taken as it is', () => {
    const given = () => new Uint8Array()
    expect(createIssuerKeys('https://as.example', given, setUp(() => keys).source)).toBe(given)
  })

  test('may be given, and are not fetched then', async () => {
    const { source, accepted } = setUp(() => keys)
    const find = createIssuerKeys('https://as.example', keys as never, source)
    expect(await find(header, token)).toMatchObject({ type: 'public' })
    expect(accepted).toEqual([])
  })

  test('are fetched when one is needed, and then cached', async () => {
    const { source, accepted } = setUp(() => keys)
    const find = createIssuerKeys('https://as.example', keysUrl, source)
    expect(accepted).toEqual([])
    expect(await find(header, token)).toMatchObject({ type: 'public' })
    await find(header, token)
    expect(accepted).toEqual([[keysUrl, 'application/json, application/jwk-set+json']])
  })

  test.each([
    ['nothing', undefined],
    ['no object', []],
    ['no list', { keys: {} }],
    ['a key that is no object', { keys: ['x'] }],
  ])('that are %s are fetched again after five seconds', async (_name, document) => {
    const documents = [document]
    const { source, runtime, accepted } = setUp(() => documents.shift() ?? (accepted.length > 1 ? keys : undefined))
    const find = createIssuerKeys('https://as.example', keysUrl, source)
    const missing = { code: 'unreachable', message: 'https://as.example/keys has no keys' }
    await expect(find(header, token)).rejects.toMatchObject(missing)
    runtime.advance(4_999)
    const justNow = { code: 'unreachable', message: 'https://as.example/keys could not be read a moment ago' }
    await expect(find(header, token)).rejects.toMatchObject(justNow)
    expect(accepted).toHaveLength(1)
    runtime.advance(1)
    expect(await find(header, token)).toMatchObject({ type: 'public' })
  })
})
