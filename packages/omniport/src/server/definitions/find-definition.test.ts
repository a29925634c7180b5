import { expect, test } from 'vitest'
import { type DefinitionSources, findCompleted, findDefinition } from './find-definition.js'

/** Sources whose entries say how they were looked for. */
const sources = {
  tools: { get: (name: string) => `tool ${name}` },
  prompts: { get: (name: string) => `prompt ${name}` },
  index: {
    find: (uri: string, principal: unknown) => ({ entry: `resource ${uri} for ${String(principal)}` }),
    template: (uri: string) => `template ${uri}`,
  },
} as unknown as DefinitionSources

test.each([
  ['tools/call', { name: 'a' }, 'tool a'],
  ['tools/call', { name: 5 }, undefined],
  ['prompts/get', { name: 'a' }, 'prompt a'],
  ['prompts/get', {}, undefined],
  ['resources/read', { uri: 'a:b' }, 'resource a:b for ada'],
  ['resources/read', { uri: 5 }, undefined],
  ['resources/subscribe', { uri: 'a:b' }, 'resource a:b for ada'],
  ['resources/unsubscribe', { uri: 'a:b' }, undefined],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'a' } }, 'prompt a'],
  ['completion/complete', { ref: { type: 'ref/resource', uri: 'a:{b}' } }, 'template a:{b}'],
  ['completion/complete', { ref: 'a' }, undefined],
  ['tools/list', { name: 'a' }, undefined],
  ['tools/call', undefined, undefined],
])('%s with %j is about %s', (method, params, expected) => {
  const message = { jsonrpc: '2.0', id: 1, method, ...(params && { params }) } as const
  expect(findDefinition(sources, message, 'ada' as never)).toBe(expected)
})

test.each([
  [{ type: 'ref/prompt', name: 5 }, undefined],
  [{ type: 'ref/resource', uri: 5 }, undefined],
  [{ type: 'ref/prompt', uri: 'a:b' }, undefined],
])('a reference of %j is about nothing', (reference, expected) => {
  expect(findCompleted(sources, reference)).toBe(expected)
})
