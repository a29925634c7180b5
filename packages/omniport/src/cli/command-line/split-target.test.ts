import { expect, test } from 'vitest'
import { splitLine, splitTarget } from './split-target.js'

const command = { type: 'command', command: 'node', args: ['s.js', '--', '-v'] }

test.each([
  ['without "--" the first word is the target', ['notes', 'add'], { type: 'word', word: 'notes' }, ['add']],
  ['with "--" all words are the verb\'s', ['add', 'a=1', '--', 'node', 's.js', '--', '-v'], command, ['add', 'a=1']],
  ['with "--" the verb may have no words', ['--', 'node', 's.js', '--', '-v'], command, []],
])('%s', (_name, argv, target, words) => {
  const { line, command } = splitLine(argv)
  expect(splitTarget(line, command)).toEqual({ target, words })
})

test.each([
  ['no target', [], /^There is no target: give the name/],
  ['no command', ['add', '--'], /^There is no command after "--"$/],
])('%s is an error', (_name, argv, message) => {
  const { line, command } = splitLine(argv)
  expect(() => splitTarget(line, command)).toThrow(message)
})
