import { expect, test } from 'vitest'
import type { InputQuestion } from '../../../entries/host.js'
import { leave, ScriptedTerminal, type Step } from '../fixtures/scripted-terminal.js'
import { askInput } from './ask-input.js'

const input: InputQuestion = { id: 'key', file: '/work/mcp.json', isSecret: false }

async function ask(given: Partial<InputQuestion>, answer: Step[1]) {
  const terminal = new ScriptedTerminal([['', answer]])
  const text = await askInput(terminal, { ...input, ...given })
  expect(terminal.left).toEqual([])
  return [text, ...terminal.transcript]
}

test.each<[string, Partial<InputQuestion>, string, string]>([
  ['by its name', {}, 'typed', '? key\n(wanted by /work/mcp.json) <>'],
  ['as the file describes it', { description: 'A key' }, 'typed', '? A key\n(wanted by /work/mcp.json) <>'],
  ['with what the file suggests', { default: 'std' }, 'std', '? key\n(wanted by /work/mcp.json) <std>'],
  ['not shown where it is secret', { isSecret: true }, 'typed', '? key\n(wanted by /work/mcp.json) <> (not shown)'],
  [
    'and a secret that the file suggests is not shown either',
    { isSecret: true, default: 'std' },
    'typed',
    '? key\n(wanted by /work/mcp.json) <> (not shown)',
  ],
  [
    'as one of its options, where the cursor stands on the suggested one',
    { options: ['a', 'b'], default: 'b' },
    'a',
    '? key\n(wanted by /work/mcp.json) [a | >b]',
  ],
])('a value is asked for %s', async (_name, given, answer, shown) => {
  expect(await ask(given, answer)).toEqual([answer, shown])
})

test.each<[string, Partial<InputQuestion>]>([
  ['typed', { default: 'std' }],
  ['chosen', { options: ['a', 'b'], default: 'b' }],
])('whoever leaves what is %s gives no answer', async (_name, given) => {
  expect((await ask(given, leave))[0]).toBe(undefined)
})
