// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { emptyState, sampleServer } from '#test/console/page/sample-state.js'
import type { Settings } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { show } from '../fixtures/screen.js'
import { requestOf } from '../requests/fixtures/ask.js'
import { SettingsPage } from './settings-page.js'
import { StartPage } from './start-page.js'

describe('the settings', () => {
  async function page(more: Partial<Settings> = {}) {
    const fixture = createApp({ settings: { ...emptyState().settings, ...more } })
    return { ...fixture, screen: await show(h(SettingsPage, {}), fixture.app) }
  }

  test('are shown', async () => {
    const { screen } = await page()
    expect([screen.texts('h2'), screen.texts('[aria-pressed=true]'), screen.texts('code')]).toEqual([
      ['Ask before each call', 'Review what servers ask of a model', 'Time limit of a call', 'Model'],
      ['No', 'Always'],
      ['none: you write the answers'],
    ])
    expect(screen.texts('.setting .soft')).toEqual([
      'Pressing Call is consent enough; calls of apps are always asked about.',
      'You see the prompt before it is sent, and the answer before the server gets it.',
      'Progress begins it anew.',
      'Answers sampling. It is set with the options of the command.',
    ])
    expect([screen.field('Time limit of a call').value, screen.texts('option')]).toEqual([
      '60000',
      ['5.0 s', '30 s', '1 min 0 s', '5 min 0 s', '10 min 0 s'],
    ])
  })

  test('are changed', async () => {
    const { screen, api } = await page({ timeoutMs: 7_000 })
    expect([screen.field('Time limit of a call').value, screen.texts('option').at(-1)]).toEqual(['7000', '7.0 s'])
    await screen.click('Yes')
    await screen.click('Never')
    await screen.choose('Time limit of a call', '300000')
    expect(api.acts).toEqual([
      ['change-settings', { confirmCalls: 'always' }],
      ['change-settings', { reviewSampling: 'never' }],
      ['change-settings', { timeoutMs: 300_000 }],
    ])
  })

  test('name the model', async () => {
    const { screen } = await page({ model: { name: 'small', url: 'http://127.0.0.1:1' } })
    expect(screen.texts('code')).toEqual(['small at http://127.0.0.1:1'])
  })

  test('are nothing before they are known', async () => {
    const { app, store } = createApp()
    store.settings.value = undefined
    expect((await show(h(SettingsPage, {}), app)).root.childElementCount).toBe(0)
  })
})

describe('the start', () => {
  test('says how servers come here', async () => {
    const { app } = createApp()
    const screen = await show(h(StartPage, {}), app)
    expect([screen.texts('h1'), screen.texts('h2'), screen.all('.note').length]).toEqual([
      ['No servers yet'],
      ['Add one here', 'Or start the console with it', 'Or take those you have'],
      0,
    ])
    expect(screen.texts('.command code')).toEqual([
      'omniport console -- npx -y @modelcontextprotocol/server-everything',
      'omniport console https://example.com/mcp',
      'omniport console --config .mcp.json',
    ])
    expect(screen.text).not.toContain('Read:')
  })

  test('leads on where there are servers', async () => {
    const requests = [requestOf({ type: 'input', label: 'A key', isSecret: false })]
    const state = { servers: [sampleServer('notes')], isTour: true, configFiles: ['a.json', 'b.json'], requests }
    const screen = await show(h(StartPage, {}), createApp(state).app)
    expect([screen.texts('h1'), screen.texts('.ways h2')[0], screen.all('.card').length]).toEqual([
      ['Choose a server at the left'],
      'Add another one',
      1,
    ])
    expect(screen.texts('.note')[0]).toContain('These are example servers.')
    expect(screen.text).toContain('Read: a.json, b.json')
  })
})
