// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { expect, test } from 'vitest'
import { expandVariables } from './expand-variables.js'

const env = { HOME: '/home/me', EMPTY: '', DOLLAR: '$&' }
const expand = (text: string) => expandVariables(text, { where: 'f: s.args[0]', env })

test.each([
  ['a variable', '${HOME}/notes', '/home/me/notes'],
  ['as editors write it', '${env:HOME}', '/home/me'],
  ['a default', '${NOPE:-a b}', 'a b'],
  ['an empty default', '${NOPE:-}', ''],
  ['a default for what is empty', '${EMPTY:-x}', 'x'],
  ['what is empty without a default', '${EMPTY}', ''],
  ['several', '${HOME}:${HOME}', '/home/me:/home/me'],
  ['a value is not expanded again', '${DOLLAR}', '$&'],
  ['a bare variable is none', '$HOME', '$HOME'],
  ['what has no name is none', '${}', '${}'],
  ['an input of an editor is none', '${input:key}', '${input:key}'],
])('%s', (_name, text, expected) => {
  expect(expand(text)).toBe(expected)
})

test.each(['NOPE', 'constructor'])('%s without a value is an error that names the field', (name) => {
  expect(() => expand(`\${${name}}`)).toThrow(`f: s.args[0]: the variable ${name} is not set`)
})
