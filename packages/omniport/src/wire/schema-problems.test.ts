import { expect, test } from 'vitest'
import { officialSchema } from './official-schema.js'
import { definitionProblems, problem, schemaProblems } from './schema-problems.js'

const schema = officialSchema('2025-11-25')

test('a problem begins with its place', () => {
  expect([problem('', 'is wrong'), problem('/a', 'is wrong')]).toEqual(['message: is wrong', '/a: is wrong'])
})

test('the place of a problem is that in the message', () => {
  const subject = { pointer: schema.pointer('ListToolsResult'), value: { tools: [{ name: 'add' }] } }
  expect(schemaProblems(schema, { ...subject, path: '/result' })).toEqual(['/result/tools/0/inputSchema: is required'])
  expect(schemaProblems(schema, { ...subject, path: '' })).toEqual(['/tools/0/inputSchema: is required'])
  expect(schemaProblems(schema, { ...subject, value: [], path: '' })).toEqual(['message: must be an object'])
})

test('slashes and tildes in names are escaped', () => {
  const value = { type: 'object', properties: { 'a/b~c': 5 } }
  expect(schemaProblems(schema, { pointer: '/$defs/Tool/properties/inputSchema', value, path: '/x' })).toEqual([
    '/x/properties/a~1b~0c: must be an object',
  ])
})

test('a whole message is checked by the name of its definition', () => {
  expect(definitionProblems(schema, 'JSONRPCRequest', { jsonrpc: '2.0', id: 1, method: 'x' })).toEqual([])
  expect(definitionProblems(schema, 'JSONRPCRequest', { jsonrpc: '2.0', id: 1 })).toEqual(['/method: is required'])
})
