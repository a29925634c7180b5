import { describe, expect, test } from 'vitest'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { decodeResult } from '../codec/decode-result.js'
import { revisions } from '../revisions/revision.js'

const content = (block: unknown) => ({ content: [{ type: 'text', text: '' }, block] })

const valid: readonly (readonly [string, object])[] = [
  ['initialize', { protocolVersion: 'x', capabilities: {}, serverInfo: {} }],
  ['server/discover', { supportedVersions: [], capabilities: {} }],
  ['tools/list', { tools: [{ name: 'a', inputSchema: {}, more: 1 }], nextCursor: '' }],
  ['tools/list', { tools: [], nextCursor: null }],
  ['resources/list', { resources: [{ uri: 'a', name: 'b' }] }],
  ['resources/templates/list', { resourceTemplates: [{ uriTemplate: 'a', name: 'b' }] }],
  ['prompts/list', { prompts: [{ name: 'a' }] }],
  ['tools/call', { content: [], isError: false, structuredContent: null }],
  ['tools/call', content({ type: 'of the future' })],
  ['tools/call', content({ type: 'image', data: '', mimeType: '' })],
  ['tools/call', content({ type: 'resource', resource: { uri: 'a', blob: '' } })],
  ['tools/call', content({ type: 'resource_link', uri: 'a', name: 'b' })],
  ['resources/read', { contents: [{ uri: 'a', text: '' }] }],
  ['prompts/get', { messages: [{ role: 'assistant', content: { type: 'text', text: '' } }] }],
  ['completion/complete', { completion: { values: ['a'] } }],
  ['x/unknown', {}],
]

const invalid: readonly (readonly [string, unknown, string])[] = [
  ['tools/list', null, 'the result must be an object'],
  ['tools/list', [], 'the result must be an object'],
  ['x/unknown', 'text', 'the result must be an object'],
  ['initialize', { capabilities: {}, serverInfo: {} }, 'protocolVersion must be a string'],
  ['initialize', { protocolVersion: 'x', serverInfo: {} }, 'capabilities must be an object'],
  ['initialize', { protocolVersion: 'x', capabilities: {}, serverInfo: 's' }, 'serverInfo must be an object'],
  ['server/discover', { capabilities: {} }, 'supportedVersions must be an array'],
  ['server/discover', { supportedVersions: [], capabilities: [] }, 'capabilities must be an object'],
  ['tools/list', {}, 'tools must be an array'],
  ['tools/list', { tools: [], nextCursor: 1 }, 'nextCursor must be a string'],
  ['resources/list', { resources: {} }, 'resources must be an array'],
  ['resources/templates/list', {}, 'resourceTemplates must be an array'],
  ['prompts/list', { prompts: 5 }, 'prompts must be an array'],
  ['skills/list', { skills: {} }, 'skills must be an array'],
  ['skills/get', { skill: 'a' }, 'skill must be an object'],
  ['resources/directory/read', {}, 'resources must be an array'],
  ['tools/call', {}, 'content must be an array'],
  ['tools/call', { content: [], isError: 'yes' }, 'isError must be a boolean'],
  ['tools/call', content({}), 'content[1]: type must be a string'],
  ['tools/call', content({ type: 'text' }), 'content[1]: text must be a string'],
  ['tools/call', content({ type: 'audio', data: '' }), 'content[1]: mimeType must be a string'],
  ['tools/call', content({ type: 'resource' }), 'content[1]: resource must be an object'],
  [
    'tools/call',
    content({ type: 'resource', resource: { uri: 'a' } }),
    'content[1]: resource.text or blob must be a string',
  ],
  ['tools/call', content({ type: 'resource', resource: { text: 'a' } }), 'content[1]: resource.uri must be a string'],
  ['tools/call', content({ type: 'image', data: 'A!==', mimeType: 'a/b' }), 'content[1]: data must be base64 text'],
  ['tools/call', content({ type: 'image', data: 5, mimeType: 'a/b' }), 'content[1]: data must be base64 text'],
  ['tools/call', content({ type: 'resource_link', uri: 'a' }), 'content[1]: name must be a string'],
  ['resources/read', { contents: [{ uri: 'a' }] }, 'contents[0]: text or blob must be a string'],
  ['resources/read', { contents: [{ uri: 'a', blob: 'AAA' }] }, 'contents[0]: blob must be base64 text'],
  ['resources/read', { contents: [{ text: '' }] }, 'contents[0]: uri must be a string'],
  [
    'prompts/get',
    { messages: [{ role: 'user', content: { type: 'audio', data: '', mimeType: 1 } }] },
    'messages[0]: content.mimeType must be a string',
  ],
  ['prompts/get', { messages: [{ role: 'system' }] }, 'messages[0]: role must be "user" or "assistant"'],
  ['prompts/get', { messages: [{ role: 'user', content: 'text' }] }, 'messages[0]: content must be an object'],
  ['completion/complete', {}, 'completion must be an object'],
  ['completion/complete', { completion: {} }, 'completion.values must be an array'],
  ['completion/complete', { completion: { values: [1] } }, 'completion.values must hold strings'],
]

describe.each(revisions)('a result read at %s', (revision) => {
  test.each(valid)('of %s is given as it is: %j', (method, result) => {
    expect(decodeResult(method, result, { revision })).toEqual(result)
  })

  test.each(invalid)('of %s is refused: %j', (method, result, problem) => {
    expect(() => decodeResult(method, result, { revision })).toThrow(
      new OmniportError('invalid_result', `${method}: ${problem}`),
    )
  })
})
