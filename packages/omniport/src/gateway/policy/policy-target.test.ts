import { expect, test } from 'vitest'
import { targetOf } from './policy-target.js'

test.each([
  ['tools/call', { name: 'a' }, { kind: 'tool', name: 'a' }],
  ['prompts/get', { name: 'a' }, { kind: 'prompt', name: 'a' }],
  ['resources/read', { uri: 'x:a', name: 'b' }, { kind: 'resource', name: 'x:a' }],
  ['resources/subscribe', { uri: 'x:a' }, { kind: 'resource', name: 'x:a' }],
  ['resources/unsubscribe', { uri: 'x:a' }, { kind: 'resource', name: 'x:a' }],
  ['resources/directory/read', { uri: 'x:a' }, { kind: 'resource', name: 'x:a' }],
  ['skills/get', { uri: 'x:a' }, { kind: 'resource', name: 'x:a' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'a' } }, { kind: 'prompt', name: 'a' }],
  ['completion/complete', { ref: { type: 'ref/resource', uri: 'x:{a}' } }, { kind: 'resource', name: 'x:{a}' }],
])('%s of %j is about %j', (method, params, expected) => {
  expect(targetOf({ jsonrpc: '2.0', id: 1, method, params })).toEqual(expected)
  expect(targetOf({ jsonrpc: '2.0', method, params })).toEqual(expected)
})

test.each([
  ['tools/list', { name: 'a' }],
  ['tools/call', { uri: 'x:a' }],
  ['tools/call', { name: 5 }],
  ['tools/call', undefined],
  ['constructor', { name: 'a' }],
  ['completion/complete', { ref: { type: 'ref/prompt', uri: 'x:a' } }],
  ['completion/complete', { ref: { type: 'ref/resource', name: 'a' } }],
  ['completion/complete', { ref: { type: 'ref/tool', name: 'a', uri: 'x:a' } }],
  ['completion/complete', { ref: 'ref/prompt' }],
  ['completion/complete', undefined],
])('%s of %j is about nothing', (method, params) => {
  expect(targetOf({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) })).toBeUndefined()
})
