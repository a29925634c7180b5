// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { ask } from './fixtures/ask.js'

const consent = {
  type: 'consent',
  subject: 'call',
  description: {
    title: 'Call add',
    lines: [
      { label: 'Tool', text: 'add\u200b', isForeign: true, isWarning: false },
      { text: 'It may destroy', isForeign: false, isWarning: true },
      { text: 'plain', isForeign: false, isWarning: false },
    ],
  },
  detail: { tool: 'add' },
  canRemember: true,
} as const

describe('consent', () => {
  test('shows everything about the request', async () => {
    const { screen } = await ask(consent)
    expect(screen.texts('.card > p')).toEqual(['Call add'])
    expect([screen.texts('dt'), screen.texts('dd')]).toEqual([
      ['Tool', 'Careful', ''],
      ['add⟨U+200B⟩', 'It may destroy', 'plain'],
    ])
    expect(screen.all('dl > div').map(({ className }) => className)).toEqual(['', 'warning', ''])
    expect(screen.texts('dd blockquote')).toEqual(['add⟨U+200B⟩'])
    expect(screen.texts('details .inner .name')).toEqual(['tool'])
  })

  test.each([
    ['start', 'is about to be started', 'Start it'],
    ['call', 'is about to be called', 'Call it'],
    ['sample', 'wants to use a model', 'Send it'],
    ['elicit', 'wants to ask you something', 'Let it ask'],
    ['roots', 'wants to know your folders', 'Show the folders'],
    ['skill', 'wants to give instructions to a model', 'Allow it'],
    ['app', 'wants to show an app', 'Show it'],
  ] as const)('to %s says what is wanted, and is given with its verb', async (subject, wants, verb) => {
    const { screen, answers } = await ask({ ...consent, subject })
    expect(screen.texts('h2')).toEqual([`notes ${wants}14:02:00`])
    await screen.click(verb)
    expect(answers()).toEqual([{ type: 'consent', answer: 'allow' }])
  })

  test('is refused, and what was edited goes nowhere', async () => {
    const { screen, answers } = await ask({ ...consent, params: { a: 1 }, result: { b: 2 } })
    await screen.click("Don't allow")
    expect(answers()).toEqual([{ type: 'consent', answer: 'deny' }])
  })
})

describe('the answer holds', () => {
  test.each([
    ['Until the console ends', 'session'],
    ['Always', 'always'],
  ])('%s, for all arguments or for these', async (button, remember) => {
    const { screen, answers } = await ask(consent)
    expect(screen.texts('[aria-pressed=true]')).toEqual(['Once'])
    expect(screen.all('.check')).toEqual([])
    await screen.click(button)
    await screen.click('Call it')
    await screen.click(screen.field('for these arguments only'))
    await screen.click("Don't allow")
    expect(answers()).toEqual([
      { type: 'consent', answer: 'allow', remember },
      { type: 'consent', answer: 'deny', remember, onlyTheseArguments: true },
    ])
  })

  test('once again, where that is chosen again', async () => {
    const { screen, answers } = await ask(consent)
    await screen.click('Always')
    await screen.click(screen.field('for these arguments only'))
    await screen.click('Once')
    expect(screen.all('.check')).toEqual([])
    await screen.click('Call it')
    expect(answers()).toEqual([{ type: 'consent', answer: 'allow' }])
  })

  test('for all that is started, since that has no arguments', async () => {
    const { screen } = await ask({ ...consent, subject: 'start' })
    await screen.click('Always')
    expect(screen.all('.check')).toEqual([])
  })

  test('once, where no other is possible', async () => {
    const { screen, answers } = await ask({ ...consent, canRemember: false })
    expect(screen.buttons).toEqual(["Don't allow", 'Call it'])
    await screen.click('Call it')
    expect(answers()).toEqual([{ type: 'consent', answer: 'allow' }])
  })
})

describe('what a model or a server gets', () => {
  test('is edited before it is sent', async () => {
    const { screen, answers } = await ask({ ...consent, subject: 'sample', params: { a: 1 }, result: { b: 2 } })
    expect(screen.field('What the model gets as JSON').value).toBe('{\n  "a": 1\n}')
    await screen.type('What the server gets as JSON', '{"b":3}')
    await screen.click('Send it')
    expect(answers()).toEqual([{ type: 'consent', answer: 'allow', params: { a: 1 }, result: { b: 3 } }])
  })

  test('is left out where it is no JSON', async () => {
    const { screen, answers } = await ask({ ...consent, subject: 'sample', result: { b: 2 } })
    expect(screen.all('textarea')).toHaveLength(1)
    await screen.type('What the server gets as JSON', '{')
    await screen.click('Send it')
    expect(answers()).toEqual([{ type: 'consent', answer: 'allow' }])
  })
})
