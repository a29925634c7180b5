import { describe, expect, test } from 'vitest'
import type { CreateMessageRequestParams } from '../types.js'
import { checkSampling } from './check-sampling.js'

const text = { type: 'text', text: 'a' }
const use = (id: string) => ({ type: 'tool_use', id, name: 't', input: {} })
const result = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [] })
const able = { sampling: { tools: {} } }

/** Checks messages with these contents. */
function check(
  contents: readonly (object | readonly object[])[],
  more: object = {},
  client: object | undefined = able,
) {
  const messages = contents.map((content) => ({ role: 'user', content }))
  const params = { messages, maxTokens: 1, ...more } as unknown as CreateMessageRequestParams
  return () => checkSampling(params, client)
}

describe('tools', () => {
  test.each([[{ tools: [] }], [{ toolChoice: { mode: 'auto' } }]])('need a client that has them: %j', (more) => {
    const error = new Error('Client does not support sampling tools capability.')
    for (const client of [{}, { sampling: {} }]) expect(check([text], more, client)).toThrow(error)
    expect(check([text], more)()).toBeUndefined()
  })

  test('are not needed', () => {
    expect(check([text], {}, {})()).toBeUndefined()
    expect(() => checkSampling({ messages: [], maxTokens: 1 }, undefined)).not.toThrow()
  })
})

describe('the results of tools', () => {
  test.each<[string, (object | readonly object[])[]]>([
    [
      'that answer the uses before them',
      [
        [use('1'), text, use('2')],
        [result('2'), result('1')],
      ],
    ],
    ['of one use', [use('1'), result('1')]],
    ['that answer a use twice', [use('1'), [result('1'), result('1')]]],
    ['and a message before', [text, use('1'), result('1')]],
    ['that are not the last', [use('1'), result('1'), text]],
    ['that are missing in the last message alone', [[use('1')]]],
  ])('may be those %s', (_, contents) => {
    expect(check(contents)()).toBeUndefined()
  })

  const mixed = 'The last message must contain only tool_result content if any is present'
  const unmatched = 'tool_result blocks are not matching any tool_use from the previous message'
  const different = 'ids of tool_result blocks and tool_use blocks from previous message do not match'
  test.each<[string, (object | readonly object[])[], string]>([
    ['beside text', [use('1'), [result('1'), text]], mixed],
    ['without a message before', [result('1')], unmatched],
    ['after text', [text, result('1')], unmatched],
    ['of another use', [use('1'), result('2')], different],
    ['of some uses', [[use('1'), use('2')], result('1')], different],
    ['of more uses', [use('1'), [result('1'), result('2')]], different],
    [
      'of as many others',
      [
        [use('1'), use('2')],
        [result('1'), result('3')],
      ],
      different,
    ],
    ['of no uses', [use('1'), text], different],
  ])('may not be %s', (_, contents, message) => {
    expect(check(contents)).toThrow(new Error(message))
  })
})
