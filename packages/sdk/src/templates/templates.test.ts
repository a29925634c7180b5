import { describe, expect, test } from 'vitest'
import { UriTemplate } from '../shared/uriTemplate.js'

describe('a template', () => {
  test.each([
    ['a{b}c', true],
    ['a{b,c}', true],
    ['a{}c', false],
    ['a{b c}', false],
    ['abc', false],
    ['a{b', false],
  ])('%s has variables: %s', (text, expected) => {
    expect(UriTemplate.isTemplate(text)).toBe(expected)
  })

  test('has the names of its variables, and its text', () => {
    const template = new UriTemplate('a/{b}/{?c*, d}{#e}{}')
    expect([template.variableNames, template.toString()]).toEqual([['b', 'c', 'd', 'e'], 'a/{b}/{?c*, d}{#e}{}'])
    template.expand({})
    expect(template.variableNames).toEqual(['b', 'c', 'd', 'e'])
  })

  test('needs its braces closed', () => {
    expect(() => new UriTemplate('a{b')).toThrow(new Error('Unclosed template expression'))
    expect(() => new UriTemplate('{a}{b')).toThrow(new Error('Unclosed template expression'))
  })

  test('has a length, and so many expressions', () => {
    const most = 'a'.repeat(1_000_000)
    expect(new UriTemplate(most).toString()).toBe(most)
    expect(() => new UriTemplate(`${most}a`)).toThrow(
      new Error('Template exceeds maximum length of 1000000 characters (got 1000001)'),
    )
    expect(new UriTemplate('{a}'.repeat(10_000)).variableNames).toHaveLength(10_000)
    expect(() => new UriTemplate('{a}'.repeat(10_001))).toThrow(
      new Error('Template contains too many expressions (max 10000)'),
    )
  })
})

type Values = Record<string, string | string[]>

const values: Values = { a: 'x y', b: 'p/q', list: ['1', '2 3'], empty: '' }

describe('expanded', () => {
  test.each<[string, string]>([
    ['plain', 'plain'],
    ['{a}', 'x%20y'],
    ['{b}', 'p%2Fq'],
    ['{+b}', 'p/q'],
    ['{#b}', '#p/q'],
    ['{.a}', '.x%20y'],
    ['{/b}', '/p%2Fq'],
    ['{list}', '1,2%203'],
    ['{+list}', '1,2%203'],
    ['{#list}', '#1,2%203'],
    ['{.list}', '.1.2%203'],
    ['{/list}', '/1/2%203'],
    ['{?a}', '?a=x%20y'],
    ['{?a,b}', '?a=x%20y&b=p%2Fq'],
    ['{?list}', '?list=1,2%203'],
    ['{&a}', '&a=x%20y'],
    ['{?a}{?b}', '?a=x%20y&b=p%2Fq'],
    ['{?a}{&b}', '?a=x%20y&b=p%2Fq'],
    ['{&a}{?b}', '&a=x%20y&b=p%2Fq'],
    ['{?none}{?b}', '?b=p%2Fq'],
    ['{?none,b}', '?b=p%2Fq'],
    ['{none}', ''],
    ['{/none}x', 'x'],
    ['{#none}', ''],
    ['{a,b}', 'x y,p/q'],
    ['{a,none,list}', 'x y,1'],
    ['{empty}', ''],
    ['{?empty}', '?empty='],
    ['{}', ''],
    ['x{a}y{b}z', 'xx%20yyp%2Fqz'],
    ['{constructor}', ''],
    ['{?toString}', ''],
  ])('%s is %s', (template, uri) => {
    expect(new UriTemplate(template).expand(values)).toBe(uri)
  })

  test('a value has a length', () => {
    const template = new UriTemplate('{a}{b}')
    const most = 'a'.repeat(1_000_000)
    expect(template.expand({ a: most })).toBe(most)
    const message = 'Variable value exceeds maximum length of 1000000 characters (got 1000001)'
    expect(() => template.expand({ a: `${most}a` })).toThrow(new Error(message))
    expect(() => template.expand({ a: ['b', `${most}a`] })).toThrow(new Error(message))
  })
})

describe('matched', () => {
  test.each<[string, string, Values | null]>([
    ['plain', 'plain', {}],
    ['plain', 'plain2', null],
    ['plain', '2plain', null],
    ['a/{b}', 'a/x', { b: 'x' }],
    ['a/{b}', 'a/', null],
    ['a/{b}', 'a/x/y', null],
    ['a/{b}', 'a/x,y', null],
    ['a/{b*}', 'a/x', { b: 'x' }],
    ['a/{b*}', 'a/x,y', { b: ['x', 'y'] }],
    ['a/{b*}', 'a/x,,y', null],
    ['a/{b*}', 'a/,x', null],
    ['a/{b*}', 'a/x,', null],
    ['a/{b*}', 'a/x/y', null],
    ['{b}-{c}', 'x-y-z', { b: 'x-y', c: 'z' }],
    ['{b}{c}', 'xyz', { b: 'xy', c: 'z' }],
    ['{b}{c}', 'x', null],
    ['{b}/{c}', 'x/y', { b: 'x', c: 'y' }],
    ['{+b}', 'x/y,z', { b: 'x/y,z' }],
    ['{+b}', 'x\ny', null],
    ['{+b*}', 'x/y,z', { b: ['x/y', 'z'] }],
    ['{#b}', '#x/y', { b: '#x/y' }],
    ['{+b}/c', 'x/y/c', { b: 'x/y' }],
    ['{+b}/c', 'x/c/c', { b: 'x/c' }],
    ['a{.b}', 'a.x', { b: 'x' }],
    ['a{.b*}', 'a.x,y', null],
    ['a{.b}', 'ax', null],
    ['a{/b}', 'a/x', { b: 'x' }],
    ['a{/b*}', 'a/x,y', { b: ['x', 'y'] }],
    ['a{/b}', 'a/x/y', null],
    ['a{?b}', 'a?b=x', { b: 'x' }],
    ['a{?b}', 'a?b=x,y', { b: 'x,y' }],
    ['a{?b*}', 'a?b=x,y', { b: ['x', 'y'] }],
    ['a{?b,c}', 'a?b=x&c=y', { b: 'x', c: 'y' }],
    ['a{?b,c}', 'a?c=y&b=x', null],
    ['a{?b}', 'a?b=', null],
    ['a{?b}', 'a', null],
    ['a{&b}', 'a&b=x', { b: 'x' }],
    ['a{?b}', 'a?b=x&c=y', null],
    ['{b}', '', null],
    ['', '', {}],
    ['', 'x', null],
    ['{b}.{b}', 'x.y', { b: 'y' }],
  ])('%s with %j is %j', (template, uri, expected) => {
    expect(new UriTemplate(template).match(uri)).toEqual(expected)
  })

  test('a variable of any name is one', () => {
    const found = new UriTemplate('{__proto__}').match('x')
    expect(Object.entries(found ?? {})).toEqual([['__proto__', 'x']])
  })

  test('a URI has a length', () => {
    const template = new UriTemplate('{+a}')
    expect(() => template.match('a'.repeat(1_000_001))).toThrow(
      new Error('URI exceeds maximum length of 1000000 characters (got 1000001)'),
    )
  })
})
