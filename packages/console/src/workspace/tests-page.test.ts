// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test } from 'vitest'
import { startedAt } from '#test/console/page/sample-state.js'
import type { SavedTest } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { show } from '../fixtures/screen.js'
import { TestsPage } from './tests-page.js'

afterEach(() => {
  location.hash = ''
})

describe('the saved calls', () => {
  const saved = (id: string, last?: SavedTest['last']): SavedTest => ({
    ...{
      id,
      name: `${id}\u200b`,
      request: { kind: 'call', server: 'notes\u200b', tool: 'add\u200b', args: {} },
      expect: { isError: false },
    },
    ...(last === undefined ? {} : { last }),
  })
  async function page(...tests: readonly SavedTest[]) {
    const fixture = createApp({ tests })
    return { ...fixture, screen: await show(h(TestsPage, {}), fixture.app) }
  }
  const passed = { at: startedAt, passed: true, operation: 'op' }

  test('are none yet', async () => {
    const { screen } = await page()
    expect([screen.texts('h2'), screen.texts('.command code'), screen.buttons]).toEqual([
      ['No saved calls yet'],
      ['omniport test calls.json'],
      ['Copy'],
    ])
  })

  test('say how they went', async () => {
    const failed = { ...passed, passed: false }
    const { screen } = await page(
      saved('a'),
      saved('b', passed),
      saved('c', failed),
      saved('d', { ...failed, message: 'other\u200b' }),
    )
    expect(screen.texts('summary:has(.row-name)')).toEqual([
      'a⟨U+200B⟩notes⟨U+200B⟩ · add⟨U+200B⟩not run yet',
      'b⟨U+200B⟩notes⟨U+200B⟩ · add⟨U+200B⟩passed',
      'c⟨U+200B⟩notes⟨U+200B⟩ · add⟨U+200B⟩failed',
      'd⟨U+200B⟩notes⟨U+200B⟩ · add⟨U+200B⟩other⟨U+200B⟩',
    ])
    expect(screen.all('.dot').map(({ className }) => className)).toEqual(['dot off', 'dot good', 'dot bad', 'dot bad'])
    expect([screen.texts('.page-head .tag'), screen.one('.page-head .tag').className]).toEqual([
      ['2 failed'],
      'tag bad',
    ])
  })

  test('are counted where none failed', async () => {
    const { screen } = await page(saved('a'), saved('b', passed))
    expect([screen.texts('.page-head .tag'), screen.one('.page-head .tag').className]).toEqual([
      ['2 calls'],
      'tag good',
    ])
  })

  test('are run, all of them or one, and deleted', async () => {
    const { screen, api } = await page(saved('a'))
    await screen.click('Run all')
    await screen.click('Run')
    await screen.click('Delete')
    expect(api.acts).toEqual([
      ['run-tests', {}],
      ['run-tests', { ids: ['a'] }],
      ['delete-test', { id: 'a' }],
    ])
  })

  test('lead to what came last', async () => {
    const { screen } = await page(saved('b', passed))
    await screen.click('See what came')
    expect(location.hash).toBe('#/history/op')
    expect((await page(saved('a'))).screen.buttons).toEqual(['Run all', 'Download as calls.json', 'Run', 'Delete'])
  })

  test('show what is sent and expected', async () => {
    const { screen } = await page(saved('a'))
    expect(screen.texts('li .branch .name')).toEqual(['request', 'kind', 'server', 'tool', 'args', 'expect', 'isError'])
  })

  test('are downloaded, or say why not', async () => {
    const { screen, api, ui } = await page(saved('a'))
    await screen.click('Download as calls.json')
    expect([api.requests, ui.toasts.value]).toEqual([[['download', 'format=tests', 'calls.json']], []])
    api.downloadProblem = new Error('Gone')
    await screen.click('Download as calls.json')
    expect(ui.toasts.value.map(({ text }) => text)).toEqual(['Gone'])
  })
})
