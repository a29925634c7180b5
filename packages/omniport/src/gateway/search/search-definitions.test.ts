import { describe, expect, test } from 'vitest'
import type { Tool } from '../../protocol/model/tool.js'
import { createDocumentValidator } from '../../schema/standard/validator.js'
import { searchTools } from './search-definitions.js'

const toolsOf = (revision: Parameters<typeof searchTools>[0]) => {
  const [find, call] = searchTools(revision)
  if (find === undefined || call === undefined) throw new Error('There are two')
  return { find, call }
}

async function accepts(schema: Tool['inputSchema'] | undefined, value: unknown): Promise<boolean> {
  const { issues } = await createDocumentValidator(schema ?? {}).check(value)
  return issues === undefined
}

test.each([
  ['2024-11-05', false, false, false],
  ['2025-03-26', false, true, false],
  ['2025-06-18', true, true, true],
  ['2026-07-28', true, true, true],
] as const)('at %s both tools have what the revision has', (revision, hasTitle, hasAnnotations, hasOutput) => {
  const { find, call } = toolsOf(revision)
  const members = (tool: Tool) => [
    tool.title !== undefined,
    tool.annotations !== undefined,
    tool.outputSchema !== undefined,
  ]
  expect([members(find), members(call)]).toEqual([
    [hasTitle, hasAnnotations, hasOutput],
    [hasTitle, hasAnnotations, false],
  ])
})

test('each tool is described to people and models, and leads to the other', () => {
  const { find, call } = toolsOf('2026-07-28')
  expect([find, call].map(({ name, title, annotations }) => ({ name, title, annotations }))).toEqual([
    {
      ...{ name: 'find_tools', title: 'Find tools' },
      annotations: { title: 'Find tools', readOnlyHint: true, openWorldHint: false },
    },
    { name: 'call_tool', title: 'Call a tool', annotations: { title: 'Call a tool' } },
  ])
  expect(find.description).toMatch(
    /^Finds tools by what they do\. .* such as "create issue" or .* call it with call_tool\.$/,
  )
  expect(call.description).toMatch(/^Calls a tool that find_tools has found\. .*inputSchema/)
})

describe('the arguments', () => {
  const { find, call } = toolsOf('2026-07-28')

  test.each<[unknown, boolean]>([
    [{ query: 'x' }, true],
    [{ query: 'x', limit: 1 }, true],
    [{ query: 'x', limit: 20 }, true],
    [{}, false],
    [{ query: '' }, false],
    [{ query: 5 }, false],
    [{ query: 'x', limit: 0 }, false],
    [{ query: 'x', limit: 21 }, false],
    [{ query: 'x', limit: 1.5 }, false],
    [[], false],
  ])('of find_tools may be %j: %s', async (args, expected) => {
    expect(await accepts(find.inputSchema, args)).toBe(expected)
  })

  test.each<[unknown, boolean]>([
    [{ name: 'x' }, true],
    [{ name: 'x', arguments: { a: 1 } }, true],
    [{}, false],
    [{ name: '' }, false],
    [{ name: 5 }, false],
    [{ name: 'x', arguments: [] }, false],
    [[], false],
  ])('of call_tool may be %j: %s', async (args, expected) => {
    expect(await accepts(call.inputSchema, args)).toBe(expected)
  })

  test('have defaults, and say what they are', () => {
    expect([find.inputSchema, call.inputSchema]).toMatchObject([
      {
        properties: {
          query: { description: 'What the tool should do, in a few words' },
          limit: { default: 8, description: 'The number of tools to find' },
        },
      },
      {
        properties: {
          name: { description: 'The name of the tool' },
          arguments: { default: {}, description: 'The arguments of the tool' },
        },
      },
    ])
  })

  test.each([
    [{ tools: [{}] }, true],
    [{ tools: [] }, true],
    [{}, false],
    [{ tools: {} }, false],
    [{ tools: ['x'] }, false],
    [[], false],
  ])('lead to a result such as %j: %s', async (value, expected) => {
    expect(await accepts(find.outputSchema as Tool['inputSchema'], value)).toBe(expected)
  })
})
