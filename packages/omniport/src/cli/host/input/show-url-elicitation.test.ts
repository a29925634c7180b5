import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { leave, ScriptedTerminal, type Step } from '../fixtures/scripted-terminal.js'
import { showUrlElicitation } from './show-url-elicitation.js'

async function show(url: string, steps: readonly Step[]) {
  const terminal = new ScriptedTerminal(steps)
  const action = await showUrlElicitation(terminal, { server: 'bank', message: 'Sign in', url })
  expect(terminal.left).toEqual([])
  return { action, transcript: terminal.transcript, hints: terminal.hints }
}

test('the whole address is shown, and its domain by itself', async () => {
  verifies('ELI-29')
  const url = `https://bank.example:8443/sign?in=${'x'.repeat(300)}#now`
  const { action, transcript } = await show(url, [['Open bank.example:8443', 'I opened it']])
  expect(action).toBe('accept')
  expect(transcript.slice(0, -1)).toEqual([
    '== The server bank asks you to open a page',
    '   │ Sign in',
    '   ',
    '   Domain: bank.example:8443',
    `plain: ${url}`,
  ])
  expect(transcript.at(-1)).toContain('[I opened it | >No]')
})

test.each<[string, Step, string]>([
  ['no', ['Open', 'No'], 'decline'],
  ['left', ['Open', leave], 'cancel'],
])('%s', async (_name, step, action) => {
  expect((await show('https://bank.example', [step])).action).toBe(action)
})

test.each([
  ['http://bank.example', 'not encrypted'],
  ['https://xn--bnk-pla.example', 'look like those of another'],
  ['https://bank.example@evil.example', 'before the @'],
])('%s is warned of', async (url, warning) => {
  const { transcript } = await show(url, [['Open', 'No']])
  expect(transcript.filter((line) => line.startsWith('warning'))).toEqual([expect.stringContaining(warning)])
})

test.each(['http://localhost:3000/x', 'http://127.0.0.1/', 'https://bank.example/'])('%s is not', async (url) => {
  const { transcript } = await show(url, [['Open', 'No']])
  expect(transcript.filter((line) => line.startsWith('warning'))).toEqual([])
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'no address'])('%s is not offered', async (url) => {
  expect((await show(url, [])).action).toBe('decline')
})

test('what is not offered is said to be so, and what it means to decline', async () => {
  const { transcript } = await show('javascript:alert(1)', [])
  expect(transcript.slice(-3)).toEqual([
    ...['   Domain: (none)', 'plain: javascript:alert(1)'],
    'warning: This is not the address of a web page; it is declined.',
  ])
  const { hints } = await show('https://bank.example', [
    ['Open bank.example in your browser if you trust it. This', 'No'],
  ])
  expect(hints.get('No')).toBe('the server is told that you do not want to')
})
