import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { guardRulesFor } from './guard-rules-for.js'

test.each([
  ['https://mcp.example/mcp', false],
  ['https://localhost.example/mcp', false],
  ['http://localhost:3000/mcp', true],
  ['http://127.0.0.1:3000/mcp', true],
])('a server at %s may lead to this machine: %s', (url, allowLoopback) => {
  verifies('SEC-07')
  const serverUrl = new URL(url)
  expect(guardRulesFor({ serverUrl, options: {} })).toEqual({ allowLoopback, allowPrivateNetwork: undefined })
  expect(guardRulesFor({ serverUrl, options: { allowPrivateNetwork: true } })).toEqual({
    allowLoopback,
    allowPrivateNetwork: true,
  })
})
