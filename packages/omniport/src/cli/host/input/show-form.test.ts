import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { leave, ScriptedTerminal, type Step } from '../fixtures/scripted-terminal.js'
import { showForm } from './show-form.js'

const schema = {
  type: 'object' as const,
  properties: {
    day: { type: 'string', format: 'date' },
    place: {
      type: 'string',
      oneOf: [
        { const: 'in', title: 'Inside' },
        { const: 'out', title: 'Outside' },
      ],
      default: 'out',
    },
    news: { type: 'boolean', default: false },
    needs: { type: 'array', items: { enum: ['quiet', 'window'] } },
  },
  required: ['day', 'place'],
}

async function show(steps: readonly Step[]) {
  const terminal = new ScriptedTerminal(steps)
  const answer = await showForm(terminal, { server: 'kitchen', message: 'When?', schema })
  expect(terminal.left).toEqual([])
  return { answer, transcript: terminal.transcript, hints: terminal.hints }
}

const filled: readonly Step[] = [
  ['day', 'Friday'],
  ['day', '2026-12-24'],
  ['place', 'Inside'],
]

test('a person sees who asks, and all that is sent, before it is', async () => {
  verifies('ELI-13')
  const { answer, transcript } = await show([...filled, ['Values to send', 'Send this to kitchen']])
  expect(answer).toEqual({ action: 'accept', content: { day: '2026-12-24', place: 'in', news: false } })
  expect(transcript).toEqual([
    '== The server kitchen asks you',
    '   │ When?',
    '? day <>',
    '! must be a date (YYYY-MM-DD)',
    '? day <>',
    '? place [Inside | >Outside]',
    '? Values to send [Send this to kitchen | day: "2026-12-24" | place: Inside = "in" | news: false | needs: (left out) | Decline]',
  ])
})

test('what is sent can be changed', async () => {
  const { answer } = await show([
    ...filled,
    ['Values to send', 'needs:'],
    ['needs', ['window']],
    ['Values to send', 'news:'],
    ['news', 'leave it out'],
    ['Values to send', 'Send'],
  ])
  expect(answer).toEqual({ action: 'accept', content: { day: '2026-12-24', place: 'in', needs: ['window'] } })
})

test.each<[string, readonly Step[], string]>([
  ['declined', [...filled, ['Values to send', 'Decline']], 'decline'],
  ['left', [...filled, ['Values to send', leave]], 'cancel'],
  [
    'declined from its first field',
    [
      ['day', leave],
      ['Values to send', 'Decline'],
    ],
    'decline',
  ],
  [
    'left from its first field',
    [
      ['day', leave],
      ['Values to send', leave],
    ],
    'cancel',
  ],
])('a form can be %s', async (_name, steps, action) => {
  expect((await show(steps)).answer).toEqual({ action })
})

test('what it means to decline is said', async () => {
  const { hints } = await show([...filled, ['Values to send', 'Decline']])
  expect(hints.get('Decline')).toBe('the server is told that you do not want to')
})
