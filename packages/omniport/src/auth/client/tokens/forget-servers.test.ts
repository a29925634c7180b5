import { expect, test } from 'vitest'
import { forgetServers } from './forget-servers.js'

const key = (...parts: readonly string[]) => JSON.stringify(parts)

function stored() {
  const authorization = (issuer: string, resource: string) => ({ resource, server: { issuer } })
  return new Map<string, unknown>([
    [key('authorization', 'https://a/mcp'), authorization('https://issuer', 'https://a')],
    [key('tokens', 'https://issuer', 'https://a', 'authorization_code', 'loopback'), 1],
    [key('client', 'https://issuer', 'https://a', 'loopback'), 2],
    [key('client-issuer', 'https://a/mcp', 'id'), 'https://issuer'],
    [key('authorization', 'https://b/mcp'), authorization('https://issuer', 'https://b')],
    [key('tokens', 'https://issuer', 'https://b', 'authorization_code', 'loopback'), 3],
    ['of another program', 4],
  ])
}

test('everything of one server goes, and nothing of another', () => {
  const values = stored()
  expect(forgetServers(values, 'https://a/mcp')).toEqual(['https://a/mcp'])
  expect([...values.values()].slice(1)).toEqual([3, 4])
})

test('without a server everything goes', () => {
  const values = stored()
  expect([forgetServers(values), values.size]).toEqual([['https://a/mcp', 'https://b/mcp'], 0])
})

test('nothing goes for a server that has nothing', () => {
  const values = stored()
  expect([forgetServers(values, 'https://c/mcp'), values.size]).toEqual([[], 7])
})

test('what an earlier authorization server gave goes too', () => {
  const values = stored()
  const earlier = [
    key('tokens', 'https://earlier', 'https://a', 'authorization_code', 'loopback'),
    key('client', 'https://earlier', 'https://a', 'loopback'),
  ]
  for (const one of earlier) values.set(one, 5)
  expect(forgetServers(values, 'https://a/mcp')).toEqual(['https://a/mcp'])
  expect([...values.values()].slice(1)).toEqual([3, 4])
})

test('what another server of the same resource uses stays, except for the tokens of both', () => {
  const values = stored()
  const given = (name: string, issuer: string) =>
    values.set(key('authorization', name), { resource: 'https://a', server: { issuer } })
  given('https://a/same', 'https://issuer')
  given('https://a/other', 'https://other')
  const registrations = ['https://issuer', 'https://other'].map((issuer) =>
    key('client', issuer, 'https://a', 'loopback'),
  )
  const tokens = ['https://issuer', 'https://other'].map((issuer) =>
    key('tokens', issuer, 'https://a', 'client_credentials', 'id'),
  )
  for (const one of [...registrations, ...tokens]) values.set(one, 5)
  expect(forgetServers(values, 'https://a/mcp')).toEqual(['https://a/mcp'])
  expect([...registrations, ...tokens].filter((one) => values.has(one))).toEqual([...registrations, tokens[1]])
})

test('what another resource has stays', () => {
  const values = stored()
  const others = [
    key('tokens', 'https://issuer', 'https://a/other', 'authorization_code', 'loopback'),
    key('tokens', 'https://issuer'),
    key('client', 'https://issuer', 'https://other', 'loopback'),
    key('client-issuer', 'https://b/mcp', 'id'),
    key('dpop-key', 'https://issuer', 'https://a'),
    '{"0":"tokens"}',
    '5',
    'null',
    JSON.stringify(['authorization', 5]),
    key('authorization'),
  ]
  for (const other of others) values.set(other, 5)
  forgetServers(values, 'https://a/mcp')
  expect(others.filter((other) => !values.has(other))).toEqual([])
})

test('an authorization that cannot be read goes alone', () => {
  const values = new Map<string, unknown>([
    [key('authorization', 'https://a/mcp'), 'broken'],
    [key('tokens', 'https://issuer', 'https://a', 'authorization_code', 'loopback'), 1],
    [key('tokens', 'https://issuer'), 2],
    [key('client-issuer', 'https://a/mcp', 'id'), 'https://issuer'],
  ])
  expect(forgetServers(values, 'https://a/mcp')).toEqual(['https://a/mcp'])
  expect([...values.values()]).toEqual([1, 2])
})
