import { describe, expect, test } from 'vitest'
import { ServedNames } from './served-names.js'

const call = (tool: string) => ({ 'gen_ai.tool.name': tool, 'mcp.method.name': 'tools/call' })
const prompt = (name: string) => ({ 'gen_ai.prompt.name': name, 'mcp.method.name': 'prompts/get' })
const method = (name: string) => ({ 'mcp.method.name': name })

test.each([
  ['a tool has its method alone', call('add'), method('tools/call')],
  ['a prompt has its method alone', prompt('greet'), method('prompts/get')],
  ['a method of the protocol stays', method('initialize'), method('initialize')],
  ['a notification of the protocol stays', method('notifications/progress'), method('notifications/progress')],
  ['another method is another', { ...method('x/own'), 'error.type': '5' }, { ...method('_OTHER'), 'error.type': '5' }],
])('before it was served, %s', (_what, found, expected) => {
  expect(new ServedNames().keepKnown(found)).toEqual(expected)
})

describe('a name that was served stays', () => {
  test.each([
    ['of a tool', call('add'), call('sub')],
    ['of a prompt', prompt('greet'), prompt('leave')],
    ['of a method', method('x/own'), method('x/other')],
  ])('%s, and no other', (_what, served, other) => {
    const names = new ServedNames()
    names.add(served)
    const failed = { ...served, 'error.type': '5' }
    expect(names.keepKnown(failed)).toBe(failed)
    expect(names.keepKnown(other)).toEqual(new ServedNames().keepKnown(other))
  })

  test('of 2,000 names', () => {
    const names = new ServedNames()
    for (let at = 0; at <= 2_000; at++) names.add(method(`x/${at}`))
    const methods = ['x/0', 'x/1999', 'x/2000'].map((name) => names.keepKnown(method(name))['mcp.method.name'])
    expect(methods).toEqual(['x/0', 'x/1999', '_OTHER'])
  })
})
