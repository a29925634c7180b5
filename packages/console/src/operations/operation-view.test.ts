// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startedAt } from '#test/console/page/sample-state.js'
import type { ConsoleState, Operation } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { requestOf } from '../requests/fixtures/ask.js'
import { FailureView, OperationView } from './operation-view.js'

afterEach(() => {
  vi.useRealTimers()
  location.hash = ''
})

const call = { kind: 'call', server: 'notes', tool: 'add', args: { a: 1 } } as const
const ended = (more: Partial<Operation> = {}): Operation => ({
  ...{ id: 'op', request: call, state: 'done', startedAt, endedAt: startedAt + 41, ms: 41 },
  ...more,
})

async function view(operation: Operation, state: Partial<ConsoleState> = {}) {
  const fixture = createApp({ operations: [operation], ...state })
  return { ...fixture, screen: await show(h(OperationView, { operation }), fixture.app) }
}

describe('the state of an operation', () => {
  test.each<[Operation['state'], boolean | undefined, string, string]>([
    ['running', undefined, 'Running', 'running'],
    ['asking', undefined, 'Waiting for you', 'asking'],
    ['done', false, 'Done', 'done'],
    ['done', true, 'The tool failed', 'failed'],
    ['failed', true, 'Failed', 'failed'],
    ['denied', undefined, 'Not allowed', 'denied'],
    ['cancelled', undefined, 'Cancelled', 'cancelled'],
  ])('%s with isError %s is told as %s', async (state, isError, text, name) => {
    const { screen } = await view(ended({ state, ...(isError === undefined ? {} : { isError }) }))
    const element = screen.one('.state')
    expect([element.textContent, element.className]).toEqual([text, `state ${name}`])
  })

  test('that goes on has a clock, and can be cancelled', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: startedAt + 1_200 })
    const { endedAt: _, ms: __, ...open } = ended({ state: 'running' })
    const { screen, api } = await view(open)
    expect([screen.one('.operation').getAttribute('aria-busy'), screen.texts('.figure')]).toEqual(['true', ['1.2 s']])
    await settled(() => vi.advanceTimersByTime(1_000))
    expect(screen.texts('.figure')).toEqual(['2.2 s'])
    expect(screen.buttons).toEqual(['Cancel'])
    await screen.click('Cancel')
    expect(api.acts).toEqual([['cancel-operation', { id: 'op' }]])
  })

  test('that goes on never took less than nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: startedAt - 5_000 })
    const { endedAt: _, ms: __, ...open } = ended({ state: 'running' })
    expect((await view(open)).screen.texts('.figure')).toEqual(['<1 ms'])
  })

  test('that ended has no clock and no progress', async () => {
    const { screen } = await view(ended({ progress: { progress: 1 } }))
    expect([
      screen.one('.operation').getAttribute('aria-busy'),
      screen.texts('.figure'),
      screen.texts('.progress'),
    ]).toEqual(['false', [], []])
  })

  test.each<[NonNullable<Operation['progress']>, string, string | null]>([
    [{ progress: 3, total: 5, message: 'half\u200b' }, '3 of 5 half⟨U+200B⟩', '3'],
    [{ progress: 3 }, '3', null],
  ])('has progress %j', async (progress, text, value) => {
    const { endedAt: _, ...open } = ended({ state: 'running', progress })
    const { screen } = await view(open)
    const bar = screen.one('progress')
    expect([screen.texts('.progress'), bar.getAttribute('value'), bar.getAttribute('max')]).toEqual([
      ...[[text], value, value === null ? null : '5'],
    ])
  })

  test('of a task has that of the task too', async () => {
    const { screen } = await view(ended({ task: { id: 't', status: 'working\u200b' } }))
    expect(screen.texts('.tag')).toEqual(['task working⟨U+200B⟩'])
    expect((await view(ended())).screen.texts('.tag')).toEqual([])
  })

  test('that asks the person has the question', async () => {
    const requests = [requestOf({ type: 'input', label: 'A key', isSecret: false, operation: 'op' })]
    expect((await view(ended(), { requests })).screen.all('.card')).toHaveLength(1)
  })
})

describe('what can be done with an operation that ended', () => {
  test('is to see its messages', async () => {
    const { screen, ui } = await view(ended({ span: 's-1' }))
    ui.timeline.value = 'hidden'
    await screen.click('On the wire')
    expect([ui.filter.value, ui.timeline.value, ui.pane.value]).toEqual(['span:s-1', 'docked', 'timeline'])
    ui.timeline.value = 'full'
    await screen.click('On the wire')
    expect(ui.timeline.value).toBe('full')
  })

  test('is to run it again', async () => {
    const { screen, api, ui } = await view(ended())
    await screen.click('Run again')
    expect(api.acts).toEqual([['operate', { id: ui.shown.value.get('notes/tool/add'), request: call }]])
  })

  test('is to save a call as a test', async () => {
    const args = { a: 'x'.repeat(100) }
    const { screen, api, ui } = await view(ended({ request: { ...call, args } }))
    api.outcomes.set('save-test', { id: 't' })
    await screen.click('Save as test')
    expect(api.acts).toEqual([['save-test', { operation: 'op', name: `add {"a":"${'x'.repeat(54)}` }]])
    expect(ui.toasts.value).toEqual([{ id: 1, text: 'Saved as a test: see Saved calls.', tone: 'info' }])
  })

  test('says why it was not saved, and not that it was', async () => {
    const { screen, api, ui } = await view(ended())
    api.outcomes.set('save-test', new Error('Full'))
    await screen.click('Save as test')
    expect(ui.toasts.value.map(({ text }) => text)).toEqual(['Full'])
  })

  test.each<[string, Partial<Operation>, readonly string[]]>([
    ['a call', { span: 's' }, ['On the wire', 'Run again', 'Save as test']],
    ['a call without messages', {}, ['Run again', 'Save as test']],
    ['a call that failed', { state: 'failed' }, ['Run again']],
    ['a read', { request: { kind: 'read', server: 'notes', uri: 'n:1' } }, ['Run again']],
    ['a call in each revision', { request: { ...call, kind: 'wire' }, span: 's' }, ['Show it wide', 'Run again']],
  ])('is this for %s', async (_name, more, buttons) => {
    expect((await view(ended(more))).screen.buttons).toEqual(buttons)
  })

  test('in each revision is to see it wide, unless it is', async () => {
    const operation = ended({ request: { ...call, kind: 'wire' } })
    const { screen, ui } = await view(operation)
    await screen.click('Show it wide')
    expect(location.hash).toBe('#/history/op')
    await settled(() => ui.readHash(location.hash))
    expect(screen.buttons).toEqual(['Run again'])
  })
})

describe('what went wrong', () => {
  test('has a name, a message and advice', async () => {
    const error = { code: 'invalid_result_x', message: 'No\u200b', advice: ['Do this\u200b', 'or that'] }
    const { screen } = await view(ended({ state: 'failed', error }))
    expect(screen.texts('.failure p')).toEqual(['invalid result x No⟨U+200B⟩', 'Do this⟨U+200B⟩', 'or that'])
  })

  test('at the server has its code and data', async () => {
    const { app } = createApp()
    const failure = { code: 'rpc', message: 'No', rpc: { code: -32_602, data: { a: 1 } } }
    const screen = await show(h(FailureView, { failure }), app)
    expect([screen.texts('.failure p'), screen.texts('.name')]).toEqual([['Error -32602 No'], ['data', 'a']])
    const bare = await show(h(FailureView, { failure: { ...failure, rpc: { code: 1 } } }), app)
    expect(bare.texts('.name')).toEqual([])
  })

  test('is only told where the person ended it', async () => {
    const error = { code: 'cancelled', message: 'You\u200b cancelled it' }
    const { screen } = await view(ended({ state: 'cancelled', error }))
    expect([screen.texts('.note'), screen.all('.failure').length]).toEqual([['You⟨U+200B⟩ cancelled it'], 0])
  })
})
