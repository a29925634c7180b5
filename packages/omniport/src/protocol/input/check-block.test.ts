import { describe, expect, test } from 'vitest'
import { checkBlock } from './check-block.js'

const use = { type: 'tool_use', id: 'a', name: 't', input: {} }
const outcome = { type: 'tool_result', toolUseId: 'a', content: [] }

describe('a block of a conversation', () => {
  test.each<object>([
    { type: 'text', text: '' },
    { type: 'image', data: 'AA==', mimeType: 'a/b' },
    { type: 'audio', data: new Uint8Array(), mimeType: 'a/b' },
    use,
    outcome,
    {
      ...outcome,
      isError: false,
      content: [
        { type: 'text', text: '' },
        { type: 'resource_link', uri: 'a:b', name: 'c' },
      ],
    },
  ])('may be %j', (block) => {
    expect(checkBlock(block)).toBeUndefined()
  })

  const types = '.type must be one of text, image, audio, tool_use and tool_result'
  test.each<[unknown, string]>([
    [null, ' must be an object'],
    ['text', ' must be an object'],
    [{}, types],
    [{ type: 'toString' }, types],
    [{ type: ['text'], text: '' }, types],
    [{ type: 'resource_link', uri: 'a:b', name: 'c' }, types],
    [{ type: 'text' }, '.text must be a string'],
    [{ ...use, id: 1 }, '.id must be a string'],
    [{ ...use, name: 1 }, '.name must be a string'],
    [{ ...use, input: [] }, '.input must be an object'],
    [{ ...outcome, toolUseId: 1 }, '.toolUseId must be a string'],
    [{ ...outcome, isError: 'no' }, '.isError must be a boolean'],
    [{ ...outcome, content: {} }, '.content must be an array'],
    [{ ...outcome, content: [{ type: 'text', text: '' }, 1] }, '.content[1] must be an object'],
    [{ ...outcome, content: [{ type: 'text', text: '' }, { type: 'text' }] }, '.content[1].text must be a string'],
  ])('may not be %j', (block, problem) => {
    expect(checkBlock(block)).toBe(problem)
  })
})
