import { describe, expect, test } from 'vitest'
import type { AuditRecord, Decision, PinChange } from '../../../entries/host.js'
import { fakeHost } from '../fixtures/fake-host.js'
import { runScript } from '../fixtures/run-script.js'
import { leave, type Step } from '../fixtures/scripted-terminal.js'
import { recordLine } from './audit-menu.js'
import { difference } from './changes-menu.js'

describe('changed tools', () => {
  const schema = (type: string) => ({ type: 'object' as const, properties: { a: { type } } })
  const change: PinChange = {
    change: 'changed',
    server: 'notes',
    tool: 'add',
    before: { name: 'add', description: 'Adds', inputSchema: schema('string') },
    after: { name: 'add', description: 'Adds, and sends', inputSchema: schema('string') },
    definition: 'd1',
    isBlocked: true,
    findings: [{ kind: 'instructions', path: '/description', text: 'sends' }],
  }

  test.each<[string, Step, readonly string[]]>([
    ['approved', ['Let add be called', true], ['notes add d1']],
    ['not approved', ['Let add be called', false], []],
    ['left', ['Let add be called', leave], []],
  ])('what changed is shown, and %s', async (_name, answer, approved) => {
    const done: string[] = []
    const host = fakeHost({
      changedTools: [change],
      approveTool: async (server, tool, definition) => void done.push(`${server} ${tool} ${definition}`),
    })
    const transcript = await runScript(host, [
      ['What next', 'Changed tools (1 to look at)'],
      ['Tools that changed', 'notes: add, changed, blocked'],
      answer,
      ['Tools that changed', 'Back'],
    ])
    expect(done).toEqual(approved)
    expect(transcript).toContain('   - description = "Adds"')
    expect(transcript).toContain('   + description = "Adds, and sends"')
    expect(transcript).toContain('warning: instructions at /description: sends')
    expect(transcript).toContain('? Let add be called as it is now? (y/N)')
  })

  test('what is approved is what was shown, whatever it became meanwhile', async () => {
    const done: string[] = []
    let changedTools: readonly PinChange[] = [{ ...change, tool: 'other', definition: 'd0' }, change]
    const host = fakeHost({ approveTool: async (...approved) => void done.push(approved.join(' ')) })
    Object.defineProperty(host, 'changedTools', { get: () => changedTools })
    const again = { ...change, definition: 'd2', after: { name: 'add', inputSchema: schema('number') } }
    await runScript(
      host,
      [
        ['What next', 'Changed tools (2 to look at)'],
        ['Tools that changed', 'notes: add, changed, blocked'],
        ['Let add be called', true],
        ['Tools that changed', 'Back'],
      ],
      {
        onOpen: (message) => {
          if (message.startsWith('Let')) changedTools = [again]
        },
      },
    )
    expect(done).toEqual(['notes add d1'])
  })

  test.each<[string, Pick<PinChange, 'before' | 'after'>, string]>([
    [
      'a member within',
      { before: { name: 'a', inputSchema: schema('string') }, after: { name: 'a', inputSchema: schema('null') } },
      '- inputSchema.properties.a.type = "string"\n+ inputSchema.properties.a.type = "null"',
    ],
    [
      'a tool that is gone',
      { before: { name: 'a', inputSchema: { type: 'object' } } },
      'It is gone.\nIt was:\nname = "a"\ninputSchema.type = "object"',
    ],
    [
      'what it was is not known',
      { after: { name: 'a', inputSchema: { type: 'object' } } },
      'It was (no longer known).\nIt is now:\nname = "a"\ninputSchema.type = "object"',
    ],
    [
      'order only',
      { before: { name: 'a', inputSchema: { type: 'object' } }, after: { inputSchema: { type: 'object' }, name: 'a' } },
      'Only the order of its members differs.',
    ],
  ])('%s', (_name, changed, text) => {
    expect(difference(changed)).toBe(text)
  })
})

describe('what is remembered', () => {
  const decision: Decision = {
    id: 'x1',
    type: 'call',
    server: 'notes',
    subject: 'add',
    binding: '00',
    answer: 'allow',
    scope: 'always',
    at: 0,
    until: 1_000,
  }
  const sentence = 'allow always until 1970-01-01T00:00:01.000Z: call add (notes)'

  test('is forgotten where the person says so', async () => {
    let remaining: readonly Decision[] = [decision]
    const host = fakeHost({
      decisions: async () => remaining,
      forget: async (id) => {
        remaining = remaining.filter((decision) => decision.id !== id)
      },
    })
    const transcript = await runScript(host, [
      ['What next', 'Remembered decisions'],
      ['Remembered decisions', sentence],
      ['Forget this?', false],
      ['Remembered decisions', sentence],
      ['Forget this?', true],
      ['Remembered decisions', 'Back'],
    ])
    expect(remaining).toEqual([])
    expect(transcript.at(-2)).toBe('? Remembered decisions; Enter forgets one [Back]')
  })
})

describe('the audit trail', () => {
  const base = { seq: 7, at: 0, previous: '', server: 'notes' }
  test.each<[AuditRecord, string]>([
    [
      {
        ...base,
        type: 'decision',
        question: 'call',
        subject: 'add',
        answer: 'allow',
        by: 'person',
        remembered: 'always',
      },
      'decision call add: allow by a person, remembered always',
    ],
    [
      { ...base, type: 'decision', question: 'call', subject: 'add', answer: 'deny', by: 'pin' },
      'decision call add: deny by the pin in mcp.lock',
    ],
    [
      { ...base, type: 'decision', question: 'start', subject: 'node', answer: 'deny', by: 'default' },
      'decision start node: deny by default, as nobody can be asked',
    ],
    [{ ...base, type: 'call', call: 'c', tool: 'add', definition: '0', args: { a: 1 } }, 'call add {"a":1}'],
    [
      { ...base, type: 'result', call: 'c', tool: 'add', outcome: 'failed', error: 'gone', ms: 5 },
      'result add: failed in 5 ms, gone',
    ],
    [
      { ...base, type: 'skill', uri: 'skill://a/SKILL.md', definition: '0', action: 'load' },
      'skill load skill://a/SKILL.md',
    ],
    [{ ...base, type: 'result', call: 'c', tool: 'add', outcome: 'ok', ms: 5 }, 'result add: ok in 5 ms'],
    [{ ...base, type: 'prompt', prompt: 'ask', args: { a: 'b' } }, 'prompt ask {"a":"b"}'],
    [{ ...base, type: 'resource', uri: 'a:b' }, 'resource a:b'],
    [
      { ...base, type: 'app', tool: 'add', uri: 'ui://a', definition: '0', domains: [], permissions: [] },
      'app add: ui://a',
    ],
    [{ ...base, type: 'server', state: 'ready' }, 'server ready'],
    ...(
      [
        ['policy', 'the policy'],
        ['memory', 'a remembered decision'],
      ] as const
    ).map(([by, words]): [AuditRecord, string] => [
      { ...base, type: 'decision', question: 'call', subject: 'add', answer: 'deny', by },
      `decision call add: deny by ${words}`,
    ]),
    [{ ...base, type: 'sample', model: 'm', maxTokens: 9 }, 'sample m, at most 9 tokens'],
    [{ ...base, type: 'elicit', mode: 'form', action: 'accept' }, 'elicit form: accept'],
    [{ ...base, type: 'roots', uris: ['file:///a', 'file:///b'] }, 'roots file:///a file:///b'],
    [{ ...base, type: 'server', state: 'failed', reason: 'gone' }, 'server failed: gone'],
    [{ ...base, type: 'pin', tool: 'add', change: 'new' }, 'pin add: new'],
  ])('%j', (record, text) => {
    expect(recordLine(record)).toBe(`7 1970-01-01T00:00:00.000Z notes: ${text}`)
  })

  test('has what was forgotten, which is of no server', () => {
    const record: AuditRecord = { seq: 8, at: 0, previous: '', type: 'forget', decision: 'd1' }
    expect(recordLine(record)).toBe('8 1970-01-01T00:00:00.000Z forget decision d1')
  })

  test('has long records cut', () => {
    const record: AuditRecord = { ...base, type: 'resource', uri: 'x'.repeat(300) }
    const begin = '7 1970-01-01T00:00:00.000Z notes: resource '
    const left = 200 - begin.length
    expect(recordLine(record)).toBe(`${begin}${'x'.repeat(left)}… (${300 - left} characters more)`)
  })

  test('shows the last of many', async () => {
    const audit = Array.from(
      { length: 40 },
      (_, at): AuditRecord => ({ ...base, seq: at + 1, type: 'pin', tool: 't', change: 'new' }),
    )
    const transcript = await runScript(fakeHost({ audit }), [['What next', 'Audit log']])
    expect(transcript.filter((line) => line.includes(': pin t'))).toHaveLength(30)
    expect(transcript[1]).toBe('== The last 30 audit records')
    expect(transcript).toContain('   40 1970-01-01T00:00:00.000Z notes: pin t: new')
  })
})
