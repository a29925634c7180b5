import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { audience, issuer } from '../fixtures/create-issuer.js'
import { jwtAuth } from './jwt-auth.js'
import type { JwtAuthOptions } from './jwt-auth-options.js'

const names = 'RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, Ed25519'
const create = (options: object) => jwtAuth({ issuer, audience, ...options } as JwtAuthOptions) // what JavaScript lets through

describe('the options of jwtAuth', () => {
  test.each(names.split(', '))('may name the algorithm %s', (name) => {
    expect(() => create({ algorithms: [name] })).not.toThrow()
  })

  test.each<[string, object]>([
    ['several issuers', { issuer: [issuer, 'https://other.example'] }],
    ['the address of keys', { jwks: 'https://as.example/keys' }],
    ['keys', { jwks: { keys: [] } }],
    ['a function for keys', { jwks: () => new Uint8Array() }],
    ['no cache', { cacheMs: 0 }],
  ])('may have %s', (_name, options) => {
    expect(() => create(options)).not.toThrow()
  })

  test.each<[string, object, string]>([
    ['no algorithms', { algorithms: [] }, `algorithms must be some of ${names}`],
    ['an algorithm with a secret', { algorithms: ['ES256', 'HS256'] }, `algorithms must be some of ${names}`],
    ['a text for algorithms', { algorithms: 'ES256' }, `algorithms must be some of ${names}`],
    ['no issuer', { issuer: [] }, 'issuer must be an issuer, or several'],
    [
      'an issuer that is no safe address',
      { issuer: [issuer, 'http://as.example'] },
      'issuer must be an https: URL, or an http: URL of this machine',
    ],
    [
      'an address of keys that is not safe',
      { jwks: 'http://as.example/keys' },
      'jwks must be an https: URL, or an http: URL of this machine',
    ],
    ['keys that are none', { jwks: {} }, 'jwks must be a URL, a JSON Web Key Set, or a function'],
    ['null for keys', { jwks: null }, 'jwks must be a URL, a JSON Web Key Set, or a function'],
    ['half a time', { cacheMs: 0.5 }, 'cacheMs must be a whole number, 0 or more'],
    [
      'keys for several issuers',
      { issuer: [issuer, 'https://other.example'], jwks: { keys: [] } },
      'jwks is for one issuer; the keys of several are found through their metadata',
    ],
  ])('may not have %s', (_name, options, problem) => {
    expect(thrownBy(() => create(options))).toEqual(new TypeError(`jwtAuth: ${problem}`))
  })
})
