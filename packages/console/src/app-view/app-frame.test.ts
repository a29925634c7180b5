// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { notesTools, startedAt } from '#test/console/page/sample-state.js'
import type { Operation } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { AppFrame } from './app-frame.js'
import { type PlayedView, playView } from './fixtures/played-view.js'

const sandboxUrl = 'http://127.0.0.1:1/sandbox'
const result = {
  server: 'notes',
  tool: 'map',
  uri: 'ui://map',
  html: '<p>map',
  csp: {},
  permissions: {},
  toolDefinition: { name: 'map' },
}
const loaded: Operation = {
  id: 'app',
  request: { kind: 'load-app', server: 'notes', tool: 'map' },
  state: 'done',
  startedAt,
  result,
}
const calling: Operation = {
  id: 'call',
  request: { kind: 'call', server: 'notes', tool: 'map', args: { a: 1 } },
  state: 'running',
  startedAt,
}

let view: PlayedView
beforeEach(() => {
  view = playView()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function frame(call?: Operation) {
  const fixture = createApp({ catalogues: [{ server: 'notes', tools: notesTools, problems: {} }] })
  let ends = 0
  const onEnd = () => {
    ends += 1
  }
  const part = h(AppFrame, { loaded, call, sandboxUrl, onEnd })
  return { ...fixture, ends: () => ends, screen: await show(part, fixture.app) }
}

describe('an app', () => {
  test('is put into the sandbox, and told of this page', async () => {
    const { screen } = await frame()
    const started = await view.start()
    expect(screen.all('.app-frame iframe')).toHaveLength(1)
    expect(view.paramsOf('ui/notifications/sandbox-resource-ready')).toMatchObject([{ html: '<p>map' }])
    expect(started?.result).toMatchObject({
      hostInfo: { name: 'omniport-console', version: '0.1.0' },
      hostContext: {
        theme: 'light',
        displayMode: 'inline',
        availableDisplayModes: ['inline'],
        containerDimensions: { maxHeight: 600 },
        locale: navigator.language,
        platform: 'web',
      },
    })
  })

  test('is told that the page is dark', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) => ({ matches: query === '(prefers-color-scheme: dark)' }) as MediaQueryList,
    )
    await frame()
    expect((await view.start())?.result).toMatchObject({ hostContext: { theme: 'dark' } })
  })

  test.each<[string, Partial<Operation>, string, object]>([
    ['its result', { state: 'done', result: { content: [] } }, 'ui/notifications/tool-result', { content: [] }],
    ['that it was cancelled', { state: 'cancelled' }, 'ui/notifications/tool-cancelled', {}],
    [
      'why it failed',
      { state: 'failed', error: { code: 'x', message: 'No' } },
      'ui/notifications/tool-cancelled',
      { reason: 'No' },
    ],
  ])('gets the arguments of the call, and %s', async (_name, more, method, params) => {
    await frame({ ...calling, endedAt: startedAt, ...more })
    await view.start()
    expect([view.paramsOf('ui/notifications/tool-input'), view.paramsOf(method)]).toEqual([
      [{ arguments: { a: 1 } }],
      [params],
    ])
  })

  test.each<[string, Operation | undefined]>([
    ['a call that goes on', calling],
    ['a call without a result', { ...calling, state: 'done', endedAt: startedAt }],
    ['no call', undefined],
  ])('gets no result of %s', async (_name, call) => {
    await frame(call)
    await view.start()
    const ends = ['ui/notifications/tool-result', 'ui/notifications/tool-cancelled'].flatMap((each) =>
      view.paramsOf(each),
    )
    expect([ends, view.paramsOf('ui/notifications/tool-input').length]).toEqual([[], call === undefined ? 0 : 1])
  })

  test('calls tools and reads resources of its server', async () => {
    const { api } = await frame()
    await view.start()
    api.outcomes.set('app-call', { result: { content: [{ type: 'text', text: 'x' }] } })
    api.outcomes.set('app-read', { result: { contents: [] } })
    expect(await view.ask(2, 'tools/call', { name: 'add_note', arguments: { title: 'x' } })).toMatchObject({
      result: { content: [{ type: 'text', text: 'x' }] },
    })
    expect(await view.ask(3, 'resources/read', { uri: 'n:1' })).toMatchObject({ result: { contents: [] } })
    expect(await view.ask(4, 'tools/call', { name: 'gone' })).toMatchObject({ error: { code: -32_602 } })
    expect(api.acts).toEqual([
      ['app-call', { app: 'app', tool: 'add_note', args: { title: 'x' } }],
      ['app-read', { app: 'app', uri: 'n:1' }],
    ])
  })

  test('of a server without a catalogue has no tools', async () => {
    const { store } = await frame()
    store.apply({ type: 'servers', servers: [] })
    await view.start()
    expect(await view.ask(2, 'tools/call', { name: 'add_note' })).toMatchObject({ error: { code: -32_602 } })
  })
})

describe('an address that an app wants to open', () => {
  test.each([
    ['Open it', ['https://a.example/']],
    ["Don't open it", []],
  ])('is shown to the person, who decides: %s', async (button, opened) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { screen } = await frame()
    await view.start()
    expect(await view.ask(2, 'ui/open-link', { url: 'https://a.example' })).toBeUndefined()
    expect([screen.texts('.card h2'), screen.texts('.card code')]).toEqual([
      ['The app wants to open an address'],
      ['https://a.example/'],
    ])
    await screen.click(button)
    expect([screen.all('.card').length, open.mock.calls.map(([url]) => url)]).toEqual([0, opened])
    expect(view.answer(2)?.error?.message).toBe(opened.length === 0 ? 'Link opening denied by user' : undefined)
  })
})

describe('what an app tells', () => {
  test('is listed', async () => {
    const { screen } = await frame()
    await view.start()
    expect(screen.all('ol')).toEqual([])
    await view.ask(2, 'ui/message', { role: 'user', content: [{ type: 'text', text: 'Hi\u200b' }] })
    await view.ask(3, 'ui/update-model-context', { structuredContent: { a: 1 } })
    await view.notify('notifications/message', { level: 'info', data: 'words' })
    await view.notify('notifications/message', { level: 'error', data: { b: 2 } })
    expect(screen.texts('.line')).toEqual([
      'Says in the conversation: [{"type":"text","text":"Hi⟨U+200B⟩"}]',
      'Tells the model: {"structuredContent":{"a":1}}',
      'Logs (info): words',
      'Logs (error): {"b":2}',
    ])
    expect(screen.one('ol').getAttribute('aria-label')).toBe('What the app told')
  })

  test('is cut, and the last twenty stay', async () => {
    const { screen } = await frame()
    await view.start()
    for (let count = 0; count < 22; count += 1)
      await view.notify('notifications/message', { level: 'info', data: `${count} ${'x'.repeat(3_000)}` })
    const lines = screen.texts('.line')
    expect([lines.length, lines[0]?.slice(0, 15), lines[0]?.length]).toEqual([20, 'Logs (info): 2 ', 2_000])
  })

  test('is also what went wrong for it', async () => {
    const { screen, api } = await frame()
    await view.start()
    api.outcomes.set('app-read', new Error('broken'))
    await view.ask(2, 'resources/read', { uri: 'n:1' })
    expect(screen.texts('.line')).toEqual(['Got an error: broken'])
  })
})

describe('an app is closed', () => {
  test('by the person', async () => {
    const { screen, ends } = await frame()
    await screen.click('Close the app')
    expect(ends()).toBe(1)
  })

  test('by itself', async () => {
    const { ends } = await frame()
    await view.start()
    await view.notify('ui/notifications/request-teardown')
    expect(ends()).toBe(1)
  })

  test.each([
    ['rate', 'The app sent too many messages, and was removed.'],
    ['navigated', 'The app loaded another page, and was removed.'],
  ])('since it is to be removed, which the person is told: %s', async (reason, text) => {
    const { ui } = await frame()
    await view.start()
    await view.notify('ui/notifications/sandbox-view-ended', { reason })
    expect(ui.toasts.value.map((each) => each.text)).toEqual([text])
  })

  test('since it does not start', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    const { ui } = await frame()
    await settled(() => vi.advanceTimersByTime(60_000))
    expect(ui.toasts.value.map((each) => each.text)).toEqual(['The app did not start in time.'])
  })
})
