import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { issueToolNameWarning, validateAndWarnToolName, validateToolName } from './toolNameValidation.js'

let written: unknown[][]
beforeEach(() => {
  written = []
  vi.spyOn(console, 'warn').mockImplementation((...given) => void written.push(given))
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('the warnings of a name are written', () => {
  issueToolNameWarning('a b', ['one', 'two'])
  expect(written).toEqual([
    ['Tool name validation warning for "a b":'],
    ['  - one'],
    ['  - two'],
    ['Tool registration will proceed, but this may cause compatibility issues.'],
    ['Consider updating the tool name to conform to the MCP tool naming standard.'],
    [
      'See SEP: Specify Format for Tool Names (https://github.com/modelcontextprotocol/modelcontextprotocol/issues/986) for more details.',
    ],
  ])
})

test('a name without warnings is silent', () => {
  issueToolNameWarning('a', [])
  expect([validateAndWarnToolName('a'), written]).toEqual([true, []])
})

test.each([
  ['-a', true],
  ['a b', false],
])('the name %j is valid: %s, and has its warnings written', (name, isValid) => {
  const { warnings } = validateToolName(name)
  expect(validateAndWarnToolName(name)).toBe(isValid)
  expect(written.slice(1, 1 + warnings.length)).toEqual(warnings.map((warning) => [`  - ${warning}`]))
  expect(written[0]).toEqual([`Tool name validation warning for "${name}":`])
})
