import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { SampleContent, SampleMessage, SampleParams } from '../../../protocol/model/sampling.js'
import { toChatRequest } from './to-chat-request.js'
import { ToolNames } from './tool-names.js'

const question: SampleMessage = { role: 'user', content: 'Where?' }

function request(over: Partial<SampleParams> = {}): Readonly<Record<string, unknown>> {
  const names = new ToolNames(over.tools?.map(({ name }) => name) ?? [])
  const params = { messages: [question], maxTokens: 7, ...over }
  return toChatRequest(params, { model: 'm', tokensField: 'max_tokens', names })
}

const messagesOf = (...messages: readonly SampleMessage[]) => request({ messages })['messages']
const user = (...content: SampleContent[]): SampleMessage => ({ role: 'user', content })
const assistant = (...content: SampleContent[]): SampleMessage => ({ role: 'assistant', content })

test('what is not asked for is not sent', () => {
  expect(request()).toStrictEqual({ model: 'm', messages: [question], stream: true, max_tokens: 7 })
  expect(request({ stopSequences: ['', ''], tools: [], toolChoice: { mode: 'required' } })).toEqual(request())
})

test('what guides a model goes along, but for what a server has no say in', () => {
  expect(
    request({
      systemPrompt: 'Be brief',
      temperature: 0,
      stopSequences: ['.', ''],
      includeContext: 'allServers',
      metadata: { model: 'expensive', stream: false, user: 'root' },
      modelPreferences: { costPriority: 1 },
    }),
  ).toEqual({
    model: 'm',
    messages: [{ role: 'system', content: 'Be brief' }, question],
    stream: true,
    max_tokens: 7,
    temperature: 0,
    stop: ['.'],
  })
})

test.each([
  [undefined, 'auto'],
  [{}, 'auto'],
  [{ mode: 'auto' }, 'auto'],
  [{ mode: 'required' }, 'required'],
  [{ mode: 'none' }, 'none'],
] as const)('tools go along, and the choice %j is %s', (toolChoice, sent) => {
  verifies('SAMP-08')
  const inputSchema = { type: 'object', properties: { q: { type: 'string' } } } as const
  const tools = [
    { name: 'search', description: 'Finds', inputSchema, title: 'Search', annotations: { readOnlyHint: true } },
    { name: 'go', inputSchema: { type: 'object' } },
  ] as const
  expect(request({ tools, toolChoice })).toMatchObject({
    tools: [
      { type: 'function', function: { name: 'search', description: 'Finds', parameters: inputSchema } },
      { type: 'function', function: { name: 'go', parameters: { type: 'object' } } },
    ],
    tool_choice: sent,
  })
})

describe('messages', () => {
  test('of text are strings', () => {
    expect(
      messagesOf(
        user({ type: 'text', text: 'a' }, { type: 'text', text: 'b' }),
        assistant({ type: 'text', text: 'c' }, { type: 'text', text: 'd' }),
        { role: 'assistant', content: 'e' },
        { role: 'user', content: { type: 'text', text: 'f' } },
      ),
    ).toEqual([
      { role: 'user', content: 'a\nb' },
      { role: 'assistant', content: 'c\nd' },
      { role: 'assistant', content: 'e' },
      { role: 'user', content: 'f' },
    ])
  })

  test('with pictures and sound have parts', () => {
    verifies('SAMP-10')
    const bytes = new Uint8Array([0, 1, 255])
    expect(
      messagesOf(
        user(
          { type: 'text', text: 'See' },
          { type: 'image', data: 'aGk=', mimeType: 'image/svg+xml' },
          { type: 'image', data: bytes, mimeType: 'IMAGE/PNG' },
          { type: 'audio', data: bytes, mimeType: 'audio/wav' },
        ),
      ),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,aGk=' } },
          { type: 'image_url', image_url: { url: 'data:IMAGE/PNG;base64,AAH/' } },
          { type: 'input_audio', input_audio: { data: 'AAH/', format: 'wav' } },
        ],
      },
    ])
  })

  test.each([
    ['audio/mpeg', 'mp3'],
    ['audio/mp3', 'mp3'],
    ['audio/x-wav', 'wav'],
    ['audio/wave', 'wav'],
    ['audio/vnd.wave', 'wav'],
    ['audio/ogg', 'ogg'],
  ])('%s is the format %s', (mimeType, format) => {
    const [message] = messagesOf(user({ type: 'audio', data: 'AA==', mimeType })) as [{ content: unknown }]
    expect(message.content).toEqual([{ type: 'input_audio', input_audio: { data: 'AA==', format } }])
  })

  test.each<[string, SampleMessage, string]>([
    [
      'a picture by the assistant',
      assistant({ type: 'image', data: '', mimeType: 'image/png' }),
      'message of the assistant with a block of type image',
    ],
    [
      'a result by the assistant',
      assistant({ type: 'tool_result', toolUseId: 'a', content: [] }),
      'message of the assistant with a block of type tool_result',
    ],
    [
      'a tool by the user',
      user({ type: 'tool_use', id: 'a', name: 'b', input: {} }),
      'message of the user with such a block of type tool_use',
    ],
    [
      'a picture that is sound',
      user({ type: 'image', data: '', mimeType: 'audio/wav' }),
      'message of the user with such a block of type image',
    ],
    [
      'a media type with more in it',
      user({ type: 'image', data: '', mimeType: 'image/png;base64,AAAA' }),
      'message of the user with such a block of type image',
    ],
    [
      'no media type',
      user({ type: 'audio', data: '', mimeType: '' }),
      'message of the user with such a block of type audio',
    ],
  ])('cannot hold %s', (_name, message, problem) => {
    expect(() => messagesOf(message)).toThrow(
      expect.objectContaining({ code: 'unsupported', message: `chat/completions has no ${problem}` }),
    )
  })

  test('that use tools say so, with or without text', () => {
    const use = { type: 'tool_use', id: 'u1', name: 'search', input: { q: 'ø' } } as const
    const call = { id: 'u1', type: 'function', function: { name: 'search', arguments: '{"q":"ø"}' } }
    expect(messagesOf(assistant(use, { type: 'text', text: 'Well' }), assistant(use, { ...use, id: 'u2' }))).toEqual([
      { role: 'assistant', content: 'Well', tool_calls: [call] },
      { role: 'assistant', content: null, tool_calls: [call, { ...call, id: 'u2' }] },
    ])
  })

  test('with results of tools are one for each, and what can be seen follows', () => {
    verifies('SAMP-10')
    const result = (
      toolUseId: string,
      ...content: Extract<SampleContent, { type: 'tool_result' }>['content'][number][]
    ) => ({ type: 'tool_result', toolUseId, content }) as const
    const picture = { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const
    expect(
      messagesOf(
        user(
          result('a', { type: 'text', text: '18' }, picture, { type: 'text', text: 'cloudy' }),
          { ...result('b'), structuredContent: { t: 18 } },
          { ...result('c', { type: 'text', text: 'no such city' }), isError: true, structuredContent: { e: 1 } },
          result(
            'd',
            { type: 'resource', resource: { uri: 'a:b', text: 'inside' } },
            { type: 'resource', resource: { uri: 'a:c', blob: 'AA==' } },
            { type: 'resource_link', uri: 'a:d', name: 'Notes' },
          ),
          result('e'),
        ),
      ),
    ).toEqual([
      { role: 'tool', tool_call_id: 'a', content: '18\ncloudy' },
      { role: 'tool', tool_call_id: 'b', content: '{"t":18}' },
      { role: 'tool', tool_call_id: 'c', content: 'Error: no such city' },
      { role: 'tool', tool_call_id: 'd', content: 'inside\nThe binary resource a:c\nNotes: a:d' },
      { role: 'tool', tool_call_id: 'e', content: '' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Of the result of a:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
        ],
      },
    ])
  })
})

describe('names of tools', () => {
  test('that fit stay; others are made to fit, and make way', () => {
    const long = 'x'.repeat(100)
    const names = new ToolNames(['a.b', 'a_b', 'a/b', 'ok-1', long, `${long}y`, '', 'é', '__proto__', 'constructor'])
    const sent = ['a.b', 'a_b', 'a/b', 'ok-1', long, `${long}y`, '', 'é', '__proto__', 'constructor']
    expect(sent.map((name) => names.toSent(name))).toEqual([
      ...['a_b_2', 'a_b', 'a_b_3', 'ok-1', 'x'.repeat(56), `${'x'.repeat(56)}_2`],
      ...['_', '__2', '__proto__', 'constructor'],
    ])
    expect(sent.map((name) => names.fromSent(names.toSent(name)))).toEqual(sent)
  })

  test('that were never sent stay as they came', () => {
    const names = new ToolNames(['a.b'])
    expect([names.fromSent('a.b'), names.fromSent('rm'), names.fromSent('toString')]).toEqual(['a.b', 'rm', 'toString'])
  })

  test('of what was said before are the same as those of the tools', () => {
    const use = { type: 'tool_use', id: '1', name: 'a/b', input: {} } as const
    const tools = [{ name: 'a/b', inputSchema: { type: 'object' } }] as const
    const sent = JSON.stringify(
      request({ tools, messages: [question, assistant(use, { ...use, id: '2', name: 'a b' })] }),
    )
    expect(sent.match(/"name":"[^"]*"/g)).toEqual(['"name":"a_b"', '"name":"a_b_2"', '"name":"a_b"'])
  })

  test('fit, differ, and lead back, whatever they are', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('a.b', 'a_b', 'a/b', 'a_b_2', '_', '__2', 'x'.repeat(70)))
    fc.assert(
      fc.property(fc.uniqueArray(name), (given) => {
        const names = new ToolNames(given)
        const sent = given.map((one) => names.toSent(one))
        expect(sent.filter((one) => !/^[a-zA-Z0-9_-]{1,64}$/.test(one))).toEqual([])
        expect(new Set(sent).size).toBe(given.length)
        expect(sent.map((one) => names.fromSent(one))).toEqual(given)
      }),
    )
  })

  test('ten thousand that come to one text take no time', () => {
    const given = Array.from({ length: 10_000 }, (_, index) => `${'x'.repeat(60)}${index}`.padEnd(80, '.'))
    const start = process.cpuUsage()
    const names = new ToolNames(given)
    expect(new Set(given.map((one) => names.toSent(one))).size).toBe(10_000)
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000)
  })
})
