import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { SampleMessage, SampleParams } from '../model/sampling.js'
import { assertSampling } from './check-sample-params.js'

const use = (id: string) => ({ type: 'tool_use', id, name: 'add', input: {} }) as const
const outcome = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [] }) as const
const text = { type: 'text', text: 'hi' } as const

const hello: SampleMessage = { role: 'user', content: 'hi' }
const ask = (...messages: readonly SampleMessage[]): SampleParams => ({ messages, maxTokens: 10 })
const with1 = (more: object): SampleParams => ({ ...ask(hello), ...more })

describe('what may be asked of a model', () => {
  test.each<readonly [string, SampleParams]>([
    ['a text', ask(hello)],
    ['a block', ask({ role: 'user', content: text })],
    ['bytes', ask({ role: 'user', content: [{ type: 'image', data: new Uint8Array([1]), mimeType: 'image/png' }] })],
    ['two of one role', ask(hello, hello)],
    [
      'two tools used at once, with both results after them',
      ask(
        hello,
        { role: 'assistant', content: [text, use('a'), use('b')] },
        { role: 'user', content: [outcome('b'), outcome('a')] },
      ),
    ],
    [
      'everything else',
      with1({
        systemPrompt: '',
        temperature: 0,
        stopSequences: ['x'],
        includeContext: 'none',
        metadata: {},
        modelPreferences: { hints: [{ name: 'a' }, {}], costPriority: 0, speedPriority: 1, intelligencePriority: 0.5 },
        tools: [{ name: 'add', inputSchema: { type: 'object' } }],
        toolChoice: { mode: 'required' },
      }),
    ],
  ])('%s', (_, params) => {
    expect(assertSampling(params)).toBeUndefined()
  })
})

describe('what may not', () => {
  test.each<readonly [unknown, string]>([
    [{}, 'messages must be an array with at least one message'],
    [ask(), 'messages must be an array with at least one message'],
    [{ messages: [null], maxTokens: 1 }, 'messages[0] must be an object'],
    [{ messages: [hello, { content: 'a' }], maxTokens: 1 }, 'messages[1].role must be "user" or "assistant"'],
    [{ messages: [{ role: 'system', content: 'a' }], maxTokens: 1 }, 'messages[0].role must be "user" or "assistant"'],
    [{ messages: [{ role: 'user' }], maxTokens: 1 }, 'messages[0].content must be an object'],
    [{ messages: [{ role: 'user', content: [] }], maxTokens: 1 }, 'messages[0].content must not be empty'],
  ])('%j: %s', (params, problem) => {
    verifies('SAMP-19', 'SAMP-21')
    expect(() => assertSampling(params as SampleParams)).toThrow(new TypeError(`sample: ${problem}`))
  })

  test.each<readonly [unknown, string]>([
    [{ type: 'text' }, '.text must be a string'],
    [{ type: 'image', data: 1, mimeType: 'a' }, '.data must be base64 text'],
    [{ type: 'audio', data: '' }, '.mimeType must be a string'],
    [
      { type: 'resource_link', uri: 'a:b', name: 'b' },
      '.type must be one of text, image, audio, tool_use and tool_result',
    ],
    [{ type: 'tool_use', id: 'a', name: 'b' }, '.input must be an object'],
    [{ type: 'tool_use', id: 1, name: 'b', input: {} }, '.id must be a string'],
    [{ type: 'tool_result', content: [] }, '.toolUseId must be a string'],
    [{ type: 'tool_result', toolUseId: 'a' }, '.content must be an array'],
    [{ type: 'tool_result', toolUseId: 'a', content: [], isError: 1 }, '.isError must be a boolean'],
    [{ type: 'tool_result', toolUseId: 'a', content: [null] }, '.content[0] must be an object'],
    [{ type: 'tool_result', toolUseId: 'a', content: [text, { type: 'text' }] }, '.content[1].text must be a string'],
    [
      { type: 'tool_result', toolUseId: 'a', content: [{ type: 'tool_use' }] },
      '.content[0].type must be one of text, image, audio, resource_link and resource',
    ],
    [
      { type: 'tool_result', toolUseId: 'a', content: [{ type: 'resource', resource: { uri: 'a:b' } }] },
      '.content[0].resource.text or blob must be a string',
    ],
    [{ type: 'image', data: 'data:image/png;base64,AA==', mimeType: 'a' }, '.data must be base64 text'],
    [
      { type: 'tool_result', toolUseId: 'a', content: [{ type: 'resource', resource: { uri: 'a:b', blob: 'A' } }] },
      '.content[0].resource.blob must be base64 text',
    ],
  ])('the block %j', (block, problem) => {
    const alone = { messages: [{ role: 'user', content: block }], maxTokens: 1 } as SampleParams
    expect(() => assertSampling(alone)).toThrow(new TypeError(`sample: messages[0].content${problem}`))
    const listed = { messages: [{ role: 'user', content: [text, block] }], maxTokens: 1 } as SampleParams
    expect(() => assertSampling(listed)).toThrow(new TypeError(`sample: messages[0].content[1]${problem}`))
  })

  test.each<readonly [object, string]>([
    [{ maxTokens: 0 }, 'maxTokens must be a positive integer'],
    [{ maxTokens: 1.5 }, 'maxTokens must be a positive integer'],
    [{ maxTokens: undefined }, 'maxTokens must be a positive integer'],
    [{ temperature: Number.NaN }, 'temperature must be a number'],
    [{ systemPrompt: 1 }, 'systemPrompt must be a string'],
    [{ stopSequences: ['a', 1] }, 'stopSequences must be an array of strings'],
    [{ includeContext: 'all' }, 'includeContext must be "none", "thisServer" or "allServers"'],
    [{ metadata: [] }, 'metadata must be an object'],
    [{ modelPreferences: 1 }, 'modelPreferences must be an object'],
    [{ modelPreferences: { costPriority: -0.1 } }, 'modelPreferences.costPriority must be a number from 0 to 1'],
    [{ modelPreferences: { speedPriority: 1.1 } }, 'modelPreferences.speedPriority must be a number from 0 to 1'],
    [
      { modelPreferences: { intelligencePriority: '1' } },
      'modelPreferences.intelligencePriority must be a number from 0 to 1',
    ],
    [{ modelPreferences: { hints: {} } }, 'modelPreferences.hints must be an array'],
    [{ modelPreferences: { hints: [{ name: 1 }] } }, 'modelPreferences.hints[0].name must be a string'],
    [{ toolChoice: 'auto' }, 'toolChoice must be an object'],
    [{ toolChoice: { mode: 'any' } }, 'toolChoice.mode must be "auto", "required" or "none"'],
    [{ tools: {} }, 'tools must be an array'],
    [{ tools: [{ inputSchema: { type: 'object' } }] }, 'tools[0].name must be a string'],
    [{ tools: [{ name: 'a', inputSchema: {} }] }, 'tools[0].inputSchema must have type "object"'],
    [
      { tools: ['a', 'b', 'a'].map((name) => ({ name, inputSchema: { type: 'object' } })) },
      'tools[2].name is there twice',
    ],
  ])('%j', (more, problem) => {
    expect(() => assertSampling(with1(more))).toThrow(new TypeError(`sample: ${problem}`))
  })
})

describe('the order of tools', () => {
  test.each<readonly [string, SampleMessage[], string]>([
    [
      'a result beside a text',
      [
        { role: 'assistant', content: use('a') },
        { role: 'user', content: [outcome('a'), text] },
      ],
      'messages[1].content must hold nothing else beside tool results',
    ],
    [
      'a result of the assistant',
      [
        { role: 'assistant', content: use('a') },
        { role: 'assistant', content: outcome('a') },
      ],
      'messages[1].content may have tool results only where the role is "user"',
    ],
  ])('%s is refused', (_, messages, problem) => {
    verifies('SAMP-06')
    expect(() => assertSampling(ask(...messages))).toThrow(new TypeError(`sample: ${problem}`))
  })

  test.each<readonly [string, SampleMessage[], string]>([
    [
      'a use at the end',
      [{ role: 'assistant', content: use('a') }],
      'messages[0].content uses a tool, and no result follows',
    ],
    [
      'a use by the user',
      [{ role: 'user', content: use('a') }],
      'messages[0].content may use tools only where the role is "assistant"',
    ],
    [
      'a use with something else after it',
      [{ role: 'assistant', content: use('a') }, hello, { role: 'user', content: outcome('a') }],
      'messages[1].content must have a result of every tool that the message before used',
    ],
    [
      'a use without its result',
      [
        { role: 'assistant', content: [use('a'), use('b')] },
        { role: 'user', content: outcome('a') },
      ],
      'messages[1].content must have a result of every tool that the message before used',
    ],
    [
      'a result of another use',
      [
        { role: 'assistant', content: use('a') },
        { role: 'user', content: outcome('b') },
      ],
      'messages[1].content has the result of a tool that the message before did not use',
    ],
    [
      'a result of nothing',
      [{ role: 'user', content: outcome('a') }],
      'messages[0].content has the result of a tool that the message before did not use',
    ],
    [
      'two uses of one id',
      [
        { role: 'assistant', content: [use('a'), use('a')] },
        { role: 'user', content: outcome('a') },
      ],
      'messages[0].content uses two tools under one id',
    ],
    [
      'two results of one use',
      [
        { role: 'assistant', content: use('a') },
        { role: 'user', content: [outcome('a'), outcome('a')] },
      ],
      'messages[1].content has two results of one tool use',
    ],
  ])('%s is refused', (_, messages, problem) => {
    verifies('SAMP-07')
    expect(() => assertSampling(ask(...messages))).toThrow(new TypeError(`sample: ${problem}`))
  })
})
