// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { startedAt } from '#test/console/page/sample-state.js'
import type { ConsoleState, ToolChange } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { show } from '../fixtures/screen.js'
import { PermissionsPage } from './permissions-page.js'

async function page(state: Partial<ConsoleState> = {}) {
  const fixture = createApp(state)
  return { ...fixture, screen: await show(h(PermissionsPage, {}), fixture.app) }
}

test('the page has nothing in it at first', async () => {
  const { screen } = await page()
  expect([screen.texts('h1'), screen.texts('h2')]).toEqual([
    ['Permissions'],
    ['Saved decisions', 'Folders for servers', 'Audit log'],
  ])
  expect([screen.all('table').length, screen.all('li').length]).toEqual([0, 0])
  expect(screen.text).toContain('None. An answer with “Always”')
})

describe('a changed tool', () => {
  const change: ToolChange = {
    ...{ server: 'notes', tool: 'add\u200b', change: 'changed', definition: 'd', isBlocked: true },
    ...{ before: { a: 1 }, after: { a: 2 }, findings: [{ kind: 'k', path: '/a', text: 'Orders\u200b' }] },
  }

  test('says what changed, and is approved as it is', async () => {
    const { screen, api } = await page({ changes: [change] })
    expect([
      screen.texts('.change strong'),
      screen.texts('.change .tag'),
      screen.one('.change .tag').className,
    ]).toEqual([['notes / add⟨U+200B⟩'], ['changed'], 'tag warn'])
    expect([screen.texts('.removed'), screen.texts('.added'), screen.texts('.change .note')]).toEqual([
      ['− "a": 1'],
      ['+ "a": 2'],
      ['Orders⟨U+200B⟩'],
    ])
    expect(screen.one('.diff').getAttribute('aria-label')).toBe('What changed in add\u200b')
    await screen.click('Approve it as it is now')
    expect(api.acts).toEqual([['approve-tool', { server: 'notes', tool: 'add\u200b', definition: 'd' }]])
  })

  test('without a definition is approved too', async () => {
    const { definition: _, ...removed } = change
    const { screen, api } = await page({ changes: [removed] })
    await screen.click('Approve it as it is now')
    expect(api.acts).toEqual([['approve-tool', { server: 'notes', tool: 'add\u200b' }]])
  })

  test('that is not blocked needs no approval', async () => {
    const { screen } = await page({ changes: [{ ...change, change: 'new', isBlocked: false }] })
    expect([screen.buttons, screen.one('.change .tag').className]).toEqual([
      ['Add the folder', 'Download all of it'],
      'tag good',
    ])
  })
})

test('decisions are shown, and taken back', async () => {
  const decision = {
    id: 'd1',
    type: 'call',
    server: 'n\u200b',
    subject: 'add\u200b',
    answer: 'allow',
    scope: 'always',
    at: startedAt,
  } as const
  const { screen, api } = await page({
    decisions: [decision, { ...decision, id: 'd2', answer: 'deny', scope: 'session' }],
  })
  expect(screen.all('tbody tr').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['n⟨U+200B⟩', 'call add⟨U+200B⟩', 'allowed', 'always', 'Take back'],
    ['n⟨U+200B⟩', 'call add⟨U+200B⟩', 'not allowed', 'until the console ends', 'Take back'],
  ])
  expect(screen.all('td .tag').map(({ className }) => className)).toEqual(['tag good', 'tag bad'])
  expect(screen.text).not.toContain('None. An answer')
  const [, second] = screen.all('td button')
  await screen.click(second as HTMLElement)
  expect(api.acts).toEqual([['forget-decision', { id: 'd2' }]])
})

describe('folders', () => {
  const roots = [{ uri: 'file:///a\u200b' }, { uri: 'file:///b' }]

  test('are removed', async () => {
    const { screen, api } = await page({ roots })
    expect(screen.texts('.rows code')).toEqual(['file:///a⟨U+200B⟩', 'file:///b'])
    await screen.click(screen.all('.rows button')[0] as HTMLElement)
    expect(api.acts).toEqual([['set-roots', { roots: [{ uri: 'file:///b' }] }]])
  })

  test.each([
    ['/home/ada', 'file:///home/ada'],
    ['file:///x', 'file:///x'],
  ])('are added: %s', async (typed, uri) => {
    const { screen, api } = await page({ roots })
    expect(screen.button('Add the folder').disabled).toBe(true)
    await screen.type('A folder', typed)
    expect(screen.button('Add the folder').disabled).toBe(false)
    await screen.submit('form')
    expect([api.acts, screen.field('A folder').value]).toEqual([[['set-roots', { roots: [...roots, { uri }] }]], ''])
  })
})

describe('the audit log', () => {
  const audit = (count: number) =>
    Array.from({ length: count }, (_, seq) => ({
      seq,
      at: startedAt,
      type: `t${seq}`,
      previous: 'hash',
      tool: `add\u200b${'x'.repeat(400)}`,
    }))

  test('has what was done, last first, in short', async () => {
    const { screen } = await page({ audit: audit(2) })
    expect([screen.texts('.origin'), screen.texts('.lines .figure')]).toEqual([
      ['t1', 't0'],
      ['14:02:00.000', '14:02:00.000'],
    ])
    expect(screen.texts('.line')[0]).toBe(`{"tool":"add⟨U+200B⟩${'x'.repeat(287)}`)
  })

  test('has the last 200', async () => {
    const { screen } = await page({ audit: audit(201) })
    expect([screen.all('.lines li').length, screen.texts('.origin').at(-1)]).toEqual([200, 't1'])
  })

  test('is downloaded, or says why not', async () => {
    const { screen, api, ui } = await page()
    await screen.click('Download all of it')
    expect([api.requests, ui.toasts.value]).toEqual([[['download', 'format=audit', 'audit.jsonl']], []])
    api.downloadProblem = new Error('Gone')
    await screen.click('Download all of it')
    expect(ui.toasts.value.map(({ text }) => text)).toEqual(['Gone'])
  })
})
