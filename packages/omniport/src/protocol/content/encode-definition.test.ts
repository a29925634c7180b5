import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { type Revision, revisions } from '../revisions/revision.js'
import { profileOf } from '../revisions/revision-profile.js'
import { type Definitions, encodeDefinition, encodeImplementation } from './encode-definition.js'

const icons = [{ src: 'https://example.com/i.png' }]
const _meta = { 'com.example/a': 1 }
const annotations = { audience: ['user' as const], priority: 1, lastModified: '2025-01-12T15:00:58Z' }
const { lastModified: _, ...olderAnnotations } = annotations
const inputSchema = { type: 'object' as const, properties: { a: { type: 'string' } } }
const toolAnnotations = { title: 'A', readOnlyHint: true }
const described = { name: 'a', title: 'A', description: 'An a', icons, _meta }

const full: { readonly [K in keyof Definitions]: Definitions[K] } = {
  tools: {
    ...described,
    inputSchema,
    outputSchema: { type: 'object' },
    annotations: toolAnnotations,
    execution: { taskSupport: 'optional' },
  },
  resources: { ...described, uri: 'a:b', mimeType: 'text/plain', size: 3, annotations },
  resourceTemplates: { ...described, uriTemplate: 'a:{b}', mimeType: 'text/plain', annotations },
  prompts: { ...described, arguments: [{ name: 'x', title: 'X', description: 'An x', required: true }] },
}

const plain = { name: 'a', description: 'An a' }
const titled = { ...plain, title: 'A', _meta }
const drawn = { ...titled, icons }
const sized = { uri: 'a:b', mimeType: 'text/plain', size: 3 }
const family = { uriTemplate: 'a:{b}', mimeType: 'text/plain' }
const argument = { name: 'x', description: 'An x', required: true }
const titledArgument = { ...argument, title: 'X' }
const outputSchema = { type: 'object' }
const execution = { taskSupport: 'optional' }

const rows: readonly (readonly [keyof Definitions, Revision, object])[] = [
  ['tools', '2024-11-05', { ...plain, inputSchema }],
  ['tools', '2025-03-26', { ...plain, inputSchema, annotations: toolAnnotations }],
  ['tools', '2025-06-18', { ...titled, inputSchema, outputSchema, annotations: toolAnnotations }],
  ['tools', '2025-11-25', { ...drawn, inputSchema, outputSchema, annotations: toolAnnotations, execution }],
  ['tools', '2026-07-28', { ...drawn, inputSchema, outputSchema, annotations: toolAnnotations }],
  ['resources', '2024-11-05', { ...plain, ...sized, annotations: olderAnnotations }],
  ['resources', '2025-03-26', { ...plain, ...sized, annotations: olderAnnotations }],
  ['resources', '2025-06-18', { ...titled, ...sized, annotations }],
  ['resources', '2025-11-25', { ...drawn, ...sized, annotations }],
  ['resources', '2026-07-28', { ...drawn, ...sized, annotations }],
  ['resourceTemplates', '2024-11-05', { ...plain, ...family, annotations: olderAnnotations }],
  ['resourceTemplates', '2025-03-26', { ...plain, ...family, annotations: olderAnnotations }],
  ['resourceTemplates', '2025-06-18', { ...titled, ...family, annotations }],
  ['resourceTemplates', '2025-11-25', { ...drawn, ...family, annotations }],
  ['resourceTemplates', '2026-07-28', { ...drawn, ...family, annotations }],
  ['prompts', '2024-11-05', { ...plain, arguments: [argument] }],
  ['prompts', '2025-03-26', { ...plain, arguments: [argument] }],
  ['prompts', '2025-06-18', { ...titled, arguments: [titledArgument] }],
  ['prompts', '2025-11-25', { ...drawn, arguments: [titledArgument] }],
  ['prompts', '2026-07-28', { ...drawn, arguments: [titledArgument] }],
]

describe('a definition in a revision has what that revision knows', () => {
  test.each(rows)('%s at %s', (kind, revision, expected) => {
    expect(encodeDefinition(kind, full[kind], profileOf(revision))).toEqual(expected)
  })

  test('and the definition itself stays as it is', () => {
    const before = structuredClone(full)
    for (const [kind, revision] of rows) encodeDefinition(kind, full[kind], profileOf(revision))
    expect(full).toEqual(before)
  })
})

test.each([
  ['an array', { type: 'array', items: {} }],
  ['no type', { oneOf: [{ type: 'object' }] }],
  ['a choice of types', { type: ['object', 'null'] }],
])('an output schema with %s at its root exists at 2026-07-28 only', (_name, schema) => {
  verifies('TOOL-18')
  const tool = { name: 'a', inputSchema, outputSchema: schema }
  const listed = revisions.map((revision) => encodeDefinition('tools', tool, profileOf(revision)))
  const without = { name: 'a', inputSchema }
  expect(listed).toEqual([without, without, without, without, tool])
})

describe('the name of a server', () => {
  const server = { name: 's', version: '1', title: 'S', description: 'An s', icons, websiteUrl: 'https://example.com' }
  const bare = { name: 's', version: '1' }

  test.each([
    ['2024-11-05', bare],
    ['2025-03-26', bare],
    ['2025-06-18', { ...bare, title: 'S' }],
    ['2025-11-25', server],
    ['2026-07-28', server],
  ] as const)('at %s', (revision, expected) => {
    expect(encodeImplementation(server, profileOf(revision))).toEqual(expected)
  })
})
