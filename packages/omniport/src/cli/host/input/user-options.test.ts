import { expect, test } from 'vitest'
import type { ConsentRequest } from '../../../entries/host.js'
import { fakeTool } from '../fixtures/fake-host.js'
import { ScriptedTerminal, type Step, wait } from '../fixtures/scripted-terminal.js'
import { SharedScreen } from '../screen/shared-screen.js'
import { userOptions } from './user-options.js'

const call: ConsentRequest = { type: 'call', server: 'notes', tool: fakeTool('add'), args: {}, findings: [] }
const form = { server: 'notes', message: 'Which?', schema: { type: 'object' as const, properties: {} } }
const elicitation = { server: 'notes', message: 'Sign in', url: 'https://notes.example' }
const menu = { message: 'Menu', options: [{ value: 1, label: 'one' }] }

function atScreen(steps: readonly Step[]) {
  const terminal = new ScriptedTerminal(steps)
  const shared = new SharedScreen(terminal, new AbortController().signal)
  return { terminal, shared, ...userOptions(shared) }
}

const { signal } = new AbortController()

test('a question that finds nothing open has its cursor on yes where nothing is dangerous', async () => {
  const { terminal, ask } = atScreen([['Call a tool of notes?', 'Allow this once']])
  expect(await ask(call, { signal })).toBe('allow')
  expect(terminal.transcript.at(-1)).toBe(
    '? Call a tool of notes? [>Allow this once | Allow until this program ends | Allow always | Allow always with exactly these arguments | Deny | Deny always]',
  )
})

test('a question that takes a menu away has its cursor on no', async () => {
  const { terminal, shared, ask } = atScreen([
    ['Menu', wait],
    ['Call a tool of notes?', 'Deny'],
    ['Menu', 'one'],
  ])
  const asked = new Promise((resolve) => {
    terminal.onWait = () => resolve(ask(call, { signal }))
  })
  expect([await shared.screen.select(menu), await asked]).toEqual([1, 'deny'])
  expect(terminal.transcript.filter((line) => line.startsWith('?'))).toEqual([
    '? Menu [one]',
    '? Call a tool of notes? [Allow this once | Allow until this program ends | Allow always | Allow always with exactly these arguments | >Deny | Deny always]',
    '? Menu [one]',
  ])
})

test.each<[string, string, (at: ReturnType<typeof atScreen>, signal: AbortSignal) => unknown]>([
  ['question', 'Call a tool of notes?', ({ ask }, signal) => ask(call, { signal })],
  ['form', 'Values to send', ({ elicit }, signal) => elicit(form, { signal, progress() {} })],
  ['page', 'Open notes.example', ({ elicitUrl }, signal) => elicitUrl(elicitation, { signal, progress() {} })],
])('a %s that nobody waits for any more is taken away', async (_name, prompt, open) => {
  const at = atScreen([[prompt, wait]])
  const givenUp = new AbortController()
  at.terminal.onWait = () => givenUp.abort(new Error('given up'))
  await expect(open(at, givenUp.signal)).rejects.toThrow('given up')
  expect(at.terminal.transcript.slice(-2)).toEqual(['  (taken away)', 'warning: This request was withdrawn.'])
})
