// biome-ignore-all lint/suspicious/noTemplateCurlyInString: nothing is expanded
import process from 'node:process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ConfigFault } from '../config-fault.js'
import { parseDotenv } from './parse-dotenv.js'

test.each([
  ['a value', 'A=1', { A: '1' }],
  ['several, with an end of line of Windows', 'A=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ['comments and empty lines', '# one\n\n  # two\nA=1\n \n', { A: '1' }],
  ['export', 'export A=1', { A: '1' }],
  ['spaces around', '  A = x y  ', { A: 'x y' }],
  ['a comment behind', 'A=x # y', { A: 'x' }],
  ['a hash inside', 'A=x#y', { A: 'x#y' }],
  ['nothing', 'A=\nB= # c', { A: '', B: '' }],
  ['single quotes', "A='x # \\n ${B}'", { A: 'x # \\n ${B}' }],
  ['double quotes', 'A="x # \\n\\t\\r\\"\\\\ \\z"  # c', { A: 'x # \n\t\r"\\ \\z' }],
  ['many lines', 'A="x\ny"\nB=\'p\nq\'', { A: 'x\ny', B: 'p\nq' }],
  ['quotes inside', 'A=x"y\'z', { A: 'x"y\'z' }],
  ['an equals sign', 'A=b=c==', { A: 'b=c==' }],
  ['the last one', 'A=1\nA=2', { A: '2' }],
  ['a variable stays', 'A=${HOME}$B', { A: '${HOME}$B' }],
  ['a byte order mark', '\uFEFFA=1', { A: '1' }],
  ['a name that objects have', '__proto__=x', Object.fromEntries([['__proto__', 'x']])],
  ['an empty file', '', {}],
])('%s', (_name, text, expected) => {
  expect(Object.fromEntries(parseDotenv(text))).toEqual(expected)
})

test.each([
  ['no equals sign', 'A=1\nSECRET', 2],
  ['no name', '=x', 1],
  ['a name with a space', 'A B=x', 1],
  ['a quote that does not end', 'A=1\n\nB="x\ny', 3],
  ['text behind a quote', "A='x' y", 1],
])('%s is a fault of its line, which is not repeated', (_name, text, line) => {
  expect(() => parseDotenv(text)).toThrow(new ConfigFault('must be NAME=value', line))
  expect(outcomeOf(text)).toBe(line)
})

test('what is quoted comes back', () => {
  const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const file = texts.map((text, at) => `V${at}=${quoted(text)}`).join('\n')
      expect([...parseDotenv(file).values()]).toEqual(texts)
    }),
  )
})

/** The variables of a text, or the line of its fault. */
function outcomeOf(text: string): unknown {
  try {
    return [...parseDotenv(text).keys()]
  } catch (reason) {
    if (!(reason instanceof ConfigFault)) throw reason
    return reason.line
  }
}

test.each<[string, unknown]>([
  ['A=#', ['A']],
  [' \t', ['A']],
  ['"\\', 1],
  ["'", 1],
  ['A=\f#', 1],
  ['a.b ', ['A']],
])('50,000 of %j end in variables or in a fault, at once', (piece, expected) => {
  const text = `A=${piece.repeat(50_000)}`
  const start = process.cpuUsage()
  const outcome = outcomeOf(text)
  expect([outcome, process.cpuUsage(start).user < 1_000_000]).toEqual([expected, true])
})
