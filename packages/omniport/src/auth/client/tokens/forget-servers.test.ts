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

test('what another authorization server, or another resource has, stays', () => {
  const values = stored()
  const others = [
    key('tokens', 'https://other', 'https://a', 'authorization_code', 'loopback'),
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
    [key('client-issuer', 'https://a/mcp', 'id'), 'https://issuer'],
  ])
  expect(forgetServers(values, 'https://a/mcp')).toEqual(['https://a/mcp'])
  expect([...values.values()]).toEqual([1])
})
