import { describe, expect, test } from 'vitest'
import { findServers, memberAt, memberOf, parseConfigText } from './config-entry.js'

const namesIn = (text: string, project = '/p') => findServers(text, 'a.json', project).map(({ name }) => name)

describe('the servers of a file', () => {
  test.each([
    ['{"mcpServers":{"a":{},"b":{}}}', ['a', 'b']],
    ['{"servers":{"a":{}}}', ['a']],
    ['{"mcp":{"servers":{"a":{}}}}', ['a']],
    ['{"mcp":{"a":{}}}', ['a']],
    ['{"servers":{"b":{}},"mcpServers":{"a":{}}}', ['a']],
    ['{"mcpServers":[],"servers":{"b":{}}}', ['b']],
    ['{"mcpServers":{"a":{},"b":7,"c":[],"d":null}}', ['a']],
    ['{"other":{"a":{}}}', []],
    ['{}', []],
    ['{ // mine\n "mcpServers": { "a": {}, }, }', ['a']],
    [
      '{"projects":{"/p":{"mcpServers":{"own":{}}},"/q":{"mcpServers":{"other":{}}}},"mcpServers":{"a":{}}}',
      ['own', 'a'],
    ],
    ['{"projects":{"/p":{"mcpServers":{"own":{}}}}}', ['own']],
    ['{"mcpServers":{"a":{"command":"old"}},"mcpServers":{"b":{}}}', ['b']],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names)
  })

  test('have the node of their entry', () => {
    const [found] = findServers('{"mcpServers":{"a":{"command":"x"}}}', 'a.json', '/p')
    expect(found && memberOf(found.node, 'command')?.value).toBe('x')
  })
})

test('a member is the last one of its name', () => {
  const root = parseConfigText('{"a":1,"a":2,"b":{"c":[3]}}', 'a.json')
  expect([memberOf(root, 'a')?.value, memberOf(root, 'z')]).toEqual([2, undefined])
  expect(memberAt(root, ['b', 'c'])?.type).toBe('array')
  expect([memberAt(root, ['b', 'c', '0']), memberAt(root, ['z', 'c']), memberAt(root, [])]).toEqual([
    undefined,
    undefined,
    root,
  ])
})

test.each([
  ['', 'a.json:1: not JSON, so it is left as it is: ValueExpected'],
  ['{\n"a": 1,\n"b"\n}', 'a.json:4: not JSON, so it is left as it is: ColonExpected'],
  ['7', 'a.json:1: not JSON, so it is left as it is: not an object'],
  ['['.repeat(100_000), 'a.json:1: not JSON, so it is left as it is: not an object'],
])('text that is no object is refused, case %#', (text, message) => {
  expect(() => parseConfigText(text, 'a.json')).toThrow(expect.objectContaining({ code: 'invalid_config', message }))
})
