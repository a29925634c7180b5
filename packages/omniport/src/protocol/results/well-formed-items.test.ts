import { describe, expect, test } from 'vitest'
import { decodeResult } from '../codec/decode-result.js'
import { revisions } from '../revisions/revision.js'

const inputSchema = { type: 'object' }
const tool = { name: 'a', inputSchema }
const resource = { uri: 'a:b', name: 'b' }
const template = { uriTemplate: 'a:{b}', name: 'b' }

/** A list of a well-formed definition and a malformed one, and the first problem of that. */
const rows: readonly (readonly [string, string, object, unknown, string])[] = [
  ['tools/list', 'tools', tool, null, 'tools[1]: must be an object'],
  ['tools/list', 'tools', tool, [], 'tools[1]: must be an object'],
  ['tools/list', 'tools', tool, { inputSchema }, 'tools[1]: name must be a string'],
  ['tools/list', 'tools', tool, { name: 5, inputSchema }, 'tools[1]: name must be a string'],
  ['tools/list', 'tools', tool, { name: 'x' }, 'tools[1] ("x"): inputSchema must be an object'],
  ['tools/list', 'tools', tool, { name: 'x', inputSchema: null }, 'tools[1] ("x"): inputSchema must be an object'],
  ['tools/list', 'tools', tool, { name: 'x', inputSchema: 'any' }, 'tools[1] ("x"): inputSchema must be an object'],
  [
    'tools/list',
    'tools',
    tool,
    { name: 'x', inputSchema: { properties: 5 } },
    'tools[1] ("x"): inputSchema.properties must be an object',
  ],
  ['tools/list', 'tools', tool, { ...tool, title: {} }, 'tools[1] ("a"): title must be a string'],
  ['tools/list', 'tools', tool, { ...tool, description: 5 }, 'tools[1] ("a"): description must be a string'],
  ['resources/list', 'resources', resource, { name: 'x' }, 'resources[1] ("x"): uri must be a string'],
  ['resources/list', 'resources', resource, { uri: 'a:b', name: 5 }, 'resources[1]: name must be a string'],
  [
    'resources/templates/list',
    'resourceTemplates',
    template,
    { name: 'x' },
    'resourceTemplates[1] ("x"): uriTemplate must be a string',
  ],
  ['prompts/list', 'prompts', { name: 'a' }, { name: 5 }, 'prompts[1]: name must be a string'],
  [
    'prompts/list',
    'prompts',
    { name: 'a' },
    { name: 'x', arguments: {} },
    'prompts[1] ("x"): arguments must be an array',
  ],
  [
    'prompts/list',
    'prompts',
    { name: 'a' },
    { name: 'x', arguments: [{ name: 'b' }, {}] },
    'prompts[1] ("x"): each of its arguments must have a name',
  ],
]

describe.each(revisions)('a page read at %s', (revision) => {
  test.each(rows)('of %s with malformed %s', (method, member, good, bad, problem) => {
    const problems: string[] = []
    const onLeftOut = (text: string) => void problems.push(text)
    const page = { [member]: [good, bad, good], nextCursor: 'c' }
    expect(decodeResult(method, page, { revision, onLeftOut })).toEqual({ [member]: [good, good], nextCursor: 'c' })
    expect(problems).toEqual([`${method}: left out 1 of 3: ${problem}`])
    expect(decodeResult(method, page, { revision })).toEqual({ [member]: [good, good], nextCursor: 'c' })
  })

  test('with texts that are null is given as it is', () => {
    const tools = [{ ...tool, title: null, description: null }]
    const onLeftOut = () => expect.unreachable()
    expect(decodeResult('tools/list', { tools }, { revision, onLeftOut })).toEqual({ tools })
  })

  test('of malformed definitions only is empty, and the first three are named, each in few words', () => {
    const problems: string[] = []
    const onLeftOut = (text: string) => void problems.push(text)
    const tools = Array.from({ length: 1000 }, () => ({ name: 'x'.repeat(10_000) }))
    expect(decodeResult('tools/list', { tools }, { revision, onLeftOut })).toEqual({ tools: [] })
    expect(problems).toEqual([
      expect.stringMatching(/^tools\/list: left out 1000 of 1000: (?:tools\[[012]\] .{30,130}(?:; |$)){3}$/),
    ])
  })
})
