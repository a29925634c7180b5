// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleServer } from '#test/console/page/sample-state.js'
import type { ConsoleState } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { PromptPage } from './prompt-page.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const completing = { servers: [sampleServer('notes', { capabilities: { completions: {} } })] }

/** For so long nobody types. */
const pass = (ms: number) => settled(() => vi.advanceTimersByTime(ms))

describe('a prompt', () => {
  const prompt = {
    name: 'weekly',
    title: 'Plan the week',
    description: 'Plans\u200b',
    arguments: [{ name: 'day', required: true, description: 'The first\u200b day' }, { name: 'kind\u200b' }],
  }
  async function page(state: Partial<ConsoleState> = {}) {
    const fixture = createApp(state)
    return { ...fixture, screen: await show(h(PromptPage, { server: 'notes', prompt }), fixture.app) }
  }

  test('shows what it is, and its arguments', async () => {
    const { screen } = await page()
    expect([screen.texts('h1'), screen.texts('.title'), screen.texts('header blockquote')]).toEqual([
      ['weekly'],
      ['Plan the week'],
      ['Plans⟨U+200B⟩'],
    ])
    expect([screen.texts('.field-name'), screen.texts('.hint'), screen.all('.required').length]).toEqual([
      ['day', 'kind⟨U+200B⟩'],
      ['The first⟨U+200B⟩ day', ''],
      1,
    ])
    expect(screen.all('form input').map((each) => each.getAttribute('aria-required'))).toEqual(['true', 'false'])
    expect([screen.texts('.empty h2'), screen.texts('.empty p'), screen.texts('.definition > summary')]).toEqual([
      ['The messages are shown here'],
      ['A prompt becomes messages for a model. Getting them calls no model.'],
      ['Definition'],
    ])
  })

  test('is got with what was filled in', async () => {
    const { screen, api, ui } = await page()
    await screen.type('day', 'Monday')
    await screen.type('kind⟨U+200B⟩', 'x')
    await screen.type('kind⟨U+200B⟩', '')
    await screen.submit('form[data-call]')
    const request = { kind: 'get', server: 'notes', prompt: 'weekly', args: { day: 'Monday' } }
    expect(api.acts).toEqual([['operate', { id: ui.shown.value.get('notes/prompt/weekly'), request }]])
  })

  test('without arguments is got as it is', async () => {
    const { app, api } = createApp()
    const screen = await show(h(PromptPage, { server: 'notes', prompt: { name: 'bare' } }), app)
    expect(screen.all('.field')).toEqual([])
    await screen.click('Get the messages')
    expect(api.acts).toMatchObject([['operate', { request: { kind: 'get', prompt: 'bare', args: {} } }]])
  })

  test('has suggestions once nobody types for 150 ms', async () => {
    const { screen, api } = await page(completing)
    const values = Array.from({ length: 120 }, (_, index) => `Mon${index}`)
    api.outcomes.set('complete', { values })
    await pass(150)
    api.acts.length = 0
    await screen.type('kind⟨U+200B⟩', 'a')
    await screen.type('day', 'M')
    await pass(100)
    await screen.type('day', 'Mo')
    await pass(149)
    expect(api.acts.filter(([, input]) => (input as { argument: { name: string } }).argument.name === 'day')).toEqual(
      [],
    )
    await pass(1)
    expect(api.acts.at(-1)).toEqual([
      'complete',
      {
        server: 'notes',
        ref: { type: 'prompt', name: 'weekly' },
        argument: { name: 'day', value: 'Mo' },
        arguments: { 'kind\u200b': 'a' },
      },
    ])
    const list = screen.one(`datalist[id="${screen.field('day').getAttribute('list')}"]`)
    expect([...list.querySelectorAll('option')].map((each) => each.getAttribute('value'))).toEqual(values.slice(0, 100))
  })

  test('has none after the server could not say them', async () => {
    const { screen, api } = await page(completing)
    api.outcomes.set('complete', { values: ['Monday'] })
    await pass(150)
    expect(screen.all('option')).toHaveLength(2)
    api.outcomes.set('complete', new Error('no'))
    await screen.type('day', 'M')
    await pass(150)
    expect(screen.all('option')).toHaveLength(1)
  })

  test('asks no server that completes nothing', async () => {
    const { api } = await page({ servers: [sampleServer('notes', { capabilities: {} })] })
    await pass(1_000)
    expect(api.acts).toEqual([])
    expect((await page()).api.acts).toEqual([])
  })
})
