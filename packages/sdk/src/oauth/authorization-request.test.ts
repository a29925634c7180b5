import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { AuthorizationServerMetadata } from '../shared/auth.js'
import { type StartAuthorizationOptions, startAuthorization } from './authorization-request.js'

const issuer = 'https://as.example/deep'

async function start(options: Partial<StartAuthorizationOptions> = {}) {
  const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
    ...{ clientInformation: { client_id: 'c' }, redirectUrl: 'https://app.example/back' },
    ...options,
  })
  const { origin, pathname, searchParams } = authorizationUrl
  return { address: origin + pathname, params: Object.fromEntries(searchParams), codeVerifier, searchParams }
}

const metadata = (more: object = {}) =>
  ({
    ...{ issuer, authorization_endpoint: 'https://as.example/auth?old=1', response_types_supported: ['code'] },
    ...more,
  }) as AuthorizationServerMetadata

describe('the address that the browser is sent to', () => {
  test('begins the flow, with a verifier that nobody guesses', async () => {
    const { address, params, codeVerifier } = await start()
    expect(address).toBe('https://as.example/authorize')
    expect(codeVerifier).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(params).toEqual({
      ...{ response_type: 'code', client_id: 'c', redirect_uri: 'https://app.example/back' },
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    expect((await start()).codeVerifier).not.toBe(codeVerifier)
  })

  test('is that of the metadata', async () => {
    const { address, params } = await start({ metadata: metadata() })
    expect([address, params['old']]).toEqual(['https://as.example/auth', '1'])
  })

  test('has what else is asked for', async () => {
    const redirectUrl = new URL('https://app.example/')
    const { params } = await start({ redirectUrl, scope: 'a b', state: 's', resource: 'https://a.example' })
    expect(params).toMatchObject({
      ...{ redirect_uri: 'https://app.example/', scope: 'a b', state: 's', resource: 'https://a.example' },
    })
    expect(params).not.toHaveProperty('prompt')
  })

  test('has nothing that is empty', async () => {
    const { params } = await start({ scope: '', state: '', resource: '' })
    expect(Object.keys(params)).toEqual([
      ...['response_type', 'client_id', 'code_challenge', 'code_challenge_method', 'redirect_uri'],
    ])
  })

  test('asks for consent where a refresh token is wanted', async () => {
    const { searchParams } = await start({ scope: 'a offline_access' })
    expect(searchParams.getAll('prompt')).toEqual(['consent'])
  })

  test('has a verifier without the letters that addresses change', async () => {
    const verifiers = await Promise.all(Array.from({ length: 40 }, async () => (await start()).codeVerifier))
    expect(verifiers.filter((verifier) => /^[A-Za-z0-9_-]{43}$/.test(verifier))).toHaveLength(40)
    expect(new Set(verifiers.join('')).has('-')).toBe(true)
    expect(new Set(verifiers.join('')).has('_')).toBe(true)
  })
})

describe('a server', () => {
  test.each([
    ['response type code', { response_types_supported: ['token'] }],
    ['code challenge method S256', { code_challenge_methods_supported: ['plain'] }],
  ])('without %s is an error', async (what, more) => {
    await expect(start({ metadata: metadata(more) })).rejects.toThrow(
      new Error(`Incompatible auth server: does not support ${what}`),
    )
  })

  test('with the method is none', async () => {
    const { address } = await start({ metadata: metadata({ code_challenge_methods_supported: ['plain', 'S256'] }) })
    expect(address).toBe('https://as.example/auth')
  })
})
