// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test } from 'vitest'
import { notesTools, sampleServer, startedAt } from '#test/console/page/sample-state.js'
import { ApiError } from '../api/console-api.js'
import type { Operation, OperationRequest } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { show } from '../fixtures/screen.js'
import { itemOf, titleOf, useApp } from './app.js'

afterEach(() => {
  location.hash = ''
})

const requests: readonly (readonly [OperationRequest, item: string, title: string, hash: string])[] = [
  [{ kind: 'call', server: 'notes', tool: 'add', args: {} }, 'notes/tool/add', 'add', '#/servers/notes/tools/add'],
  [{ kind: 'wire', server: 'notes', tool: 'add', args: {} }, 'notes/tool/add', 'add', '#/servers/notes/tools/add'],
  [{ kind: 'load-app', server: 'notes', tool: 'map' }, 'notes/app/map', 'map', '#/servers/notes/tools/map'],
  [
    { kind: 'get', server: 'notes', prompt: 'week', args: {} },
    'notes/prompt/week',
    'week',
    '#/servers/notes/prompts/week',
  ],
  [{ kind: 'read', server: 'notes', uri: 'n:1' }, 'notes/uri/n:1', 'n:1', '#/servers/notes/resources/n%3A1'],
  [{ kind: 'load-skill', server: 'notes', uri: 's:1' }, 'notes/skill/s:1', 's:1', '#/servers/notes/skills/s%3A1'],
  [
    { kind: 'read-skill-file', server: 'notes', uri: 's:1', path: 'a.md' },
    'notes/skill/s:1',
    'a.md',
    '#/servers/notes/skills/s%3A1',
  ],
  [{ kind: 'raw', server: 'notes', method: 'tools/list' }, 'notes/raw', 'tools/list', '#/history/op'],
  [{ kind: 'ping', server: 'notes' }, 'notes/ping', 'ping', '#/history/op'],
]

describe.each(requests)('an operation %j', (request, item, title, hash) => {
  test('has an item, a title and a view', () => {
    const { app, ui } = createApp()
    expect([itemOf(request), titleOf(request)]).toEqual([item, title])
    app.reopen({ id: 'op', request, state: 'done', startedAt })
    expect([location.hash, ui.shown.value.get(item)]).toEqual([hash, 'op'])
  })
})

test('a call is opened with the arguments that were sent', () => {
  const catalogue = { server: 'notes', tools: notesTools, problems: {} }
  const { app, ui } = createApp({ servers: [sampleServer('notes')], catalogues: [catalogue] })
  const request = { kind: 'call', server: 'notes', tool: 'search_notes', args: { query: 'rain' } } as const
  app.reopen({ id: 'op', request, state: 'done', startedAt } satisfies Operation)
  const [, search] = notesTools
  const form = ui.formOf('notes/tool/search_notes', search?.inputSchema)
  expect(JSON.parse(form.text.value)).toEqual({ query: 'rain' })
  expect(form.schema).toEqual(search?.inputSchema)
})

describe('an action', () => {
  test('returns what came', async () => {
    const { app, api } = createApp()
    api.outcomes.set('save-test', { id: 't' })
    expect(await app.act('save-test', { operation: 'op', name: 'n' })).toEqual({ id: 't' })
    expect(api.acts).toEqual([['save-test', { operation: 'op', name: 'n' }]])
  })

  test('that fails tells the person why', async () => {
    const { app, api, ui, store } = createApp()
    api.outcomes.set('clear-timeline', new ApiError({ code: 'usage', message: 'It is busy' }))
    expect(await app.act('clear-timeline', {})).toBeUndefined()
    expect(ui.toasts.value).toEqual([{ id: 1, text: 'It is busy', tone: 'error' }])
    expect(store.stream.value).toBe('live')
  })

  test('without a valid token ends the work with the page', async () => {
    const { app, api, ui, store } = createApp()
    api.outcomes.set('clear-timeline', new ApiError({ code: 'unauthorized', message: 'The token is not valid' }))
    expect(await app.act('clear-timeline', {})).toBeUndefined()
    expect([store.stream.value, ui.toasts.value]).toEqual(['unauthorized', []])
  })

  test.each([
    ['an error of another kind', Object.assign(new Error('Lost'), { code: 'unauthorized' }), 'Lost'],
    ['what is no error', 'gone', 'gone'],
  ])('tells of %s in its words', (_name, reason, text) => {
    const { app, ui } = createApp()
    app.fail(reason)
    expect(ui.toasts.value.map((each) => each.text)).toEqual([text])
  })
})

test.each([
  [{ view: 'server', server: 'notes', section: 'tools' }, '#/servers/notes/tools', 'list'],
  [{ view: 'server', server: 'notes', section: 'tools', item: 'add' }, '#/servers/notes/tools/add', 'work'],
  [{ view: 'settings' }, '#/settings', 'work'],
] as const)('going to %j changes the address and the column', (route, hash, pane) => {
  const { app, ui } = createApp()
  ui.pane.value = 'servers'
  app.go(route)
  expect([location.hash, ui.pane.value]).toEqual([hash, pane])
})

test('an operation is begun with an id of its own, and shown with its item', () => {
  const { app, api, ui } = createApp()
  const request = { kind: 'ping', server: 'notes' } as const
  const [first, second] = [app.operate(request), app.operate(request)]
  expect(api.acts).toEqual([
    ['operate', { id: first, request }],
    ['operate', { id: second, request }],
  ])
  expect([first === second, ui.shown.value.get('notes/ping')]).toEqual([false, second])
})

describe('a part of the page', () => {
  test('works with the app around it', async () => {
    const { app } = createApp()
    const screen = await show(
      h(() => h('p', {}, useApp() === app ? 'mine' : 'another'), {}),
      app,
    )
    expect(screen.text).toBe('mine')
  })

  test('is nothing outside of it', async () => {
    const part = h(() => h('p', {}, useApp().ui.filter.value), {})
    await expect(show(part, undefined as never)).rejects.toThrow(new Error('This part stands outside of the page'))
  })
})
