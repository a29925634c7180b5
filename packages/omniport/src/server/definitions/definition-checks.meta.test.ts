import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { tool } from '../tools/tool.js'

const run = () => ''

test.each(['com.example/depth', 'ui/resourceUri', 'io.modelcontextprotocol/ui', 'com.example.mcp/a'])(
  'a definition may have _meta of its own: %s',
  (key) => {
    verifies('BASE-30', 'BASE-32')
    expect(tool({ run, _meta: { [key]: 1 } })._meta).toEqual({ [key]: 1 })
  },
)

test.each([
  ['a b', 'tool: _meta: a key must be a name, or a prefix and a name such as "com.example/depth", got "a b"'],
  ['com.mcp/a', 'tool: _meta: a key must be outside the prefixes that the protocol reserves, got "com.mcp/a"'],
])('a definition may not have _meta named %s', (key, message) => {
  verifies('BASE-30', 'BASE-31', 'BASE-32')
  expect(() => tool({ run, _meta: { [key]: 1 } })).toThrow(new TypeError(message))
})
