import { describe, expect, test } from 'vitest'
import type { SampleContent, SampleMessage, ToolOutcome } from '../../../protocol/model/sampling.js'
import { toChatMessages } from './to-chat-messages.js'
import { ToolNames } from './tool-names.js'

const text = (value: string) => ({ type: 'text', text: value }) as const
const image = (mimeType = 'image/png') => ({ type: 'image', data: 'AA==', mimeType }) as const
const shownImage = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }

function convert(role: SampleMessage['role'], ...content: SampleContent[]) {
  return toChatMessages({ role, content }, new ToolNames(['a.b']))
}

const result = (...content: ToolOutcome['content']): ToolOutcome => ({ type: 'tool_result', toolUseId: 'u', content })

describe('a message of the assistant', () => {
  test('without content has null, which is no empty text', () => {
    expect(convert('assistant')).toEqual([{ role: 'assistant', content: null }])
    expect(convert('assistant', text(''))).toEqual([{ role: 'assistant', content: '' }])
  })

  test('calls tools by the names that were sent', () => {
    expect(convert('assistant', { type: 'tool_use', id: 'u', name: 'a.b', input: {} })).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'u', type: 'function', function: { name: 'a_b', arguments: '{}' } }],
      },
    ])
  })
})

describe('a message of the user', () => {
  test('of results alone is these', () => {
    expect(convert('user', result(text('a')), result(text('b')))).toEqual([
      { role: 'tool', tool_call_id: 'u', content: 'a' },
      { role: 'tool', tool_call_id: 'u', content: 'b' },
    ])
    expect(convert('user')).toEqual([])
  })

  test('has its own text after the results, wherever it stood', () => {
    expect(convert('user', text('x'), result(text('a')), text('y'))).toEqual([
      { role: 'tool', tool_call_id: 'u', content: 'a' },
      { role: 'user', content: 'x\ny' },
    ])
  })

  test('has the media of results before its own content, and text of its own as a part then', () => {
    const sound = { type: 'audio', data: 'AA==', mimeType: 'audio/wav' } as const
    expect(convert('user', text('x'), result(image(), sound))).toEqual([
      { role: 'tool', tool_call_id: 'u', content: '' },
      {
        role: 'user',
        content: [
          text('Of the result of u:'),
          shownImage,
          { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
          text('x'),
        ],
      },
    ])
  })
})

describe('the result of a tool', () => {
  const textsOf = (outcome: Partial<ToolOutcome>) => convert('user', { ...result(), ...outcome })[0]?.['content']

  test.each<[string, Partial<ToolOutcome>, string]>([
    ['its texts', { content: [text('a'), text('b')] }, 'a\nb'],
    ['its structured content, where it has no other', { structuredContent: [1] }, '[1]'],
    ['its content, where it has both', { content: [text('a')], structuredContent: [1] }, 'a'],
    ['null as structured content', { structuredContent: null }, 'null'],
    ['that it failed', { content: [text('a')], isError: true }, 'Error: a'],
    ['nothing of an error that is none', { content: [text('a')], isError: false }, 'a'],
    ['the text of a resource', { content: [{ type: 'resource', resource: { uri: 'a:b', text: '' } }] }, ''],
  ])('is %s', (_, outcome, content) => {
    expect(textsOf(outcome)).toBe(content)
  })
})

describe('a picture', () => {
  test.each(['image/png', 'IMAGE/PNG', 'image/x-icon', 'image/svg+xml', 'image/vnd.a-b.c1'])(
    'is sent as %s',
    (mimeType) => {
      expect(convert('user', image(mimeType))).toEqual([
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: `data:${mimeType};base64,AA==` } }],
        },
      ])
    },
  )

  test.each(['an image/png', '1image/png', 'image/', 'image', '/png', 'image/png x', 'images/png'])(
    'is not sent as %s',
    (mimeType) => {
      expect(() => convert('user', image(mimeType))).toThrow(
        expect.objectContaining({
          code: 'unsupported',
          message: 'chat/completions has no message of the user with such a block of type image',
        }),
      )
    },
  )
})

test.each([
  ['audio/MPEG', 'mp3'],
  ['audio/x-flac', 'flac'],
  ['audio/x-wave', 'wav'],
])('sound of %s has the format %s', (mimeType, format) => {
  expect(convert('user', { type: 'audio', data: Uint8Array.of(0), mimeType })).toEqual([
    { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AA==', format } }] },
  ])
})
