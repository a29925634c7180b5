import { describe, expect, test } from 'vitest'
import { UriTemplate } from './uriTemplate.js'

const long = 'x'.repeat(1_000_000)

describe('a template', () => {
  test('has its variables, and its text', () => {
    const template = new UriTemplate('test://{a}/b{?c,d}')
    expect([template.variableNames, String(template)]).toEqual([['a', 'c', 'd'], 'test://{a}/b{?c,d}'])
    template.match('test://1/b')
    expect(template.variableNames).toEqual(['a', 'c', 'd'])
  })

  test('makes a URI of values, and finds them again', () => {
    const template = new UriTemplate('test://{a}/b{?c}')
    expect(template.expand({ a: 'x y', c: ['1', '2'] })).toBe('test://x%20y/b?c=1,2')
    expect(template.expand({ a: 'x' })).toBe('test://x/b')
    expect(template.match('test://x/b?c=1')).toEqual({ a: 'x', c: '1' })
    expect(template.match('other://x')).toBeNull()
  })

  test.each([
    ['{a}', true],
    ['x{a}y', true],
    ['{}', false],
    ['{ a}', false],
    ['{a', false],
    ['a}', false],
    ['', false],
  ])('%s has variables: %s', (text, expected) => {
    expect(UriTemplate.isTemplate(text)).toBe(expected)
  })

  test('with an open brace is none', () => {
    expect(() => new UriTemplate('{a')).toThrow(new Error('Unclosed template expression'))
  })
})

describe('a text', () => {
  const message = (what: string) => new Error(`${what} exceeds maximum length of 1000000 characters (got 1000001)`)

  test('of a template may be so long', () => {
    expect(String(new UriTemplate(long))).toHaveLength(1_000_000)
    expect(() => new UriTemplate(`${long}x`)).toThrow(message('Template'))
  })

  test('of a value may be so long', () => {
    const template = new UriTemplate('{a}')
    expect(template.expand({ a: long })).toHaveLength(1_000_000)
    expect(() => template.expand({ a: `${long}x` })).toThrow(message('Variable value'))
    expect(() => template.expand({ a: ['x', `${long}x`] })).toThrow(message('Variable value'))
    expect(() => template.expand({ other: `${long}x` })).toThrow(message('Variable value'))
  })

  test('of a URI may be so long', () => {
    const template = new UriTemplate('test://{a}')
    expect(template.match(long)).toBeNull()
    expect(() => template.match(`${long}x`)).toThrow(message('URI'))
  })
})
