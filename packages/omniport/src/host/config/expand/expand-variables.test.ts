// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FieldFault } from '../field-fault.js'
import { expandVariables, type VariableScope, type VariableStyle } from './expand-variables.js'

const scope: VariableScope = {
  env: { HOME: '/home/me', EMPTY: '', DOLLAR: '$&', NESTED: '${HOME}', cwd: 'of the environment' },
  predefined: new Map([
    ['workspaceFolder', '/work'],
    ['cwd', '/here'],
    ['/', '/'],
    ['pathSeparator', '/'],
  ]),
  input: async (id) => `${id}!`,
}
const path = ['mcpServers', 'a', 'args', 0] as const
const expand = (text: string, style?: VariableStyle) => expandVariables({ text, path, style }, scope)

test.each([
  ['a variable', '${HOME}/notes', '/home/me/notes'],
  ['as editors write it', '${env:HOME}', '/home/me'],
  ['as mcporter writes it', 'x-$env:HOME-y', 'x-/home/me-y'],
  ['a default', '${NOPE:-a b}', 'a b'],
  ['a default as editors write it', '${env:NOPE:-a}', 'a'],
  ['a default of many lines', '${NOPE:-a\nb}', 'a\nb'],
  ['an empty default', '${NOPE:-}', ''],
  ['a default for what is empty', '${EMPTY:-x}', 'x'],
  ['what is set before its default', '${HOME:-x}', '/home/me'],
  ['what is empty without a default', '${EMPTY}', ''],
  ['several', '${HOME}:${HOME}', '/home/me:/home/me'],
  ['a value is not expanded again', '${DOLLAR}${NESTED}', '$&${HOME}'],
  ['a bare variable is none', '$HOME', '$HOME'],
  ['what has no name is none', '${}', '${}'],
  ['what a shell has is none', '${HOME#/}${1}', '${HOME#/}${1}'],
  ['braces alone are none', '{env:HOME}', '{env:HOME}'],
  ['a place', '${workspaceFolder}/src', '/work/src'],
  ['a place before a variable of its name', '${cwd}', '/here'],
  ['a separator', 'a${/}b${pathSeparator}c', 'a/b/c'],
  ['an input', 'Bearer ${input:api-key}', 'Bearer api-key!'],
  ['inputs and variables in their order', '${input:a}${HOME}${input:b}', 'a!/home/meb!'],
  ['nothing', '', ''],
])('%s', async (_name, text, expected) => {
  expect(await expand(text)).toBe(expected)
})

test.each([
  ['braces', '{env:HOME}/x ${HOME}', '/home/me/x /home/me'],
  ['braces', '{x:HOME}{HOME}', '{x:HOME}{HOME}'],
  ['bare', '$HOME/x ${HOME} $env:HOME', '/home/me/x /home/me /home/me'],
  ['bare', 'pa$word $1 $', 'pa$word $1 $'],
] as const)('%s: %s', async (style, text, expected) => {
  expect(await expand(text, style)).toBe(expected)
})

describe('a variable without a value is a fault of its field', () => {
  test.each([
    ['${NOPE}', undefined, ': the variable NOPE is not set'],
    ['${constructor}', undefined, ': the variable constructor is not set'],
    ['${__proto__}', undefined, ': the variable __proto__ is not set'],
    ['$env:NOPE', undefined, ': the variable NOPE is not set'],
    ['{env:NOPE}', 'braces', ': the variable NOPE is not set'],
    ['${config:editor.font}', undefined, ': variables of the kind "config:" are not supported'],
    ['${command:pick}', undefined, ': variables of the kind "command:" are not supported'],
    ['{file:~/.key}', 'braces', ': variables of the kind "file:" are not supported'],
  ] as const)('%s', async (text, style, message) => {
    await expect(expand(`x ${text}`, style)).rejects.toEqual(new FieldFault(path, message))
  })
})

test('what a variable stands for comes out as it is, whatever it looks like', async () => {
  const looksLikeOne = fc.oneof(
    fc.string(),
    fc.constantFrom('${HOME}', '$env:HOME', '${input:x}', '{env:HOME}', '$HOME', '$&', '$1'),
  )
  const parts = fc.array(looksLikeOne, { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(parts, fc.constantFrom(undefined, 'braces', 'bare'), async (values, style) => {
      const env = Object.fromEntries(values.map((value, at) => [`V${at}`, value]))
      const text = values.map((_, at) => `\${V${at}}`).join('|')
      const input = async () => 'never'
      const expanded = await expandVariables({ text, path, style }, { ...scope, env, input })
      expect(expanded).toBe(values.join('|'))
    }),
  )
})

test('a text without a dollar and a brace is what it was', async () => {
  const plain = fc.string().filter((text) => !/[${]/.test(text))
  await fc.assert(
    fc.asyncProperty(plain, fc.constantFrom(undefined, 'braces', 'bare'), async (text, style) => {
      expect(await expand(text, style)).toBe(text)
    }),
  )
})
