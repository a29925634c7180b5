// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from '../fixtures/create-app.js'
import { show } from '../fixtures/screen.js'
import { AddForm, AddPage } from './add-page.js'

afterEach(() => {
  location.hash = ''
})

async function form() {
  const fixture = createApp()
  return { ...fixture, screen: await show(h(AddForm, {}), fixture.app) }
}

const environment = 'Environment, NAME=value, one a line'
const headers = 'Headers, Name: value, one a line'

describe('a server is added', () => {
  test('by a command', async () => {
    const { screen, api } = await form()
    api.outcomes.set('add-server', { name: 'mine' })
    expect([screen.button('Add and start').disabled, screen.texts('[aria-pressed=true]')]).toEqual([
      true,
      ['A command on this machine'],
    ])
    await screen.type('Command', ' ')
    expect(screen.button('Add and start').disabled).toBe(true)
    await screen.type('Command', 'node "my server.js" --x')
    await screen.type('Name', 'own')
    await screen.type(environment, 'A=1=2 \n\n B =')
    await screen.click('Add and start')
    expect(api.acts).toEqual([
      ['add-server', { name: 'own', command: 'node', args: ['my server.js', '--x'], env: { A: '1=2 ', B: '' } }],
    ])
    expect(location.hash).toBe('#/servers/mine/tools')
  })

  test('by an address', async () => {
    const { screen, api } = await form()
    await screen.click('An address')
    expect([screen.texts('label'), screen.texts('.soft')]).toEqual([
      ['Address', 'Name', headers, 'Revision'],
      ['It may ask you to sign in.'],
    ])
    await screen.type('Address', ' https://api.example.com/mcp ')
    await screen.type(headers, 'Authorization:  Bearer a:b ')
    await screen.submit()
    expect(api.acts).toEqual([
      [
        'add-server',
        {
          name: 'api-example',
          url: 'https://api.example.com/mcp',
          headers: { Authorization: 'Bearer a:b' },
        },
      ],
    ])
  })

  test('with a revision, the newest first', async () => {
    const { screen, api } = await form()
    expect(screen.texts('option')).toEqual(['the newest that both know', '2025-11-25', '2026-07-28'])
    await screen.type('Command', 'node')
    await screen.choose('Revision', '2025-11-25')
    await screen.submit()
    expect(api.acts).toEqual([
      ['add-server', { name: 'node', revision: '2025-11-25', command: 'node', args: [], env: {} }],
    ])
  })

  test('though no revision is known yet', async () => {
    const { app, store } = createApp()
    store.about.value = undefined
    expect((await show(h(AddForm, {}), app)).texts('option')).toEqual(['the newest that both know'])
  })

  test('unless the server of the page refuses', async () => {
    const { screen, api, ui } = await form()
    api.outcomes.set('add-server', new Error('There is one of that name'))
    await screen.type('Command', 'node')
    await screen.submit()
    expect([location.hash, ui.toasts.value.map(({ text }) => text)]).toEqual(['', ['There is one of that name']])
  })
})

describe('what is typed wrong is told', () => {
  test.each([
    ['A command on this machine', 'Command', environment, 'node', 'A=1\nB', '“B” needs a name, = and a value'],
    ['A command on this machine', 'Command', environment, 'node', '=1', '“=1” needs a name, = and a value'],
    ['An address', 'Address', headers, 'https://a.example', 'A=1', '“A=1” needs a name, : and a value'],
    ['An address', 'Address', headers, 'a.example', '', 'An address begins with http:// or https://'],
    ['An address', 'Address', headers, 'ftp://https://a', '', 'An address begins with http:// or https://'],
  ])('%s, %s, %s: %s %j', async (kind, target, more, typed, lines, text) => {
    const { screen, api, ui } = await form()
    await screen.click(kind)
    await screen.type(target, typed)
    await screen.type(more, lines)
    await screen.submit()
    expect([api.acts, ui.toasts.value.map((each) => each.text)]).toEqual([[], [text]])
  })
})

describe('a name is suggested', () => {
  test.each([
    ['npx -y @modelcontextprotocol/server-everything', 'everything'],
    ['npx -y mcp-notes', 'notes'],
    ['node build/weather.js --verbose', 'weather'],
    ['node build/weather.js --port 80', 'weather'],
    ['https://example.com/mcp', 'example'],
    ['http://127.0.0.1:8080/mcp', 'server'],
    ['https://a.example.com:443/github', 'github'],
    ['', 'server'],
    ['a b', 'server'],
    ['node straße_x', 'stra-e_x'],
    [`node ${'x'.repeat(40)}`, 'x'.repeat(30)],
  ])('for %j: %s', async (target, name) => {
    const { screen } = await form()
    await screen.type('Command', target)
    expect(screen.field('Name').placeholder).toBe(name)
  })
})

test('the fields say what belongs there', async () => {
  const { screen } = await form()
  const placeholders = () => screen.all('input, textarea').map((each) => each.getAttribute('placeholder'))
  expect([placeholders(), screen.texts('.soft')]).toEqual([
    ['npx -y @modelcontextprotocol/server-everything', 'server', 'API_KEY=…'],
    ['It runs with your rights. Add only what you trust.'],
  ])
  await screen.click('An address')
  expect(placeholders()).toEqual(['https://example.com/mcp', 'server', 'Authorization: Bearer …'])
  expect(screen.one('[role=group]').getAttribute('aria-label')).toBe('Kind of server')
})

test('the form is a page of its own', async () => {
  const screen = await show(h(AddPage, {}), createApp().app)
  expect([screen.texts('h1'), screen.all('form.add').length]).toEqual([['Add a server'], 1])
})
