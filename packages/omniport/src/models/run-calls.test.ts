import { describe, expect, test } from 'vitest'
import type { ModelTool } from './model-tools.js'
import { type ModelCall, runCalls } from './run-calls.js'

const ran: unknown[][] = []

const echo: ModelTool = {
  ...{ name: 'echo', description: '', inputSchema: { type: 'object', properties: {} } },
  run: async (args, signal) => {
    ran.push([args, signal])
    return { content: [{ type: 'text', text: JSON.stringify(args) }], structuredContent: undefined, isError: false }
  },
}

async function textsOf(calls: readonly ModelCall[], options: Omit<Parameters<typeof runCalls>[1], 'calls'> = {}) {
  return runCalls([echo], { ...options, calls }, ({ id }, { content, isError }) => [id, content, isError === true])
}

function call(args: unknown, name = 'echo'): ModelCall {
  return { id: '1', name, args }
}

describe('arguments', () => {
  test.each([
    ['an object', { a: 1 }, '{"a":1}'],
    ['the text of one', '{"a":1}', '{"a":1}'],
    ['an empty text', '', '{}'],
  ])('%s', async (_what, args, text) => {
    expect(await textsOf([call(args)])).toEqual([['1', [{ type: 'text', text }], false]])
  })

  test.each([['{'], ['[]'], ['1'], [[]], [null], [undefined], [1]])('%j are none', async (args) => {
    expect(await textsOf([call(args)])).toEqual([
      ['1', [{ type: 'text', text: 'The arguments of echo must be a JSON object' }], true],
    ])
  })
})

test('a tool that does not exist is an error of that call alone', async () => {
  expect(await textsOf([call({}, 'a"b'), call({})])).toEqual([
    ['1', [{ type: 'text', text: 'There is no tool "a\\"b"' }], true],
    ['1', [{ type: 'text', text: '{}' }], false],
  ])
})

test('skipped calls are left out, and the others keep their order', async () => {
  const calls = ['a', 'own', 'b'].map((id) => ({ id, name: id === 'own' ? 'own' : 'echo', args: {} }))
  const ids = await runCalls([echo], { calls, skip: (name) => name === 'own' }, ({ id }) => id)
  expect(ids).toEqual(['a', 'b'])
})

test('the signal reaches the tool', async () => {
  const { signal } = new AbortController()
  ran.length = 0
  await textsOf([call({ a: 1 })], { signal })
  expect(ran).toEqual([[{ a: 1 }, signal]])
})
