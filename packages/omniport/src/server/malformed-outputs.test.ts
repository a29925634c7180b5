import { describe, expect, test } from 'vitest'
import { verifiesIn } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { revisions } from '../protocol/revisions/revision.js'
import { prompt } from './prompts/prompt.js'
import { resource } from './resources/resource.js'
import { result } from './tools/result.js'
import { tool } from './tools/tool.js'

const text = { type: 'text', text: 'a' }
const types = 'text, image, audio, resource_link and resource'

/** A block that is malformed, and the first problem of it. */
const blocks: readonly (readonly [string, object | null, string])[] = [
  ['an unknown type', { type: 'widget', html: '' }, `type must be one of ${types}`],
  ['a type of every object', { type: 'constructor' }, `type must be one of ${types}`],
  ['no type', { text: 'a' }, `type must be one of ${types}`],
  ['text that is a number', { type: 'text', text: 5 }, 'text must be a string'],
  ['an image without MIME type', { type: 'image', data: 'AA==' }, 'mimeType must be a string'],
  ['audio without MIME type', { type: 'audio', data: new Uint8Array(1) }, 'mimeType must be a string'],
  ['an image that is no base64', { type: 'image', data: 'a b', mimeType: 'image/png' }, 'data must be base64 text'],
  ['an image that is a number', { type: 'image', data: 5, mimeType: 'image/png' }, 'data must be base64 text'],
  ['a link without name', { type: 'resource_link', uri: 'a:b' }, 'name must be a string'],
  ['no resource', { type: 'resource', resource: 'a:b' }, 'resource must be an object'],
  ['a resource without uri', { type: 'resource', resource: { text: '' } }, 'resource.uri must be a string'],
  [
    'a resource whose blob is a number',
    { type: 'resource', resource: { uri: 'a:b', blob: 5 } },
    'resource.blob must be base64 text',
  ],
]

const withoutContent =
  'content must be an array beside isError; to report a failure, throw an Error, or return its text in content'

/** The answer to one request at a revision, and the texts that the operator gets. */
async function ask(
  definitions: object,
  {
    revision,
    method,
    params,
  }: { revision: (typeof revisions)[number]; method: string; params: Record<string, unknown> },
) {
  const { server, logger } = defineServer(definitions as never)
  const { request, close } = await connectRaw(server, { revision })
  const { error, result: answer } = await request(method, params)
  close()
  const logged = logger.errors.map(({ message, error: reason }) => [message, String(reason)])
  return { error, answer, logged }
}

describe.each(revisions)('what a handler gives at %s', (revision) => {
  const callTool = (value: unknown) =>
    ask(
      { tools: { x: tool({ run: () => value as string }) } },
      { revision, method: 'tools/call', params: { name: 'x' } },
    )
  const getPrompt = (value: unknown) =>
    ask(
      { prompts: { x: prompt({ get: () => value as string }) } },
      { revision, method: 'prompts/get', params: { name: 'x' } },
    )
  const readResource = (value: unknown) =>
    ask(
      { resources: { x: resource({ uri: 'a:b', read: () => value as string }) } },
      { revision, method: 'resources/read', params: { uri: 'a:b' } },
    )
  const message: unknown = expect.stringMatching(/^internal error [0-9a-f]{8}$/)
  const internal = { code: -32603, message }
  const failed = { isError: true, content: [{ type: 'text', text: message }] }

  test.each(blocks)('as content of a tool with %s is an error of its author', async (_name, block, problem) => {
    verifiesIn(revision, 'TOOL-31')
    for (const value of [{ content: [text, block] }, result({ content: [text, block] as never })]) {
      const { answer, logged } = await callTool(value)
      expect(answer).toMatchObject(failed)
      expect(logged).toEqual([['tool x failed', `TypeError: tool "x": content[1]: ${problem}`]])
    }
  })

  test.each([
    ['a block', { type: 'image', data: '?', mimeType: 'image/png' }, 'content[0]: data must be base64 text'],
    ['a block without MIME type', { type: 'audio', data: 'AA==' }, 'content[0]: mimeType must be a string'],
    ['blocks', [text, { type: 'widget' }], `content[1]: type must be one of ${types}`],
    ['blocks with a hole', [text, undefined], 'content[1]: must be an object'],
    ['content of an unknown type alone', { content: [{ type: 'widget' }] }, `content[0]: type must be one of ${types}`],
    [
      'a misspelt image',
      { type: 'image', data: 'AA==', mimetype: 'image/png' },
      'content[0]: mimeType must be a string; it is spelled "mimetype" here',
    ],
    [
      'misspelt audio',
      [text, { type: 'audio', data: 'AA==', mime_type: 'audio/wav' }],
      'content[1]: mimeType must be a string; it is spelled "mime_type" here',
    ],
    ['a failure without content', { isError: true, message: 'no' }, withoutContent],
    ['a success without content', { isError: false, rows: 3 }, withoutContent],
    ['a failure whose content is text', { isError: true, content: 'no' }, withoutContent],
    ['a mark that is none', result({ content: [], isError: 'no' as never }), 'isError must be a boolean'],
  ])('as %s of a tool is checked too', async (_name, value, problem) => {
    const { answer, logged } = await callTool(value)
    expect(answer).toMatchObject(failed)
    expect(logged).toEqual([['tool x failed', `TypeError: tool "x": ${problem}`]])
  })

  test('as data of a tool may have types of its own', async () => {
    const documents = [
      { type: 'doc', content: [{ type: 'paragraph' }] },
      { type: 'image', url: 'a:b' },
      { isError: 'maybe' },
    ]
    for (const document of documents) {
      const { answer, logged } = await callTool(document)
      expect([answer, logged]).toMatchObject([{ content: [{ type: 'text', text: JSON.stringify(document) }] }, []])
    }
  })

  test.each(blocks)('as message of a prompt with %s is an error of its author', async (_name, block, problem) => {
    verifiesIn(revision, 'PROMPT-12')
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'user', content: block },
    ]
    const { error, logged } = await getPrompt(messages)
    expect([error, logged]).toEqual([
      internal,
      [['prompt x failed', `TypeError: prompt "x": messages[1]: content.${problem}`]],
    ])
  })

  test.each([
    ['a role that is none', [{ role: 'robot', content: 'a' }], 'messages[0]: role must be "user" or "assistant"'],
    ['no content', { messages: [{ role: 'user' }] }, 'messages[0]: content must be an object'],
    ['no message', [null], 'messages[0]: must be an object'],
    ['no messages', {}, 'messages must be an array'],
    ['a description that is a number', { description: 5, messages: [] }, 'description must be a string'],
  ])('as a prompt with %s is an error of its author', async (_name, value, problem) => {
    const { error, logged } = await getPrompt(value)
    expect([error, logged]).toEqual([internal, [['prompt x failed', `TypeError: prompt "x": ${problem}`]]])
  })

  test.each([
    ['a blob that is a number', { blob: 5 }, 'contents[0]: blob must be base64 text'],
    ['a blob that is no base64', { blob: 'a b' }, 'contents[0]: blob must be base64 text'],
    ['text that is a number', { text: 5 }, 'contents[0]: text or blob must be a string'],
    ['text beside a blob that is none', { text: '', blob: 5 }, 'contents[0]: blob must be base64 text'],
    ['a uri that is none', { uri: 5, text: '' }, 'contents[0]: uri must be a string'],
    [
      'contents without uri',
      { contents: [{ uri: 'a:b', text: '' }, { text: '' }] },
      'contents[1]: uri must be a string',
    ],
    ['contents that are none', { contents: [null] }, 'contents[0]: must be an object'],
    ['no list of contents', { contents: 'a' }, 'contents must be an array'],
  ])('as a resource with %s is an error of its author', async (_name, value, problem) => {
    verifiesIn(revision, 'RES-13')
    const { error, logged } = await readResource(value)
    expect([error, logged]).toEqual([internal, [['resource x failed', `TypeError: resource "x": ${problem}`]]])
  })
})
