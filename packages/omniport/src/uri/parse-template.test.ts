import { describe, expect, it } from 'vitest'
import { parseTemplate } from './parse-template.js'

describe('parseTemplate', () => {
  it('gives literals and expressions in order, and every variable once', () => {
    expect(parseTemplate("file:///o'x/{+dir}/{name:3,rest*}{?q,lang}")).toEqual({
      source: "file:///o'x/{+dir}/{name:3,rest*}{?q,lang}",
      parts: [
        { type: 'literal', text: "file:///o'x/" },
        { type: 'expression', operator: '+', variables: [{ name: 'dir', explode: false, prefix: undefined }] },
        { type: 'literal', text: '/' },
        {
          type: 'expression',
          operator: '',
          variables: [
            { name: 'name', explode: false, prefix: 3 },
            { name: 'rest', explode: true, prefix: undefined },
          ],
        },
        {
          type: 'expression',
          operator: '?',
          variables: [
            { name: 'q', explode: false, prefix: undefined },
            { name: 'lang', explode: false, prefix: undefined },
          ],
        },
      ],
      variables: [
        { name: 'dir', required: true },
        { name: 'name', required: true },
        { name: 'rest', required: true },
        { name: 'q', required: false },
        { name: 'lang', required: false },
      ],
    })
  })

  it.each([
    ['+', true],
    ['#', true],
    ['.', true],
    ['/', true],
    [';', true],
    ['?', false],
    ['&', false],
  ])('reads the operator %s, whose variables are required: %s', (operator, required) => {
    const template = parseTemplate(`{${operator}a}`)
    const variables = [{ name: 'a', explode: false, prefix: undefined }]
    expect(template.parts).toEqual([{ type: 'expression', operator, variables }])
    expect(template.variables).toEqual([{ name: 'a', required }])
  })

  it('reads the empty template', () => {
    expect(parseTemplate('')).toEqual({ source: '', parts: [], variables: [] })
  })

  it('keeps literals as a URI holds them: encodes what a URI cannot hold, keeps escapes and reserved characters', () => {
    expect(parseTemplate('café/[x]%20?a=b&c#d').parts).toEqual([{ type: 'literal', text: 'caf%C3%A9/[x]%20?a=b&c#d' }])
  })

  it.each(['a.b_1', 'ab.cd.efg', 'a%C3%A9.%20%2F', 'A_9', '%20x', '__proto__', 'constructor', '42'])(
    'accepts the variable name %s',
    (name) => {
      expect(parseTemplate(`{${name}}`).variables).toEqual([{ name, required: true }])
    },
  )

  it.each([
    ['{a:1}', false, 1],
    ['{a:10}', false, 10],
    ['{a:9999}', false, 9999],
    ['{a*}', true, undefined],
    ['{a}', false, undefined],
  ])('reads the modifier of %s', (source, explode, prefix) => {
    expect(parseTemplate(source).parts).toEqual([
      { type: 'expression', operator: '', variables: [{ name: 'a', explode, prefix }] },
    ])
  })

  it('is frozen all the way down', () => {
    const template = parseTemplate('x{a}')
    const [literal, expression] = template.parts
    const objects = [template, template.parts, template.variables, template.variables[0], literal, expression]
    expect(objects.map((object) => Object.isFrozen(object))).toEqual([true, true, true, true, true, true])
    const variables = expression?.type === 'expression' ? expression.variables : []
    expect([Object.isFrozen(variables), Object.isFrozen(variables[0])]).toEqual([true, true])
  })

  const names = 'expected letters, digits, "_", "." or "%XX"'
  const modifiers = 'expected "*" or ":" and a number from 1 to 9999'
  const extension = 'is reserved for extensions; expected a variable name or one of + # . / ; ? &'
  it.each([
    ['a/{b', 2, '"{" is never closed; expected "}"'],
    ['{', 0, '"{" is never closed; expected "}"'],
    ['{a{b}}', 2, '"{" inside an expression; expected "}" first'],
    ['{a{', 2, '"{" inside an expression; expected "}" first'],
    ['a}b', 1, 'unexpected "}"; expected "{" before it'],
    ['{a}}', 3, 'unexpected "}"; expected "{" before it'],
    ['a b', 1, 'unexpected " "; expected its percent-encoded form'],
    ['a\nb', 1, 'unexpected "\\n"; expected its percent-encoded form'],
    ['é\ud800', 1, 'unexpected "\\ud800"; expected its percent-encoded form'],
    ['50%/{a}', 2, 'unexpected "%"; expected two hexadecimal digits after it'],
    ['x{}', 1, 'empty expression; expected a variable name'],
    ['{?}', 2, `missing variable name; ${names}`],
    ['{a,}', 3, `missing variable name; ${names}`],
    ['{,a}', 1, `operator "," ${extension}`],
    ['{!a}', 1, `operator "!" ${extension}`],
    ['{=a}', 1, `operator "=" ${extension}`],
    ['{|a*}', 1, `operator "|" ${extension}`],
    ['{@a}', 1, `operator "@" ${extension}`],
    ['{??a}', 2, `"?" in a variable name; ${names}`],
    ['{$a}', 1, `"$" in a variable name; ${names}`],
    ['{ab,c-d}', 5, `"-" in a variable name; ${names}`],
    ['{a b}', 2, `" " in a variable name; ${names}`],
    ['{a,\u{1F600}}', 3, `"\u{1F600}" in a variable name; ${names}`],
    ['{a.}', 2, `"." in a variable name; ${names}`],
    ['{a..b}', 2, `"." in a variable name; ${names}`],
    ['{.a}{..b}', 6, `"." in a variable name; ${names}`],
    ['{a%2}', 2, `"%" in a variable name; ${names}`],
    ['{a%g0}', 2, `"%" in a variable name; ${names}`],
    ['{a:12345}', 2, `modifier ":12345"; ${modifiers}`],
    ['{a**}', 2, `modifier "**"; ${modifiers}`],
    ['{%2x}', 1, `"%" in a variable name; ${names}`],
    ['{*a}', 1, `"*" in a variable name; ${names}`],
    ['{a*b}', 2, `modifier "*b"; ${modifiers}`],
    ['{a:2*}', 2, `modifier ":2*"; ${modifiers}`],
    ['{a:}', 2, `modifier ":"; ${modifiers}`],
    ['{a:0}', 2, `modifier ":0"; ${modifiers}`],
    ['{a:01}', 2, `modifier ":01"; ${modifiers}`],
    ['{a:10000}', 2, `modifier ":10000"; ${modifiers}`],
    ['{a:x}', 2, `modifier ":x"; ${modifiers}`],
    ['{a}/{b,a}', 7, 'variable "a" appears twice; expected each name once'],
    ['{a:3}{?a}', 7, 'variable "a" appears twice; expected each name once'],
  ])('refuses %j', (source, offset, problem) => {
    const message = `Malformed URI template ${JSON.stringify(source)} at offset ${offset}: ${problem}`
    expect(() => parseTemplate(source)).toThrow(new TypeError(message))
  })

  it('accepts 4096 characters and refuses one more', () => {
    expect(parseTemplate('a'.repeat(4096)).parts).toEqual([{ type: 'literal', text: 'a'.repeat(4096) }])
    const message = `Malformed URI template of 4097 characters; expected at most 4096: "${'a'.repeat(40)}…"`
    expect(() => parseTemplate('a'.repeat(4097))).toThrow(new TypeError(message))
  })

  it('accepts 64 variables and refuses one more', () => {
    const names = Array.from({ length: 65 }, (_, index) => `v${index}`)
    expect(parseTemplate(`{${names.slice(0, 64)}}`).variables.map(({ name }) => name)).toEqual(names.slice(0, 64))
    expect(() => parseTemplate(`{${names}}`)).toThrow('too many variables; expected at most 64')
  })
})
