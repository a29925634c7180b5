import { expect, test } from 'vitest'
import { leave, ScriptedTerminal, type Step, wait } from '../fixtures/scripted-terminal.js'
import { SharedScreen } from './shared-screen.js'

const never = new AbortController().signal
const menu = { message: 'Menu', options: [{ value: 1, label: 'one' }] }

function shared(steps: readonly Step[], signal = never) {
  const terminal = new ScriptedTerminal(steps)
  return { terminal, shared: new SharedScreen(terminal, signal) }
}

/** When a prompt is left open. */
function opened(terminal: ScriptedTerminal): Promise<string> {
  return new Promise((resolve) => {
    terminal.onWait = resolve
  })
}

test('a menu makes way for a question, and comes back after it', async () => {
  const { terminal, shared: it } = shared([
    ['Menu', wait],
    ['May I', true],
    ['Menu', 'one'],
  ])
  const open = opened(terminal)
  const chosen = it.screen.select(menu)
  await open
  const asked = await it.interrupt(async (prompts, interruptContext) => [
    await prompts.confirm({ message: 'May I' }),
    interruptContext.isInterrupting,
  ])
  expect([asked, await chosen]).toEqual([[true, true], 1])
  expect(terminal.transcript).toEqual(['? Menu [one]', '  (taken away)', '? May I (Y/n)', '? Menu [one]'])
})

test.each([
  ['typed', (it: SharedScreen) => it.screen.text({ message: 'Name' })],
  ['ticked', (it: SharedScreen) => it.screen.multiselect({ message: 'Name', options: [] })],
])('a question waits for what is being %s', async (_name, open) => {
  let finish = (_typed: string) => {}
  class Slow extends ScriptedTerminal {
    override text = () => new Promise<string>((resolve) => (finish = resolve))
    override multiselect = <T>() => new Promise<readonly T[]>((resolve) => (finish = () => resolve([])))
  }
  const terminal = new Slow([['May I', true]])
  const it = new SharedScreen(terminal, never)
  const typing = open(it)
  await Promise.resolve()
  const asked = it.interrupt((prompts, interruptContext) =>
    prompts.confirm({ message: 'May I' }).then((yes) => [yes, interruptContext.isInterrupting]),
  )
  await new Promise(setImmediate)
  expect(terminal.transcript).toEqual([])
  finish('x')
  await typing
  expect(await asked).toEqual([true, false])
})

test('questions wait for each other, in their order, and before the menu', async () => {
  const { terminal, shared: it } = shared([
    ['Menu', wait],
    ['First', true],
    ['Again', true],
    ['Second', false],
    ['Menu', leave],
  ])
  const open = opened(terminal)
  const chosen = it.screen.select(menu)
  await open
  const first = it.interrupt(async (prompts) => [
    await prompts.confirm({ message: 'First' }),
    await prompts.confirm({ message: 'Again' }),
  ])
  const second = it.interrupt((prompts) => prompts.confirm({ message: 'Second' }))
  expect([await first, await second, await chosen]).toEqual([[true, true], false, undefined])
})

test('a question that nothing was open for is not sudden; one that follows another is', async () => {
  const { shared: it } = shared([
    ['First', true],
    ['Second', true],
  ])
  const ask = (message: string) =>
    it.interrupt(async (prompts, { isInterrupting }) => [await prompts.confirm({ message }), isInterrupting])
  expect(await Promise.all([ask('First'), ask('Second')])).toEqual([
    [true, false],
    [true, true],
  ])
})

test('a menu that comes back is read anew', async () => {
  const { terminal, shared: it } = shared([
    ['Menu', wait],
    ['Menu', 'two'],
  ])
  const open = opened(terminal)
  const labels = ['one', 'two']
  const chosen = it.screen.select(() => {
    const label = labels.shift() ?? ''
    return { message: 'Menu', options: [{ value: label, label }] }
  })
  await open
  await it.interrupt((prompts) => prompts.print('good', 'changed'))
  expect(await chosen).toBe('two')
})

test('a question that nobody waits for any more is taken away, and the person is told', async () => {
  const { terminal, shared: it } = shared([
    ['May I', wait],
    ['Menu', 'one'],
  ])
  const giveUp = new AbortController()
  const open = opened(terminal)
  const asked = it.interrupt((prompts) => prompts.confirm({ message: 'May I' }), giveUp.signal)
  const chosen = it.screen.select(menu)
  await open
  giveUp.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  expect(await chosen).toBe(1)
  expect(terminal.transcript).toContain('warning: This request was withdrawn.')
})

test('a question that is given up while it waits is never shown', async () => {
  const { terminal, shared: it } = shared([['First', wait]])
  const first = new AbortController()
  const second = new AbortController()
  const open = opened(terminal)
  const asked = it.interrupt((prompts) => prompts.confirm({ message: 'First' }), first.signal)
  await open
  const later = it.interrupt((prompts) => prompts.confirm({ message: 'Second' }), second.signal)
  second.abort(new Error('not any more'))
  await expect(later).rejects.toThrow('not any more')
  first.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  expect(terminal.transcript.join()).not.toContain('Second')
})

test('what goes on is hidden while a question is shown', async () => {
  const { terminal, shared: it } = shared([['May I', true]])
  const done = await it.screen.withProgress('Calling', async ({ update }) => {
    update({ progress: 1, total: 2, message: 'half' })
    return it.interrupt((prompts) => prompts.confirm({ message: 'May I' }))
  })
  expect(done).toBe(true)
  expect(terminal.transcript).toEqual(['~ Calling', '~ 1/2 half', '~ hidden', '? May I (Y/n)', '~ shown', '~ hidden'])
})

test('what goes on can be left, which aborts it', async () => {
  const { terminal, shared: it } = shared([])
  terminal.onProgressShown = (_message, leaving) => queueMicrotask(leaving)
  let aborted = false
  const done = await it.screen.withProgress('Calling', ({ signal }) => {
    signal.addEventListener('abort', () => (aborted = true))
    return new Promise<never>(() => {})
  })
  expect([done, aborted]).toEqual([undefined, true])
})

test('what goes on and fails rejects', async () => {
  const { terminal, shared: it } = shared([])
  await expect(it.screen.withProgress('Calling', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(terminal.transcript).toEqual(['~ Calling', '~ hidden'])
})

test('the end of the session ends what is open, and what waits', async () => {
  const end = new AbortController()
  const { terminal, shared: it } = shared([['Menu', wait]], end.signal)
  const open = opened(terminal)
  const chosen = it.screen.select(menu)
  await open
  const typed = it.screen.text({ message: 'Name' })
  const progressContext = it.screen.withProgress('Calling', () => new Promise<never>(() => {}))
  end.abort(new Error('the end'))
  await expect(chosen).rejects.toThrow('the end')
  await expect(typed).rejects.toThrow('the end')
  await expect(progressContext).rejects.toThrow('the end')
  await expect(it.interrupt((prompts) => prompts.confirm({ message: 'May I' }))).rejects.toThrow('the end')
})
