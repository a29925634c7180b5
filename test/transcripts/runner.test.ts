import { describe, expect, test } from 'vitest'
import { formatTranscript } from './format-transcript.js'
import { parseTranscript } from './parse-transcript.js'
import { bind, expand } from './placeholders.js'
import { runCase } from './run-case.js'

const head = '# Anything\nrevisions: 2025-11-25\nhandshake: yes\n⟨note⟩ = {"a":1}'

async function run(lines: string) {
  const transcript = parseTranscript(`${head}\n\n# a case\n${lines}\n`)
  const [one] = transcript.cases
  if (one === undefined) throw new Error('no case')
  const options = { transcript, revision: '2025-11-25', transport: 'memory' } as const
  return { transcript, one, ...(await runCase(one, options)) }
}

describe('the runner', () => {
  test('gives what was said beside what was expected', async () => {
    const { outcomes } = await run('> {"id":1,"method":"ping"}\n< {"id":1,"result":{"no":1}}')
    const answer = { jsonrpc: '2.0', id: 1 }
    expect(outcomes).toEqual([{ expected: [{ ...answer, result: { no: 1 } }], actual: [{ ...answer, result: {} }] }])
  })

  test('overlooks nothing where nothing is expected', async () => {
    const { outcomes } = await run('! the tool "extra" is added\n< nothing')
    expect(outcomes).toEqual([
      { expected: [], actual: [{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }] },
    ])
  })

  test('finds what the official schema does not allow', async () => {
    const { assertValid } = await run('> {"id":1,"method":"tools/call","params":{}}')
    expect(assertValid).toThrow('client 2025-11-25 /params/name: is required')
  })

  test('asks no schema about a message that is marked wrong', async () => {
    const { assertValid } = await run('>! {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}')
    expect(assertValid()).toBeUndefined()
  })

  test('knows no event that the server does not have', async () => {
    await expect(run('! the sky falls')).rejects.toThrow('the server has no event "the sky falls"')
  })

  test('writes anew what differs, and keeps what fits', async () => {
    const lines = ['> {"id":1,"method":"ping"}', '< {"result":{},"id":1}', '> {"id":2,"method":"ping"}', '< nothing']
    const { transcript, one, ...ran } = await run(lines.join('\n'))
    const text = formatTranscript(transcript, '2025-11-25', new Map([[one, ran]]))
    expect(text).toBe(`${head}\n\n# a case\n${lines.slice(0, 3).join('\n')}\n< {"id":2,"result":{}}\n`)
  })
})

describe('a transcript is refused that has', () => {
  test.each([
    ['an unknown revision', '# x\nrevisions: 2025-01-01', 'not a list of 2024-11-05, '],
    ['no revision', '# x', 'not a list of 2024-11-05, '],
    ['an unknown line in its head', '# x\ncolour: red', 'not a line of a head: colour: red'],
    ['an unknown line in a case', `${head}\n\n# y\nping`, 'not a line of a case: ping'],
    ['a message that is no JSON', `${head}\n\n# y\n> {`, 'not JSON: > {'],
    ['a sentence twice', `${head}\n\n# y\n\n# y`, 'two cases have the same sentence'],
  ])('%s', (_name, text, problem) => {
    expect(() => parseTranscript(text)).toThrow(problem)
  })
})

describe('a placeholder', () => {
  const known = () =>
    new Map<string, unknown>([
      ['note', { a: 1 }],
      ['revision', '2025-11-25'],
    ])

  test.each<[string, unknown, unknown]>([
    ['alone is its value', { x: '⟨note⟩' }, { x: { a: 1 } }],
    ['in a text is its text', ['in ⟨revision⟩'], ['in 2025-11-25']],
    ['is the members of its value', { '...': '⟨note⟩', b: 2 }, { a: 1, b: 2 }],
    ['that nothing explains stays', '⟨id⟩', '⟨id⟩'],
  ])('%s', (_name, value, expanded) => {
    expect(expand(value, known())).toEqual(expanded)
  })

  test('that nothing explains is what comes first, and that from then on', () => {
    const names = known()
    expect(bind({ cursor: '⟨next⟩' }, { cursor: 'x:1' }, names)).toEqual({ cursor: 'x:1' })
    expect(bind('⟨next⟩', 'y:2', names)).toBe('x:1')
    expect(bind('error ⟨id⟩', 'error 0123abcd', names)).toBe('error 0123abcd')
    expect(bind('error ⟨other⟩', 'error at line 7', names)).toBe('error ⟨other⟩')
    expect(bind('⟨another⟩', 'x:1', names)).toBe('⟨another⟩')
  })
})
