import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { parseChallenges } from '../challenge/parse-challenges.js'
import { chooseScopes, isScope, type ScopeSituation } from './choose-scopes.js'

interface Row {
  readonly challenged?: string
  readonly options?: ScopeSituation['options']
  /** Listed by the MCP server. */
  readonly listed?: readonly string[]
  /** Listed by the authorization server. */
  readonly offered?: string[]
  readonly requested?: readonly string[]
}

function choose({ challenged, options = {}, listed, offered, requested }: Row): readonly string[] | undefined {
  const challenge = challenged === undefined ? 'Bearer' : `Bearer scope="${challenged}"`
  const server = { issuer: 'https://as.example', ...(offered !== undefined && { scopes_supported: offered }) }
  return chooseScopes({
    options,
    challenge: parseChallenges(challenge)[0],
    authorization: { resource: 'https://mcp.example/mcp', server, scopesSupported: listed, isAssumed: false },
    requested,
  })
}

describe('the first scopes', () => {
  const rows: readonly (readonly [string, Row, readonly string[] | undefined])[] = [
    ['of the challenge', { challenged: 'a b', options: { scopes: ['c'] }, listed: ['a', 'd'] }, ['a', 'b']],
    ['of the challenge that nobody lists', { challenged: 'x', listed: ['a'], offered: ['b'] }, ['x']],
    ['of the options', { options: { scopes: ['c', 'd'] }, listed: ['a'] }, ['c', 'd']],
    ['that the server lists', { listed: ['a', 'b', 'c'] }, ['a', 'b', 'c']],
    ['that the server lists, not the authorization server', { listed: ['a'], offered: ['b', 'c'] }, ['a']],
    ['each once', { challenged: 'a  b a' }, ['a', 'b']],
    ['none', {}, undefined],
    ['none of an empty challenge', { challenged: '' }, undefined],
    ['none of empty lists', { listed: [], options: { scopes: [] } }, undefined],
    ['of the list after an empty challenge', { challenged: ' ', listed: ['a'] }, ['a']],
    ['without what is no scope', { challenged: 'a b\u007f c\tä d' }, ['a', 'd']],
  ]
  test.each(rows)('are those %s', (_name, row, expected) => {
    verifies('AUTH-29', 'AUTH-30')
    expect(choose(row)).toEqual(expected)
  })
})

describe('later scopes', () => {
  const rows: readonly (readonly [string, Row, readonly string[] | undefined])[] = [
    ['those from before and those challenged', { requested: ['a'], challenged: 'b', listed: ['c'] }, ['a', 'b']],
    ['each once', { requested: ['a', 'b'], challenged: 'b a c' }, ['a', 'b', 'c']],
    ['those from before where none are challenged', { requested: ['a'], listed: ['a', 'b'] }, ['a']],
    ['those from before, not of the options', { requested: ['a'], options: { scopes: ['b'] } }, ['a']],
  ]
  test.each(rows)('are %s', (_name, row, expected) => {
    verifies('AUTH-48')
    expect(choose(row)).toEqual(expected)
  })
})

describe('offline_access', () => {
  const offered = ['a', 'offline_access']
  const rows: readonly (readonly [string, Row, readonly string[] | undefined])[] = [
    ['is added where it is offered', { challenged: 'a', offered }, ['a', 'offline_access']],
    [
      'is added for a person',
      { challenged: 'a', offered, options: { grant: 'authorization_code' } },
      ['a', 'offline_access'],
    ],
    ['is not added where it is not', { challenged: 'a', offered: ['a'] }, ['a']],
    ['is not added where nothing is listed', { challenged: 'a' }, ['a']],
    ['is not added to no scopes', { offered }, undefined],
    ['is not added for a program', { challenged: 'a', offered, options: { grant: 'client_credentials' } }, ['a']],
    [
      'is not added for a workload',
      { challenged: 'a', offered, options: { grant: { type: 'jwt-bearer', assertion: () => '' } } },
      ['a'],
    ],
    ['of the list of an MCP server does not count', { listed: ['a', 'offline_access'], offered: ['a'] }, ['a']],
    ['is not kept at a server without it', { requested: ['a', 'offline_access'], offered: ['a'] }, ['a']],
    ['is what the application says', { options: { scopes: ['a', 'offline_access'] } }, ['a', 'offline_access']],
  ]
  test.each(rows)('%s', (_name, row, expected) => {
    verifies('AUTH-50')
    expect(choose(row)).toEqual(expected)
  })
})

describe('too many scopes are an error', () => {
  const many = Array.from({ length: 129 }, (_, index) => `s${index}`)
  const rows: readonly (readonly [string, Row])[] = [
    ['in a challenge', { challenged: many.join(' ') }],
    ['in a list', { listed: many }],
    ['over time', { requested: many.slice(1), challenged: 's0' }],
    ['by their length', { challenged: 'a'.repeat(4_097) }],
  ]
  test.each(rows)('%s', (_name, row) => {
    expect(() => choose(row)).toThrow(
      expect.objectContaining({ code: 'limit', message: 'the scopes to request exceed 128, or 4096 characters' }),
    )
  })

  test('and 4,096 characters are not', () => {
    expect(choose({ challenged: 'a'.repeat(4_096) })).toEqual(['a'.repeat(4_096)])
    const pair = [`${'a'.repeat(2_048)}`, `${'b'.repeat(2_047)}`]
    expect(choose({ challenged: pair.join(' ') })).toEqual(pair)
    expect(() => choose({ challenged: `${pair.join(' ')}b` })).toThrow(expect.objectContaining({ code: 'limit' }))
  })

  test('and 128 are not', () => expect(choose({ listed: many.slice(1) })).toHaveLength(128))
})

test.each([
  ['mcp:read', true],
  ['!#[]~', true],
  ['', false],
  ['a b', false],
  [' a', false],
  ['a ', false],
  ['a"b', false],
  ['a\\b', false],
  ['a\n', false],
  ['ä', false],
])('%j as a scope: %s', (text, expected) => expect(isScope(text)).toBe(expected))
