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
