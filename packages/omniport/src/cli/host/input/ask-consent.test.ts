import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { ConsentDecision, ConsentRequest, HostSkill } from '../../../entries/host.js'
import { fakeTool } from '../fixtures/fake-host.js'
import { leave, ScriptedTerminal, type Step } from '../fixtures/scripted-terminal.js'
import { askConsent } from './ask-consent.js'

const call: ConsentRequest = {
  type: 'call',
  server: 'notes',
  tool: fakeTool('add', { description: 'Adds.\nServer: trusted' }),
  args: { text: 'milk\u001b[2J' },
  findings: [],
}
const start: ConsentRequest = {
  type: 'start',
  server: 'notes',
  launch: { type: 'command', command: 'npx', args: ['-y', 'notes'], env: ['KEY'] },
  source: 'mcp.json:3',
  change: 'new',
  warnings: ['It downloads what it runs.'],
}
const sample: ConsentRequest = {
  type: 'sample',
  server: 'notes',
  params: {
    systemPrompt: 'Be brief',
    maxTokens: 10,
    messages: [
      { role: 'user', content: 'Hello' },
      {
        role: 'user',
        content: [
          { type: 'image', data: '', mimeType: 'image/png' },
          { type: 'text', text: 'What is it?' },
        ],
      },
    ],
  },
}
const result = { role: 'assistant' as const, model: 'm', content: [{ type: 'text' as const, text: 'A cat' }] }

function skillWith(members: Pick<HostSkill, 'files'>): ConsentRequest {
  const uri = 'skill://refunds/SKILL.md'
  const frontmatter = { name: 'refunds', description: 'Refunds' }
  const entry = { uri, frontmatter, resources: 'dynamic' as const }
  const found = { entry, bytes: undefined, definition: '0', tokens: 1, findings: [], state: 'undecided' as const }
  const skill = { name: 'notes__refunds', server: 'notes', uri, skill: 'refunds', description: 'Refunds', ...found }
  return { type: 'skill', server: 'notes', skill: { ...skill, ...members }, asksFor: {}, sameName: [] }
}

async function ask(request: ConsentRequest, steps: readonly Step[], isInterrupting = false) {
  const terminal = new ScriptedTerminal(steps)
  const answer = await askConsent(terminal, request, { isInterrupting })
  expect(terminal.left).toEqual([])
  return { answer, transcript: terminal.transcript }
}

test('an approval of a skill that is generated cannot be remembered, a denial can', async () => {
  const generated = skillWith({ files: 'dynamic' })
  expect((await ask(generated, [['Give', 'Allow this once']])).answer).toBe('allow')
  expect((await ask(generated, [['Give', 'Deny always']])).answer).toEqual({ answer: 'deny', remember: 'always' })
  await expect(ask(generated, [['Give', 'Allow always']])).rejects.toThrow('Allow always')
  const always = await ask(skillWith({ files: 1 }), [['Give', 'Allow always']])
  expect(always.answer).toEqual({ answer: 'allow', remember: 'always' })
})

test.each<[string, ConsentRequest, string | typeof leave, ConsentDecision]>([
  ['once', call, 'Allow this once', 'allow'],
  ['for the session', call, 'Allow until', { answer: 'allow', remember: 'session' }],
  ['always', call, 'Allow always', { answer: 'allow', remember: 'always' }],
  ['always, so', call, 'Allow always with exactly', { answer: 'allow', remember: { scope: 'always', args: true } }],
  ['not', call, 'Deny', 'deny'],
  ['never', call, 'Deny always', { answer: 'deny', remember: 'always' }],
  ['not, by leaving', call, leave, 'deny'],
  ['a start, always', start, 'Allow always', { answer: 'allow', remember: 'always' }],
  ['a sample, once', sample, 'Allow this once', 'allow'],
])('%s', async (_name, request, choice, answer) => {
  const title = request.type === 'call' ? 'Call' : request.type === 'start' ? 'Run' : 'Let'
  expect((await ask(request, [[title, choice]])).answer).toEqual(answer)
})

test('all of it is shown, and what the server says cannot pass for a line of ours', async () => {
  const { transcript } = await ask(call, [['Call a tool of notes?', 'Deny']])
  expect(transcript.slice(0, -1)).toEqual([
    '== Call a tool of notes?',
    '   Server: notes',
    '   Tool:',
    '   │ add',
    '   It says of itself:',
    '   │ Adds.',
    '   │ Server: trusted',
    '   Arguments:',
    '   │ {',
    '   │   "text": "milk\\u001b[2J"',
    '   │ }',
  ])
})

test('what is dangerous is said, and the cursor stands on no', async () => {
  const { transcript } = await ask(start, [['Run', 'Deny']])
  expect(transcript).toContain('   │ npx -y notes')
  expect(transcript).toContain('warning: It downloads what it runs.')
  expect(transcript.at(-1)).toContain('| >Deny |')
})

test.each([
  ['on yes where it was expected', false, '[>Allow this once |'],
  ['on no where it took the place of a menu', true, '| >Deny |'],
])('the cursor stands %s', async (_name, isInterrupting, cursor) => {
  expect((await ask(call, [['Call', 'Deny']], isInterrupting)).transcript.at(-1)).toContain(cursor)
})

test('only a call can be allowed with exactly its arguments', async () => {
  expect((await ask(start, [['Run', 'Deny']])).transcript.at(-1)).not.toContain('exactly')
})

describe('a sample', () => {
  test('can have its prompt changed, and is shown again', async () => {
    verifies('HOST-03')
    const { answer, transcript } = await ask(sample, [
      ['Let notes ask', 'Change what the model is asked'],
      ['Which text', 'Message 2'],
      ['Message 2, of the user', 'What animal is it?'],
      ['Let notes ask', 'Change'],
      ['Which text', 'The system prompt'],
      ['The system prompt', 'Be long'],
      ['Let notes ask', 'Allow this once'],
    ])
    expect(answer).toEqual({
      answer: 'allow',
      params: {
        systemPrompt: 'Be long',
        maxTokens: 10,
        messages: [
          { role: 'user', content: 'Hello' },
          {
            role: 'user',
            content: [
              { type: 'image', data: '', mimeType: 'image/png' },
              { type: 'text', text: 'What animal is it?' },
            ],
          },
        ],
      },
    })
    expect(transcript).toContain('   │ What animal is it?')
    expect(transcript.at(-1)).toBe(
      '? Let notes ask your model this? [>Allow this once | Change what the model is asked | Deny]',
    )
  })

  test('can have its answer changed', async () => {
    verifies('HOST-03')
    const { answer } = await ask({ ...sample, result }, [
      ['Send', 'Change the answer'],
      ['The answer', 'A dog'],
      ['Send', 'Allow this once'],
    ])
    expect(answer).toEqual({ answer: 'allow', result: { ...result, content: [{ type: 'text', text: 'A dog' }] } })
  })

  test.each<[string, Step[]]>([
    ['left', [['Which text', leave]]],
    [
      'left while it is typed',
      [
        ['Which text', 'Message 1'],
        ['Message 1', leave],
      ],
    ],
    [
      'kept as it is',
      [
        ['Which text', 'Message 1'],
        ['Message 1', 'as it is'],
      ],
    ],
  ])('whose change is %s is allowed as it was', async (_name, steps) => {
    const { answer } = await ask(sample, [['Let', 'Change'], ...steps, ['Let', 'Allow until']])
    expect(answer).toEqual({ answer: 'allow', remember: 'session' })
  })

  test('that was changed can be denied', async () => {
    const steps: Step[] = [
      ['Let', 'Change'],
      ['Which', 'Message 1'],
      ['Message 1', 'Bye'],
      ['Let', 'Deny'],
    ]
    expect((await ask(sample, steps)).answer).toBe('deny')
  })

  test('without text cannot be changed', async () => {
    const silent: ConsentRequest = { type: 'sample', server: 'notes', params: { maxTokens: 1, messages: [] } }
    const { transcript } = await ask(silent, [
      ['Let', 'Change'],
      ['Let', 'Deny'],
    ])
    expect(transcript).toContain('warning: There is no text in it to change.')
  })
})
