import { describe, expect, test } from 'vitest'
import { checkSampleParams } from './check-sample-params.js'

const hello = { role: 'user', content: 'hi' }
const ask = (more: object = {}) => checkSampleParams({ messages: [hello], maxTokens: 1, ...more })
const schema = { type: 'object' }

describe('messages', () => {
  test.each([[undefined], ['hi'], [{}], [[]]])('%j are none', (messages) => {
    expect(ask({ messages })).toBe('messages must be an array with at least one message')
  })

  test.each<[object, string | undefined]>([
    [{ role: 'assistant', content: '' }, undefined],
    [{ role: 'user', content: { type: 'text', text: '' } }, undefined],
    [{ role: 'user', content: [{ type: 'text', text: '' }] }, undefined],
    [{ role: 'user', content: [] }, 'messages[1].content must not be empty'],
    [{ role: 'user', content: [1] }, 'messages[1].content[0] must be an object'],
    [{ role: 'user', content: 1 }, 'messages[1].content must be an object'],
    [{ role: 'tool', content: '' }, 'messages[1].role must be "user" or "assistant"'],
  ])('%j beside a good one: %s', (message, problem) => {
    expect(ask({ messages: [hello, message] })).toBe(problem)
  })

  test('are looked at before all else, and their tools next', () => {
    const use = { type: 'tool_use', id: 'a', name: 'b', input: {} }
    const open = { role: 'assistant', content: use }
    expect(ask({ messages: [1], maxTokens: 0 })).toBe('messages[0] must be an object')
    expect(ask({ messages: [open], maxTokens: 0 })).toBe('messages[0].content uses a tool, and no result follows')
  })
})

describe('numbers', () => {
  test.each([0, -1, 1.5, '1', Number.POSITIVE_INFINITY, null])('maxTokens may not be %s', (maxTokens) => {
    expect(ask({ maxTokens })).toBe('maxTokens must be a positive integer')
  })

  test.each([0, -1, 0.5, undefined])('temperature may be %s', (temperature) => {
    expect(ask({ temperature })).toBeUndefined()
  })

  test.each(['1', null, Number.POSITIVE_INFINITY])('temperature may not be %s', (temperature) => {
    expect(ask({ temperature })).toBe('temperature must be a number')
  })

  test.each(['costPriority', 'speedPriority', 'intelligencePriority'])('%s is from 0 to 1', (name) => {
    const problem = `modelPreferences.${name} must be a number from 0 to 1`
    const check = (priority: unknown) => ask({ modelPreferences: { [name]: priority } })
    expect([0, 0.5, 1, undefined].map(check)).toEqual([undefined, undefined, undefined, undefined])
    expect([-0.01, 1.01, '0.5', null, Number.NaN].map(check)).toEqual(Array(5).fill(problem))
  })
})

describe('texts', () => {
  test.each([
    [{ systemPrompt: '' }],
    [{ stopSequences: [] }],
    [{ stopSequences: ['a', 'b'] }],
    [{ includeContext: 'none' }],
    [{ includeContext: 'thisServer' }],
    [{ includeContext: 'allServers' }],
    [{ metadata: {} }],
  ])('may be %j', (more) => {
    expect(ask(more)).toBeUndefined()
  })

  test.each([
    [{ systemPrompt: null }, 'systemPrompt must be a string'],
    [{ stopSequences: 'a' }, 'stopSequences must be an array of strings'],
    [{ stopSequences: [1] }, 'stopSequences must be an array of strings'],
    [{ includeContext: '' }, 'includeContext must be "none", "thisServer" or "allServers"'],
    [{ metadata: 'a' }, 'metadata must be an object'],
    [{ metadata: null }, 'metadata must be an object'],
  ])('may not be %j', (more, problem) => {
    expect(ask(more)).toBe(problem)
  })
})

describe('the preferred models', () => {
  test.each<[unknown, string | undefined]>([
    [{}, undefined],
    [{ hints: [] }, undefined],
    [{ hints: [{}, { name: 'a' }] }, undefined],
    [[], 'modelPreferences must be an object'],
    [null, 'modelPreferences must be an object'],
    [{ hints: 'a' }, 'modelPreferences.hints must be an array'],
    [{ hints: [{}, 'a'] }, 'modelPreferences.hints[1] must be an object'],
    [{ hints: [{ name: null }] }, 'modelPreferences.hints[0].name must be a string'],
  ])('%j: %s', (modelPreferences, problem) => {
    expect(ask({ modelPreferences })).toBe(problem)
  })
})

describe('tools', () => {
  test.each<[object, string | undefined]>([
    [{ tools: [] }, undefined],
    [
      {
        tools: [
          { name: 'a', inputSchema: schema },
          { name: 'b', inputSchema: schema },
        ],
      },
      undefined,
    ],
    [{ toolChoice: {} }, undefined],
    [{ toolChoice: { mode: 'auto' } }, undefined],
    [{ toolChoice: { mode: 'required' }, tools: [] }, undefined],
    [{ toolChoice: { mode: 'none' } }, undefined],
    [{ toolChoice: null }, 'toolChoice must be an object'],
    [{ toolChoice: { mode: '' } }, 'toolChoice.mode must be "auto", "required" or "none"'],
    [{ toolChoice: { mode: null }, tools: 1 }, 'toolChoice.mode must be "auto", "required" or "none"'],
    [{ toolChoice: {}, tools: 1 }, 'tools must be an array'],
    [{ tools: [{ name: 'a', inputSchema: schema }, null] }, 'tools[1] must be an object'],
    [{ tools: [{ name: 1, inputSchema: schema }] }, 'tools[0].name must be a string'],
    [{ tools: [{ name: 'a' }] }, 'tools[0].inputSchema must have type "object"'],
    [{ tools: [{ name: 'a', inputSchema: { type: 'array' } }] }, 'tools[0].inputSchema must have type "object"'],
    [
      {
        tools: [
          { name: 'a', inputSchema: schema },
          { name: 'a', inputSchema: schema },
        ],
      },
      'tools[1].name is there twice',
    ],
  ])('%j: %s', (more, problem) => {
    expect(ask(more)).toBe(problem)
  })
})
