import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Tool } from '../../protocol/model/tool.js'
import { definitionOf, digestDefinition } from './server-catalogue.js'

const tool: Tool = {
  name: 'read',
  title: 'Read',
  description: 'Reads a file',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
}

test('it is the hash of the canonical JSON, so that others can compute it', async () => {
  const json = '{"description":"d","inputSchema":{"type":"object"},"name":"n"}'
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json)))
  expect(await digestDefinition({ name: 'n', inputSchema: { type: 'object' }, description: 'd' })).toBe(
    [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  )
})

describe('another definition has another hash:', () => {
  test.each<[string, object]>([
    ['name', { name: 'reads' }],
    ['title', { title: 'read' }],
    ['description', { description: 'Reads a file ' }],
    ['input schema', { inputSchema: { ...tool.inputSchema, required: [] } }],
    ['output schema', { outputSchema: undefined }],
    ['annotations', { annotations: { readOnlyHint: false } }],
    ['icons', { icons: [] }],
    ['something unknown', { extra: 1 }],
  ])('%s', async (_what, other) => {
    verifies('HOST-07')
    expect(await digestDefinition({ ...tool, ...other })).not.toBe(await digestDefinition(tool))
  })
})

describe('it is the same definition with', () => {
  test.each<[string, Tool]>([
    ['members in another order', Object.fromEntries(Object.entries(tool).reverse()) as object as Tool],
    ['members that are undefined', { ...tool, icons: undefined }],
    ['other `_meta`', { ...tool, _meta: { 'example.com/seen': 7 } }],
  ])('%s', async (_what, other) => {
    expect(await digestDefinition(other)).toBe(await digestDefinition(tool))
  })
})

test('a definition is all but `_meta`, and the tool stays as it is', () => {
  const given = { ...tool, _meta: { a: 1 } }
  expect(definitionOf(given)).toEqual(tool)
  expect(given._meta).toEqual({ a: 1 })
})

test('members with names that objects inherit count', async () => {
  const hidden = JSON.parse('{"name":"read","inputSchema":{"type":"object"},"__proto__":{"a":1}}') as Tool
  expect(await digestDefinition(hidden)).not.toBe(
    await digestDefinition({ name: 'read', inputSchema: { type: 'object' } }),
  )
})
