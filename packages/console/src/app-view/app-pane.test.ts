// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startedAt } from '#test/console/page/sample-state.js'
import type { ConsoleState, Operation } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { requestOf } from '../requests/fixtures/ask.js'
import { AppPane } from './app-pane.js'
import { playView } from './fixtures/played-view.js'

const load = { kind: 'load-app', server: 'notes', tool: 'map' } as const
const loading: Operation = { id: 'app', request: load, state: 'running', startedAt }

afterEach(() => vi.restoreAllMocks())

async function pane(state: Partial<ConsoleState> = {}) {
  const fixture = createApp({ sandboxUrl: 'http://127.0.0.1:1', ...state })
  return { ...fixture, screen: await show(h(AppPane, { server: 'notes', tool: 'map' }), fixture.app) }
}

describe('the app of a tool', () => {
  test('needs a sandbox', async () => {
    const { app } = createApp()
    const screen = await show(h(AppPane, { server: 'notes', tool: 'map' }), app)
    expect(screen.text).toBe('The console was started without a sandbox for apps.')
  })

  test('is loaded where the person wants it', async () => {
    const { screen, api, ui, store } = await pane()
    expect(screen.texts('.row')).toEqual(['Show its appin a frame of its own, which reaches nothing of this page'])
    await screen.click('Show its app')
    const id = String(ui.shown.value.get('notes/app/map'))
    expect(api.acts).toEqual([['operate', { id, request: load }]])
    await settled(() => store.apply({ type: 'operation', operation: { ...loading, id } }))
    expect([screen.texts('.app-pane'), screen.one('.app-pane').getAttribute('aria-label')]).toEqual([
      ['Loading the app …'],
      'The app of map',
    ])
  })

  test('that was loaded before is not shown by itself', async () => {
    const { screen } = await pane({ operations: [loading] })
    expect(screen.buttons).toEqual(['Show its app'])
  })

  test('says why it could not be loaded', async () => {
    const error = { code: 'not_found', message: 'No app' }
    const { screen, ui } = await pane({ operations: [{ ...loading, state: 'failed', error }] })
    expect(screen.all('.failure')).toEqual([])
    await settled(() => ui.show('notes/app/map', 'app'))
    expect([screen.texts('.failure p'), screen.buttons]).toEqual([['not found No app'], ['Show its app']])
  })

  test('has what it asks, and what its calls ask', async () => {
    const question = requestOf({ type: 'input', label: 'A key', isSecret: false })
    const call: Operation = {
      id: 'call',
      request: { kind: 'ping', server: 'notes' },
      state: 'asking',
      startedAt,
      fromApp: 'app',
    }
    const requests = [
      { ...question, id: 'q1', operation: 'app' },
      { ...question, id: 'q2', operation: 'call' },
      { ...question, id: 'q3', operation: 'other' },
    ]
    const { screen, ui } = await pane({ operations: [loading, call, { ...call, id: 'other', fromApp: 'x' }], requests })
    await settled(() => ui.show('notes/app/map', 'app'))
    expect(screen.all('.card').map(({ dataset }) => dataset['request'])).toEqual(['q1', 'q2'])
  })
})

describe('the app gets the arguments of', () => {
  const result = { server: 'notes', tool: 'map', uri: 'ui://map', html: '<p>map', csp: {}, permissions: {} }
  const loaded: Operation = { ...loading, state: 'done', result: { ...result, toolDefinition: { name: 'map' } } }
  const call = (id: string, more: Partial<Operation> = {}, request: object = {}): Operation => ({
    ...{ id, state: 'running', startedAt },
    request: { kind: 'call', server: 'notes', tool: 'map', args: { id }, ...request },
    ...more,
  })
  const calls = [
    ...[call('first'), call('second'), call('of the app', { fromApp: 'app' })],
    ...[call('other', {}, { tool: 'add' }), call('elsewhere', {}, { server: 'other' })],
  ]

  async function inputs(operations: readonly Operation[], shown?: string) {
    const view = playView()
    const { screen, ui } = await pane({ operations: [loaded, ...operations] })
    await settled(() => {
      if (shown !== undefined) ui.show('notes/tool/map', shown)
      ui.show('notes/app/map', 'app')
    })
    await view.start()
    expect(screen.all('.app-frame')).toHaveLength(1)
    return view.paramsOf('ui/notifications/tool-input')
  }

  test('the last call of its tool that it did not make itself', async () => {
    expect(await inputs(calls)).toEqual([{ arguments: { id: 'second' } }])
  })

  test('the call whose result is shown', async () => {
    expect(await inputs(calls, 'first')).toEqual([{ arguments: { id: 'first' } }])
  })

  test('no call where there is none', async () => {
    expect(await inputs(calls.slice(2))).toEqual([])
  })
})

test('an app that is closed can be shown again', async () => {
  playView()
  const result = {
    server: 'notes',
    tool: 'map',
    uri: 'ui://map',
    html: '<p>',
    csp: {},
    permissions: {},
    toolDefinition: {},
  }
  const { screen, ui, api } = await pane({ operations: [{ ...loading, state: 'done', result }] })
  await settled(() => ui.show('notes/app/map', 'app'))
  await screen.click('Close the app')
  expect([screen.buttons, screen.all('.app-frame').length]).toEqual([['Show its app'], 0])
  await screen.click('Show its app')
  expect(api.acts.map(([name]) => name)).toEqual(['operate'])
})
