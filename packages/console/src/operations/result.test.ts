// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { startedAt } from '#test/console/page/sample-state.js'
import type { Operation } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { OperationSlot } from './operation-slot.js'
import { OperationView } from './operation-view.js'
import { WireView } from './wire-view.js'

const call = { kind: 'call', server: 'notes', tool: 'add', args: {} } as const
const done = (more: Partial<Operation> = {}): Operation => ({
  ...{ id: 'op', request: call, state: 'done', startedAt, endedAt: startedAt + 41 },
  ...more,
})

async function view(more: Partial<Operation>) {
  const operation = done(more)
  const fixture = createApp({ operations: [operation] })
  fixture.api.operations.set('op', { ...operation, result: { content: [{ type: 'text', text: 'whole' }] } })
  return { ...fixture, screen: await show(h(OperationView, { operation }), fixture.app) }
}

describe('a result', () => {
  const records = {
    content: [{ type: 'text', text: 'Two notes' }],
    structuredContent: { notes: [{ id: 1 }, { id: 2 }] },
  }

  test('is shown in its best view, and in the others', async () => {
    const { screen } = await view({ result: records })
    const options = () =>
      screen
        .all('[aria-label="Result as"] button')
        .map((each) => `${each.textContent} ${each.getAttribute('aria-pressed')}`)
    expect([options(), screen.texts('td')]).toEqual([
      ['Table true', 'Tree false', 'Content false', 'Raw false'],
      ['1', '2'],
    ])
    await screen.click('Tree')
    expect([screen.all('table').length, screen.texts('.branch .name')]).toEqual([0, ['notes', '0', '1']])
    await screen.click('Content')
    expect([screen.all('.branch').length, screen.texts('.markdown')]).toEqual([0, ['Two notes']])
    await screen.click('Raw')
    expect([screen.one('pre').textContent, screen.one('pre').getAttribute('aria-label')]).toEqual([
      JSON.stringify(records, null, 2),
      'The result as it came',
    ])
    expect([options(), screen.all('.markdown').length]).toEqual([
      ['Table false', 'Tree false', 'Content false', 'Raw true'],
      0,
    ])
  })

  test('without content is a tree', async () => {
    const { screen } = await view({ result: { tools: [] } })
    expect(screen.texts('.branch .name')).toEqual(['tools'])
  })

  test('of a resource and of a prompt is content', async () => {
    const resource = await view({ result: { contents: [{ uri: 'n:1', text: 'a' }, 'odd'] } })
    expect(resource.screen.texts('article')).toEqual(['n:1a', 'odd'])
    const prompt = await view({ result: { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }] } })
    expect([prompt.screen.texts('.caption'), prompt.screen.texts('.markdown')]).toEqual([['user'], ['Hi']])
  })

  test.each<[string, Partial<Operation>, string]>([
    [
      'all of it',
      { ms: 41, resultBytes: 1_204, resultTokens: 1_096, revision: '2026-07-28' },
      '41 ms · 1.2 KB · 1,096 tokens · 2026-07-28',
    ],
    ['nothing', {}, ''],
    ['nothing that no model gets', { request: { kind: 'ping', server: 'notes' }, resultTokens: 5, ms: 1 }, '1 ms'],
    [
      'the tokens of a resource',
      { request: { kind: 'read', server: 'notes', uri: 'n:1' }, resultTokens: 5 },
      '5 tokens',
    ],
    [
      'the tokens of a prompt',
      { request: { kind: 'get', server: 'notes', prompt: 'p', args: {} }, resultTokens: 5 },
      '5 tokens',
    ],
    [
      'the tokens of a skill',
      { request: { kind: 'load-skill', server: 'notes', uri: 's:1' }, resultTokens: 5 },
      '5 tokens',
    ],
    [
      'the tokens of a file',
      { request: { kind: 'read-skill-file', server: 'notes', uri: 's:1', path: 'a' }, resultTokens: 5 },
      '5 tokens',
    ],
  ])('has its size: %s', async (_name, more, size) => {
    const { screen } = await view({ result: { a: 1 }, ...more })
    expect(screen.texts('.result-bar > .soft')).toEqual([size])
  })

  test('that is large is loaded', async () => {
    const { screen, api } = await view({ isResultLeftOut: true })
    expect([api.requests, screen.texts('.markdown')]).toEqual([[['operation', 'op']], ['whole']])
  })

  test('that cannot be loaded says so', async () => {
    const operation = done({ isResultLeftOut: true })
    const { app, ui } = createApp({ operations: [operation] })
    const screen = await show(h(OperationView, { operation }), app)
    expect([screen.texts('.operation > .soft'), ui.toasts.value.map(({ text }) => text)]).toEqual([
      ['Loading the result …'],
      ['The result is gone.'],
    ])
  })

  test('is not there where none came', async () => {
    const { screen, api } = await view({})
    expect([screen.all('.result-body').length, screen.all('.operation > .soft').length, api.requests]).toEqual([
      0,
      0,
      [],
    ])
  })
})

describe('the results of an item', () => {
  const at = (id: string, minute: number) => done({ id, startedAt: startedAt + minute * 60_000, result: { id } })
  const other = done({ id: 'other', request: { ...call, tool: 'another' } })

  async function slot(...operations: readonly Operation[]) {
    const fixture = createApp({ operations })
    const screen = await show(
      h(OperationSlot, { item: 'notes/tool/add', children: h('p', {}, 'nothing yet') }),
      fixture.app,
    )
    return { ...fixture, screen, id: () => screen.texts('.leaf .string') }
  }

  test('are not there yet', async () => {
    const { screen } = await slot(other)
    expect(screen.text).toBe('nothing yet')
  })

  test('have no buttons for the only one', async () => {
    const { screen, id } = await slot(at('1', 0), other)
    expect([id(), screen.all('.earlier').length]).toEqual([['1'], 0])
  })

  test('show the last one, and lead to those before', async () => {
    const { screen, id } = await slot(at('1', 0), other, at('2', 1), at('3', 2))
    const place = () => [
      id(),
      screen.texts('.earlier .soft'),
      screen.button('Before').disabled,
      screen.button('After').disabled,
    ]
    expect(place()).toEqual([['3'], ['3 of 3 · 14:04:00'], false, true])
    await screen.click('Before')
    expect(place()).toEqual([['2'], ['2 of 3 · 14:03:00'], false, false])
    await screen.click('Before')
    expect(place()).toEqual([['1'], ['1 of 3 · 14:02:00'], true, false])
    await screen.click('After')
    expect(place()).toEqual([['2'], ['2 of 3 · 14:03:00'], false, false])
    expect(screen.all('[data-step]').map(({ dataset }) => dataset['step'])).toEqual(['-1', '1'])
  })

  test('follow what is shown of the item', async () => {
    const { ui, store, id } = await slot(at('1', 0), at('2', 1))
    await settled(() => ui.show('notes/tool/add', '1'))
    expect(id()).toEqual(['1'])
    await settled(() => {
      store.apply({ type: 'operation', operation: at('3', 2) })
      ui.show('notes/tool/add', 'gone')
    })
    expect(id()).toEqual(['3'])
  })
})

test('the wire in each revision stands side by side, and says what is the same', async () => {
  const wire = {
    revisions: [{ revision: 'r1', error: 'No\u200b' }, { revision: 'r2' }, { revision: 'r3' }],
    steps: [
      { title: '→ call\u200b', texts: { r1: 'a', r2: 'a', r3: 'b\u200b' } },
      { title: '← result', texts: { r2: 'c', r3: 'c' } },
    ],
  }
  const { app } = createApp()
  const screen = await show(h(WireView, { wire }), app)
  expect(screen.texts('thead th')).toEqual(['r1No⟨U+200B⟩', 'r2', 'r3'])
  expect(screen.texts('.step')).toEqual(['→ call⟨U+200B⟩', '← result'])
  expect(screen.texts('td')).toEqual(['a', 'as at the left', 'b⟨U+200B⟩', '–', 'c', 'as at the left'])
  expect(screen.one('table').style.getPropertyValue('--columns')).toBe('3')
  const operation = done({ request: { ...call, kind: 'wire' }, result: wire })
  const shown = await show(h(OperationView, { operation }), app)
  expect(shown.texts('.step')).toHaveLength(2)
})
