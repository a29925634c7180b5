import { describe, expect, test } from 'vitest'
import { fakeHost } from '../fixtures/fake-host.js'
import { runScript } from '../fixtures/run-script.js'
import { leave, ScriptedTerminal, type Step } from '../fixtures/scripted-terminal.js'
import { SharedScreen } from '../screen/shared-screen.js'
import { runSession } from './run-session.js'

test('leaving the main menu ends the session', async () => {
  const terminal = new ScriptedTerminal([['What next', leave]])
  const { screen } = new SharedScreen(terminal, new AbortController().signal)
  await runSession({ host: fakeHost(), screen, cwd: '/' })
  expect(terminal.transcript).toHaveLength(1)
})

describe('a host that has nothing', () => {
  test.each([
    ['Call a tool', 'plain: There are no tools.'],
    ['Get a prompt', 'plain: There are no prompts.'],
    ['Changed tools', 'plain: No tool has changed.'],
    ['Remembered decisions', 'plain: No decisions are remembered.'],
    ['Audit log', '   There are no audit records yet.'],
  ])('%s', async (menu, printed) => {
    expect(await runScript(fakeHost(), [['What next', menu]])).toContain(printed)
  })
})

test('where there is nothing, the servers that were not asked are named', async () => {
  const status = { since: 0, launch: { type: 'program' }, isEmpty: false, tokens: 0 } as const
  const servers = (['ready', 'denied', 'failed', 'disabled'] as const).map((state) => ({
    ...status,
    name: state,
    state,
  }))
  const printed = 'Not asked: denied is denied, failed is failed; see "Servers".'
  const ofAll: readonly Step[] = [
    ['Of which server', 'All servers'],
    ['Of which server', 'Back'],
  ]
  const transcript = await runScript(fakeHost({ servers }), [
    ['What next', 'Call a tool'],
    ...ofAll,
    ['What next', 'Get a prompt'],
    ...ofAll,
  ])
  expect(transcript.filter((line) => line.startsWith('plain:'))).toEqual([
    `plain: There are no tools. ${printed}`,
    `plain: There are no prompts. ${printed}`,
  ])
})

test.each([
  ['Call a tool', { tools: refuse }],
  ['Get a prompt', { prompts: refuse }],
  ['Read a resource', { resources: refuse }],
  ['Remembered decisions', { decisions: refuse }],
])('%s: what fails is said, and the main menu comes back', async (menu, given) => {
  expect(await runScript(fakeHost(given), [['What next', menu]])).toContain('bad: not today')
})

test.each([
  ['Call a tool', { tools: forever }],
  ['Get a prompt', { prompts: forever }],
  ['Read a resource', { resources: forever }],
])('%s: what takes too long can be left', async (menu, given) => {
  const onProgressShown = (_message: string, leaving: () => void) => queueMicrotask(leaving)
  expect(await runScript(fakeHost(given), [['What next', menu]], { onProgressShown })).toContain('warning: Cancelled.')
})

async function refuse(): Promise<never> {
  throw new Error('not today')
}

function forever(): Promise<never> {
  return new Promise(() => {})
}
