import { describe, expect, test } from 'vitest'
import { ConfigFault } from '../config-fault.js'
import { formatOf, parseText } from './parse-text.js'

describe('the format is that of the extension', () => {
  test.each([
    ['a.json', 'json'],
    ['a.jsonc', 'json'],
    ['/x/A.JSON', 'json'],
    ['a.toml', 'toml'],
    ['a.yaml', 'yaml'],
    ['C:\\x\\a.yml', 'yaml'],
    ['a.json.yaml', 'yaml'],
  ])('%s', (file, format) => {
    expect(formatOf(file, '{}')).toBe(format)
    expect(formatOf(file, 'a = 1')).toBe(format)
  })
})

describe('the format is seen in the text', () => {
  test.each(['a', 'a.txt', '.mcp', 'a.toml.old', '/x.toml/a', 'C:\\x.toml\\a', 'toml'])('of %s', (file) => {
    expect([formatOf(file, '{}'), formatOf(file, 'a = 1'), formatOf(file, 'a: 1')]).toEqual(['json', 'toml', 'yaml'])
  })

  test.each(['{', ' \n\t{ "a": 1 }', '// x\n{}', '/* x */ {}'])('JSON: %j', (text) => {
    expect(formatOf('a', text)).toBe('json')
  })

  test.each(['[a]', '# x\n[ab.c] \t\n', '\t [a]\n', 'ab=1', '"a" \t= 1', "# x\n  'a.b-c' = 1"])('TOML: %j', (text) => {
    expect(formatOf('a', text)).toBe('toml')
  })

  test.each(['', 'a: {', 'a: x=1', '- [a]', '[a]: 1', '[a\n]', '/a: 1', '[]', 'a b = 1', '= 1'])('YAML: %j', (text) => {
    expect(formatOf('a', text)).toBe('yaml')
  })
})

describe('a text is parsed', () => {
  test.each([
    ['json', '{ "a": [1, { "b": null }] } // c'],
    ['toml', 'a = [1, { b = 2 }]'],
    ['yaml', 'a: [1, { b: 2 }]'],
  ] as const)('as %s, with or without a byte order mark', async (format, text) => {
    const { value } = await parseText(text, format)
    expect(value).toMatchObject({ a: [1, {}] })
    expect((await parseText(`\uFEFF${text}`, format)).value).toEqual(value)
  })

  test('and a mark inside stays', async () => {
    expect((await parseText('"\uFEFF"', 'json')).value).toBe('\uFEFF')
  })

  test.each(['null', '5', '"x"', '[]'])('that is no object: %s', async (text) => {
    expect((await parseText(text, 'json')).value).toEqual(JSON.parse(text))
  })
})

describe('the length', () => {
  const most = 512 * 1024

  test.each([
    ['toml', '#'],
    ['yaml', '#'],
  ] as const)('of %s is limited to 512 Ki characters', async (format, text) => {
    await parseText(text.padEnd(most, 'x'), format)
    await expect(parseText(text.padEnd(most + 1, 'x'), format)).rejects.toThrow(
      new ConfigFault(`is longer than 512 Ki characters, the limit for ${format}`),
    )
  })

  test('of JSON is not', async () => {
    expect((await parseText('{}'.padEnd(most + 1), 'json')).value).toEqual({})
  })
})

describe('nesting', () => {
  const fault = new ConfigFault('nests deeper than 64 levels')

  test('of names with dots counts', async () => {
    const named = (levels: number) => `[${Array.from({ length: levels - 1 }, () => 'a').join('.')}]`
    expect((await parseText(named(64), 'toml')).lineOf(['a'])).toBe(1)
    await expect(parseText(named(65), 'toml')).rejects.toThrow(fault)
  })

  test('of lists counts too', async () => {
    const listed = (levels: number) => `a: &a ${'['.repeat(32)}${']'.repeat(32)}\nb: ${nestedIn(levels - 33, '*a')}`
    expect((await parseText(listed(64), 'yaml')).lineOf(['b'])).toBe(2)
    await expect(parseText(listed(65), 'yaml')).rejects.toThrow(fault)
  })
})

function nestedIn(levels: number, text: string): string {
  return `${'['.repeat(levels)}${text}${']'.repeat(levels)}`
}
