import { expect, test } from 'vitest'
import { ScriptedTerminal, wait } from '../fixtures/scripted-terminal.js'
import { SharedScreen } from '../screen/shared-screen.js'
import { Notifications } from './notifications.js'

test('what happened is told above the menu, of which 20 wait', async () => {
  const terminal = new ScriptedTerminal([
    ['Menu', wait],
    ['Menu', 'one'],
  ])
  const shared = new SharedScreen(terminal, new AbortController().signal)
  const open = new Promise((resolve) => {
    terminal.onWait = resolve
  })
  const chosen = shared.screen.select({ message: 'Menu', options: [{ value: 1, label: 'one' }] })
  await open
  const notifications = new Notifications(shared)
  for (let at = 1; at <= 22; at++) notifications.add('bad', `${at}`)
  expect(await chosen).toBe(1)
  const printed = terminal.transcript.slice(2, -1)
  expect(printed).toHaveLength(21)
  expect(printed.slice(-2)).toEqual(['bad: 20', 'warning: … and 2 more that could not be shown'])
})

test('after the end there is nobody to tell', async () => {
  const terminal = new ScriptedTerminal([])
  const over = AbortSignal.abort(new Error('over'))
  const notifications = new Notifications(new SharedScreen(terminal, over))
  notifications.add('bad', 'late')
  notifications.add('bad', 'later')
  await new Promise(setImmediate)
  expect(terminal.transcript).toEqual([])
})
