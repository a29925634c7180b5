import { expect, test } from 'vitest'
import type { Revision } from '../../protocol/revisions/revision.js'
import { envelopeOf, type ToolText, toToolResponse } from './encode-tool-result.js'

const serverInfo = { name: 's', version: '1' }
const content = [{ type: 'text', text: 'x' }]
const named = { _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } }

test.each<[string, Revision, ToolText, object]>([
  ['its text', '2025-11-25', { text: 'x' }, { content }],
  ['an error', '2025-11-25', { text: 'x', isError: true }, { content, isError: true }],
  ['a value', '2025-11-25', { text: 'x', structuredContent: { a: 1 } }, { content, structuredContent: { a: 1 } }],
  ['no value where there is none', '2025-03-26', { text: 'x', structuredContent: { a: 1 } }, { content }],
  ['no name of a server where there is none', '2025-11-25', { text: 'x', serverInfo }, { content }],
  ['the members of a modern one', '2026-07-28', { text: 'x' }, { resultType: 'complete', content }],
  ['the name of its server', '2026-07-28', { text: 'x', serverInfo }, { resultType: 'complete', ...named, content }],
])('a result in the place of a tool has %s', (_what, revision, text, result) => {
  expect(toToolResponse({ jsonrpc: '2.0', id: 7, method: 'tools/call' }, revision, text)).toStrictEqual({
    ...{ jsonrpc: '2.0', id: 7 },
    result,
  })
})

test('a modern result is complete', () => {
  expect([envelopeOf(undefined), envelopeOf(serverInfo)]).toStrictEqual([
    ...[{ resultType: 'complete' }, { resultType: 'complete', ...named }],
  ])
})
