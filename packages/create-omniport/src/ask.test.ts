import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askForRest } from './ask.js'
import { parseChoices } from './choices.js'

/** Answers each question, which ends in ": ", with the next line. Without lines left the input ends. */
function createTerminal(lines: readonly string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const rest = [...lines]
  let written = ''
  output.on('data', (text) => {
    written += text
    if (!written.endsWith(': ')) return
    const line = rest.shift()
    if (line === undefined) input.end()
    else input.write(`${line}\n`)
  })
  return { input, output, written: () => written }
}

test.each([
  ['empty answers are the defaults', [], ['', ''], 'omniport-project', 'server'],
  ['a template by its number', [], ['here', '4'], 'here', 'host'],
  ['a template by its name, after a wrong one', ['here'], ['best', 'app'], 'here', 'app'],
  ['what is around an answer does not count', [], ['  here ', ' http '], 'here', 'http'],
  ['what the command line says is not asked', ['--template', 'http'], ['there'], 'there', 'http'],
])('%s', async (_, words, lines, folder, template) => {
  const answers = await askForRest(parseChoices(words), createTerminal(lines))
  expect([answers.folder, answers.template.name]).toEqual([folder, template])
})

test('a wrong template is named, and asked for again', async () => {
  const terminal = createTerminal(['best', ''])
  await askForRest(parseChoices(['here']), terminal)
  expect(terminal.written()).toContain('"best" is not in the list; give a number or a name')
})

test('nothing is made if the input ends', async () => {
  const terminal = createTerminal(['here'])
  await expect(askForRest(parseChoices([]), terminal)).rejects.toThrow('the questions were not answered')
})
