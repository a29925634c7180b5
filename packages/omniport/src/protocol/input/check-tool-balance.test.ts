import { expect, test } from 'vitest'
import type { SampleMessage } from '../model/sampling.js'
import { checkToolBalance } from './check-tool-balance.js'

const use = (id: string) => ({ type: 'tool_use', id, name: 'add', input: {} }) as const
const outcome = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [] }) as const
const text = { type: 'text', text: 'hi' } as const
const by = (
  role: SampleMessage['role'],
  ...content: readonly (typeof text | ReturnType<typeof use | typeof outcome>)[]
) => ({ role, content }) satisfies SampleMessage

test.each<[string, readonly SampleMessage[]]>([
  ['nothing', []],
  [
    'texts of both, one after the other',
    [by('user', text, text), by('assistant', text), { role: 'user', content: 'hi' }],
  ],
  ['a use beside a text, and its result', [by('assistant', text, use('a')), by('user', outcome('a'))]],
  [
    'a block that is not in a list',
    [
      { role: 'assistant', content: use('a') },
      { role: 'user', content: outcome('a') },
    ],
  ],
  [
    'the same id again, later',
    [
      by('assistant', use('a')),
      by('user', outcome('a')),
      by('assistant', use('a')),
      by('user', outcome('a')),
      by('assistant', text),
    ],
  ],
])('there may be %s', (_name, messages) => {
  expect(checkToolBalance(messages)).toBeUndefined()
})

test.each<[string, readonly SampleMessage[], string]>([
  [
    'a use of the user',
    [by('user', text), by('user', use('a'))],
    'messages[1].content may use tools only where the role is "assistant"',
  ],
  [
    'a result of the assistant',
    [by('assistant', use('a')), by('assistant', outcome('a'))],
    'messages[1].content may have tool results only where the role is "user"',
  ],
  [
    'a result beside a text',
    [by('assistant', use('a')), by('user', outcome('a'), text)],
    'messages[1].content must hold nothing else beside tool results',
  ],
  [
    'two uses of one id',
    [by('assistant', use('a'), use('b'), use('a'))],
    'messages[0].content uses two tools under one id',
  ],
  [
    'two results of one id',
    [by('assistant', use('a'), use('b')), by('user', outcome('a'), outcome('a'))],
    'messages[1].content has two results of one tool use',
  ],
  [
    'one of two results that fits',
    [by('assistant', use('a')), by('user', outcome('a'), outcome('b'))],
    'messages[1].content has the result of a tool that the message before did not use',
  ],
  [
    'a result twice, in two messages',
    [by('assistant', use('a')), by('user', outcome('a')), by('user', outcome('a'))],
    'messages[2].content has the result of a tool that the message before did not use',
  ],
  [
    'one result of two',
    [by('assistant', use('a'), use('b')), by('user', outcome('b'))],
    'messages[1].content must have a result of every tool that the message before used',
  ],
  [
    'a text where results are due',
    [by('assistant', use('a')), by('user', text)],
    'messages[1].content must have a result of every tool that the message before used',
  ],
  [
    'a use in the last of three messages',
    [by('user', text), by('assistant', text), by('assistant', use('a'))],
    'messages[2].content uses a tool, and no result follows',
  ],
])('there may not be %s', (_name, messages, problem) => {
  expect(checkToolBalance(messages)).toBe(problem)
})
