import { describe, expect, test } from 'vitest'
import { type Page, plain, type Style } from '../output/style.js'
import { formatEverything, formatPrompts, formatResources, formatTemplates, formatTools } from './format-lists.js'

const page: Page = { columns: 80, style: plain }
const marked: Style = {
  ...plain,
  strong: (text) => `S<${text}>`,
  name: (text) => `N<${text}>`,
  faint: (text) => `F<${text}>`,
}

const object = { type: 'object' as const }

test('tools have their arguments, those that are needed first, and what they do', () => {
  const inputSchema = { ...object, properties: { a: {}, b: {}, c: {} }, required: ['b'] }
  const tools = [
    { name: 'add', description: ' Adds\nand more', inputSchema },
    { name: 'list', title: 'Lists', inputSchema: object },
    { name: 'x', inputSchema: object },
  ]
  expect(formatTools(tools, page)).toBe('Tools:\n  add b [a] [c]  Adds\n  list           Lists\n  x')
  expect(formatTools(tools.slice(0, 1), { columns: 80, style: marked })).toBe(
    'S<Tools>:\n  N<add> F<b> F<[a]> F<[c]>  Adds',
  )
})

test('schemas of another form have no arguments', () => {
  const schemas = [
    { ...object, properties: null },
    { ...object, properties: { a: {} }, required: 'a' },
  ]
  const tools = schemas.map((inputSchema) => ({ name: 't', inputSchema })) as unknown as Parameters<
    typeof formatTools
  >[0]
  expect(formatTools(tools, page)).toBe('Tools:\n  t\n  t [a]')
})

test('resources and templates have their address and title, or name', () => {
  expect(
    formatResources(
      [
        { uri: 'a:b', name: 'b' },
        { uri: 'a:long', name: 'c', title: 'C' },
      ],
      page,
    ),
  ).toBe('Resources:\n  a:b     b\n  a:long  C')
  expect(
    formatTemplates(
      [
        { uriTemplate: 'a:{x}', name: 'x' },
        { uriTemplate: 'a:{y}', name: 'y', title: 'Y' },
      ],
      page,
    ),
  ).toBe('Templates:\n  a:{x}  x\n  a:{y}  Y')
})

test('prompts have their arguments, those that may be left out in brackets', () => {
  const prompts = [
    { name: 'p', description: 'D', title: 'T', arguments: [{ name: 'a', required: true }, { name: 'b' }] },
    { name: 'q', title: 'T' },
  ]
  expect(formatPrompts(prompts, page)).toBe('Prompts:\n  p a [b]  D\n  q        T')
})

test('a list of nothing says so', () => {
  expect(formatTools([], { columns: 80, style: marked })).toBe('S<Tools>: none')
  expect([formatResources([], page), formatTemplates([], page), formatPrompts([], page)]).toEqual([
    'Resources: none',
    'Templates: none',
    'Prompts: none',
  ])
})

describe('the width', () => {
  const line = (name: string, title: string, columns: number) =>
    formatResources([{ uri: name, name, title }], { columns, style: plain }).split('\n')[1]

  test('is kept by texts that are too long', () => {
    expect(line('a:b', 'x'.repeat(33), 40)).toBe(`  a:b  ${'x'.repeat(33)}`)
    expect(line('a:b', 'x'.repeat(34), 40)).toBe(`  a:b  ${'x'.repeat(32)}…`)
  })

  test('leaves 20 columns to texts, and addresses whole', () => {
    expect(line('a'.repeat(50), 'x'.repeat(30), 40)).toBe(`  ${'a'.repeat(50)}  ${'x'.repeat(19)}…`)
  })

  test('is shared: labels have at most 45 %, and 24 at least', () => {
    const prompts = (columns: number) =>
      formatPrompts(
        [{ name: 'p', description: 'D', arguments: Array.from({ length: 9 }, (_, at) => ({ name: `arg${at}` })) }],
        { columns, style: plain },
      ).split('\n')[1]
    expect(prompts(100)).toBe('  p [arg0] [arg1] [arg2] [arg3] [arg4] [arg5] …  D')
    expect(prompts(40)).toBe('  p [arg0] [arg1] [arg2] …  D')
  })

  test('counts wide letters twice', () => {
    expect(
      formatResources(
        [
          { uri: '日本', name: 'a' },
          { uri: 'abcdef', name: 'b' },
        ],
        page,
      ),
    ).toBe('Resources:\n  日本    a\n  abcdef  b')
  })

  test('is not broken by letters that control a terminal', () => {
    expect(line('a\nb', 'c\u001b', 80)).toBe('  a\\nb  c\\u001b')
  })
})

describe('a server', () => {
  const everything = {
    revision: '2025-11-25',
    capabilities: {},
    ...{ tools: [], resources: [], resourceTemplates: [], prompts: [] },
  } as const

  test('has its name, and all lists', () => {
    expect(
      formatEverything({ ...everything, server: { name: 's\n', version: '1' } }, { columns: 80, style: marked }),
    ).toBe(
      'S<s\\n 1>, speaking 2025-11-25\n\nS<Tools>: none\n\nS<Resources>: none\n\nS<Templates>: none\n\nS<Prompts>: none',
    )
  })

  test.each([
    ['one\n\n  \ntwo\nthree', ['  one', '  two', '  three']],
    ['1\n2\n3\n4\n5', ['  1', '  2', '  3', '  … and 2 lines more']],
    ['x'.repeat(50), [`  ${'x'.repeat(37)}…`]],
    ['x'.repeat(38), [`  ${'x'.repeat(38)}`]],
    ['', []],
  ])('has the first lines of its instructions: %j', (instructions, lines) => {
    const server = { name: 's', version: '1', instructions }
    const [head = ''] = formatEverything({ ...everything, server }, { columns: 40, style: plain }).split('\n\n')
    expect(head.split('\n').slice(1)).toEqual(lines)
  })
})
