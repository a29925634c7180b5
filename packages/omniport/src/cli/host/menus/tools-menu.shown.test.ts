import { describe, expect, test } from 'vitest'
import type { Host } from '../../../entries/host.js'
import { fakeTool } from '../fixtures/fake-host.js'
import { shown } from '../fixtures/run-script.js'
import { leave, type Step } from '../fixtures/scripted-terminal.js'

describe('tools', () => {
  test('that many need to be searched, from 21 on', async () => {
    const tools = (count: number) => Array.from({ length: count }, (_, at) => fakeTool(`t${at}`))
    const steps: readonly Step[] = [
      ['What next', 'Call a tool'],
      ['Which tool', 'Back'],
    ]
    const menuOf = async (count: number) => (await shown({ tools: async () => tools(count) }, steps)).at(-1)
    expect(await menuOf(20)).toMatch(/^\? Which tool \[notes__t0 \| /)
    expect(await menuOf(21)).toMatch(/^\? Which tool \[Search by description … \| notes__t0 \| /)
  })

  test('that a search finds are chosen from, and leaving that calls nothing', async () => {
    const found = [
      { tool: fakeTool('a'), score: 2 },
      { tool: fakeTool('b'), score: 1 },
    ]
    const many = Array.from({ length: 21 }, (_, at) => fakeTool(`t${at}`))
    const steps: readonly Step[] = [
      ['What next', 'Call a tool'],
      ['Which tool', 'Search'],
      ['What should it do', 'send'],
      ['Which tool', leave],
      ['Which tool', 'Search'],
      ['What should it do', leave],
      ['Which tool', 'Search'],
      ['What should it do', '  '],
      ['Which tool', 'Back'],
    ]
    const lines = await shown({ tools: async () => many, searchTools: async () => found }, steps)
    expect(lines.filter((line) => !line.startsWith('? Which tool [Search'))).toEqual([
      '~ Asking for the tools',
      '~ hidden',
      '? What should it do <>',
      '~ Looking',
      '~ hidden',
      '? Which tool [notes__a | notes__b]',
      '~ Asking for the tools',
      '~ hidden',
      '? What should it do <>',
      '~ Asking for the tools',
      '~ hidden',
      '? What should it do <>',
      '~ Asking for the tools',
      '~ hidden',
    ])
  })

  test('stay as they were listed where the list fails later', async () => {
    let asked = 0
    const tools = async () => {
      asked += 1
      if (asked > 1) throw new Error('gone')
      return [fakeTool('a')]
    }
    const callTool: Host['callTool'] = async () => ({ content: [], structuredContent: undefined })
    const lines = await shown({ tools, callTool }, [
      ['What next', 'Call a tool'],
      ['Which tool', 'notes__a'],
      ['Which tool', 'Back'],
    ])
    expect(lines).toEqual([
      '~ Asking for the tools',
      '~ hidden',
      '? Which tool [notes__a | Back]',
      '== notes__a',
      '   a of notes',
      '~ Calling notes__a',
      '~ hidden',
      'good: notes__a answered',
      'plain: (nothing)',
      '~ Asking for the tools',
      '~ hidden',
      'bad: gone',
      '? Which tool [notes__a | Back]',
    ])
  })

  test.each([
    ['repeats the structured value', '{"a":[1]}', ['plain: {\n  "a": [\n    1\n  ]\n}']],
    ['is another', '{"a":[2]}', ['plain: {"a":[2]}\n\n{\n  "a": [\n    1\n  ]\n}']],
    ['is no JSON', 'words', ['plain: words\n\n{\n  "a": [\n    1\n  ]\n}']],
  ])('are shown with text that %s, or not', async (_name, text, printed) => {
    const callTool: Host['callTool'] = async () => ({
      content: [{ type: 'text', text }],
      structuredContent: { a: [1] },
    })
    const lines = await shown({ tools: async () => [fakeTool('a')], callTool }, [
      ['What next', 'Call a tool'],
      ['Which tool', 'notes__a'],
      ['Which tool', 'Back'],
    ])
    expect(lines.filter((line) => line.startsWith('plain:'))).toEqual(printed)
  })

  test.each([
    [{}, []],
    [{ readOnlyHint: false, destructiveHint: false, openWorldHint: false }, []],
    [{ readOnlyHint: true, destructiveHint: true }, ['   The server says that it only reads.']],
    [{ destructiveHint: true }, ['   The server says that it may destroy.']],
    [{ openWorldHint: true }, ['   The server says that it reaches out of this machine.']],
  ])('claim %j', async (annotations, claims) => {
    const callTool: Host['callTool'] = async () => ({ content: [], structuredContent: undefined })
    const lines = await shown({ tools: async () => [fakeTool('a', { annotations })], callTool }, [
      ['What next', 'Call a tool'],
      ['Which tool', 'notes__a'],
      ['Which tool', 'Back'],
    ])
    expect(lines.filter((line) => line.startsWith('   '))).toEqual(['   a of notes', ...claims])
  })
})
