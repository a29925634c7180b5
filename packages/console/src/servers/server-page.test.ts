// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test } from 'vitest'
import { sampleServer, startedAt } from '#test/console/page/sample-state.js'
import type { ConsoleState, Server } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { show } from '../fixtures/screen.js'
import { requestOf } from '../requests/fixtures/ask.js'
import { ServerPage } from './server-page.js'

afterEach(() => {
  location.hash = ''
})

async function page(more: Partial<Server> = {}, state: Partial<ConsoleState> = {}) {
  const server = sampleServer('notes', more)
  const fixture = createApp({ servers: [server], ...state })
  return { ...fixture, screen: await show(h(ServerPage, { server }), fixture.app) }
}

describe('the page of a server', () => {
  test.each<[Partial<Server>, string, string]>([
    [{}, 'ready', 'tag good'],
    [{ state: 'failed' }, 'failed', 'tag bad'],
    [{ state: 'starting' }, 'starting', 'tag warn'],
    [{ state: 'idle' }, 'not started', 'tag'],
  ])('of %j says how it is', async (more, text, name) => {
    const { screen } = await page(more)
    const mark = screen.one('.page-head .tag')
    expect([screen.texts('h1'), mark.textContent, mark.className.trim()]).toEqual([['notes'], text, name])
  })

  test('has all that is known about its connection', async () => {
    const { screen } = await page({
      ...{
        launch: 'node\u200b x.js',
        launchNames: ['KEY\u200b', 'B'],
        cwd: '/w\u200b',
        source: 'mcp\u200b.json:3',
        pid: 47,
      },
      info: { name: 'n', version: '1.0\u200b', title: 'Notes' },
    })
    expect(screen.all('.facts > div').map((each) => [...each.children].map(({ textContent }) => textContent))).toEqual([
      ['Command', 'node⟨U+200B⟩ x.js'],
      ['Gets', 'KEY⟨U+200B⟩, B'],
      ['Folder', '/w⟨U+200B⟩'],
      ['Entry', 'mcp⟨U+200B⟩.json:3'],
      ['Revision', '2026-07-28'],
      ['Server', 'Notes 1.0⟨U+200B⟩'],
      ['Process', '47'],
      ['Since', '14:02:00'],
    ])
  })

  test('leaves out what is not known', async () => {
    const { screen } = await page({ transport: 'http', info: { name: 'n', version: '2' } })
    expect([screen.texts('.facts dt'), screen.texts('.facts dd')[2]]).toEqual([
      ['Address', 'Revision', 'Server', 'Since'],
      'n 2',
    ])
  })

  test('has its words to a model, its capabilities, and a request to send', async () => {
    const { screen } = await page({ instructions: 'Be *kind*', capabilities: { tools: {} } })
    expect(screen.texts('h2')).toEqual([
      ...['Connection', 'Disturb it', 'Its words to a model', 'Capabilities', 'Send any request', 'Last lines'],
    ])
    expect([screen.texts('.foreign em'), screen.texts('.branch .name')]).toEqual([['kind'], ['tools']])
    const bare = await page({ state: 'failed' })
    expect(bare.screen.texts('h2')).toEqual(['Connection', 'Disturb it', 'Last lines'])
  })

  test('has the questions of this server alone', async () => {
    const question = requestOf({ type: 'input', label: 'A key', isSecret: false })
    const { screen } = await page({}, { requests: [question, { ...question, id: 'r', server: 'other' }] })
    expect(screen.all('.card')).toHaveLength(1)
  })
})

describe('why a server is not ready', () => {
  const why = {
    state: 'failed',
    reason: 'No\u200b key',
    code: 'spawn_failed_x',
    advice: ['Set\u200b it', 'or not'],
    retryAt: startedAt + 5_000,
  } as const

  test('is said, with what helps and when it is tried again', async () => {
    const { screen } = await page(why)
    expect(screen.texts('.failure p')).toEqual([
      ...['spawn failed x No⟨U+200B⟩ key', 'Set⟨U+200B⟩ it', 'or not', 'Next attempt at 14:02:05.'],
    ])
  })

  test('has a reason alone where nothing else is known', async () => {
    const { screen } = await page({ state: 'lost', reason: 'gone' })
    expect([screen.texts('.failure p'), screen.all('.failure strong').length]).toEqual([['gone'], 0])
  })

  test('is a note where nothing failed', async () => {
    const { screen } = await page({ ...why, state: 'denied' })
    expect([screen.all('.failure').length, screen.all('.note').length]).toEqual([0, 1])
  })

  test.each<[string, Partial<Server>]>([
    ['it is ready', { ...why, state: 'ready' }],
    ['there is no reason', { state: 'failed', code: 'x' }],
  ])('is nothing where %s', async (_name, more) => {
    expect((await page(more)).screen.all('.failure, main > .note')).toEqual([])
  })
})

describe('what can be done with a server', () => {
  const actions = (screen: Awaited<ReturnType<typeof page>>['screen']) => screen.texts('.page-head .actions button')

  test.each<[Partial<Server>, readonly string[]]>([
    [{ state: 'idle' }, ['Start']],
    [{ state: 'stopped' }, ['Start']],
    [{ state: 'failed' }, ['Try again']],
    [{ state: 'ready' }, ['Restart', 'Stop', 'Read its lists again']],
    [{ state: 'starting' }, ['Restart', 'Stop']],
    [{ state: 'unresponsive' }, ['Restart', 'Stop']],
    [{ state: 'lost' }, ['Restart', 'Stop']],
    [{ state: 'idle', transport: 'http' }, ['Start', 'Sign in', 'Sign out']],
    [{ state: 'idle', isAdded: true }, ['Start', 'Remove']],
  ])('that is %j', async (more, buttons) => {
    expect(actions((await page(more)).screen)).toEqual(buttons)
  })

  test.each<[Partial<Server>, string, string]>([
    [{ state: 'idle' }, 'Start', 'start-server'],
    [{}, 'Restart', 'restart-server'],
    [{}, 'Stop', 'stop-server'],
    [{}, 'Read its lists again', 'refresh-catalogue'],
    [{ transport: 'http' }, 'Sign in', 'sign-in'],
    [{ transport: 'http' }, 'Sign out', 'sign-out'],
  ])('that is %j is asked of it with %s', async (more, button, action) => {
    const { screen, api } = await page(more)
    await screen.click(button)
    expect(api.acts).toEqual([[action, { server: 'notes' }]])
  })

  test('is to remove it, which leads to the start', async () => {
    location.hash = '#/servers/notes/overview'
    const { screen, api } = await page({ isAdded: true })
    await screen.click('Remove')
    expect([api.acts, location.hash]).toEqual([[['remove-server', { server: 'notes' }]], '#/'])
  })
})

describe('what disturbs a connection', () => {
  const faults = { delayMs: 0, duplicate: false, stall: false, unauthorized: false, expiredSession: false }
  const switches = (screen: Awaited<ReturnType<typeof page>>['screen']) =>
    screen.all('[role=switch]').map((each) => [(each as HTMLInputElement).checked, each.getAttribute('aria-checked')])

  test('is off at first', async () => {
    const { screen } = await page()
    expect([screen.texts('.faults .check'), switches(screen)]).toEqual([
      ['Deliver answers twice', 'Hold everything back', 'Cut the connection after the next message'],
      [
        [false, 'false'],
        [false, 'false'],
        [false, 'false'],
      ],
    ])
    expect(screen.texts('.faults option')).toEqual(['not', '100 ms', '500 ms', '2000 ms', '10000 ms'])
  })

  test('is shown where it is on', async () => {
    const on = {
      ...faults,
      delayMs: 70,
      duplicate: true,
      stall: true,
      cutAfter: 1,
      unauthorized: true,
      expiredSession: true,
    }
    const { screen } = await page({ transport: 'http', faults: on })
    expect(switches(screen)).toEqual(Array.from({ length: 5 }, () => [true, 'true']))
    expect([screen.field('Delay each message').value, screen.texts('.faults option').at(-1)]).toEqual(['70', '70 ms'])
  })

  test.each<[string, object]>([
    ['Deliver answers twice', { duplicate: true }],
    ['Hold everything back', { stall: true }],
    ['Cut the connection after the next message', { cutAfter: 1 }],
    ['Answer with 401', { unauthorized: true }],
    ['Let the session expire', { expiredSession: true }],
  ])('is switched on: %s', async (text, change) => {
    const { screen, api } = await page({ transport: 'http' })
    await screen.click(screen.field(text))
    expect(api.acts).toEqual([['set-faults', { server: 'notes', faults: change }]])
  })

  test('is switched off', async () => {
    const { screen, api } = await page({ faults: { ...faults, cutAfter: 1, stall: true } })
    await screen.click(screen.field('Cut the connection after the next message'))
    await screen.click(screen.field('Hold everything back'))
    expect(api.acts.map(([, input]) => input)).toEqual([
      { server: 'notes', faults: { cutAfter: null } },
      { server: 'notes', faults: { stall: false } },
    ])
  })

  test('is a delay', async () => {
    const { screen, api } = await page()
    await screen.choose('Delay each message', '500')
    expect(api.acts).toEqual([['set-faults', { server: 'notes', faults: { delayMs: 500 } }]])
  })
})

describe('any request', () => {
  test('is sent as typed', async () => {
    const { screen, api } = await page()
    expect([screen.field('Method').value, screen.text.includes('The answer comes as it is.')]).toEqual(['ping', true])
    await screen.type('Method', 'tools/list')
    await screen.type('Params', '{"cursor":"a"}')
    await screen.submit('form.raw')
    expect(api.acts).toMatchObject([
      ['operate', { request: { kind: 'raw', server: 'notes', method: 'tools/list', params: { cursor: 'a' } } }],
    ])
  })

  test('is not sent while its params are no object', async () => {
    const { screen, api, ui } = await page()
    await screen.type('Params', '[]')
    await screen.submit('form.raw')
    expect([api.acts, ui.toasts.value.map(({ text }) => text)]).toEqual([[], ['The params are not a JSON object yet.']])
  })

  test('has its answer', async () => {
    const request = { kind: 'raw', server: 'notes', method: 'x' } as const
    const done = { id: 'op', request, state: 'done', startedAt, endedAt: startedAt, result: { a: 1 } } as const
    expect((await page({}, { operations: [done] })).screen.texts('.result .name')).toEqual(['a'])
  })
})
