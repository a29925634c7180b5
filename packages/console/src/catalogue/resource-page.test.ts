// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleServer, startedAt } from '#test/console/page/sample-state.js'
import type { ConsoleState, Subscription } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { ResourcePage, TemplatePage } from './resource-page.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const completing = { servers: [sampleServer('notes', { capabilities: { completions: {} } })] }

/** For so long nobody types. */
const pass = (ms: number) => settled(() => vi.advanceTimersByTime(ms))

describe('a resource', () => {
  const resource = {
    uri: 'n:1',
    name: 'one',
    title: 'The one',
    description: 'First\u200b',
    mimeType: 'text/x',
    size: 1_204,
  }
  const watched = (more: Partial<Subscription> = {}): Subscription => ({
    ...{ id: 's', server: 'notes', filter: { uris: ['n:1'] }, state: 'live', count: 0, changes: [] },
    ...more,
  })
  async function page(
    subscriptions: readonly Subscription[] = [],
    of: typeof resource | { uri: string; name: string } = resource,
  ) {
    const fixture = createApp({ subscriptions })
    return { ...fixture, screen: await show(h(ResourcePage, { server: 'notes', resource: of }), fixture.app) }
  }

  test('shows what it is', async () => {
    const { screen } = await page()
    expect([
      screen.texts('h1'),
      screen.texts('.address'),
      screen.texts('.tags .tag'),
      screen.texts('header blockquote'),
    ]).toEqual([['The one'], ['n:1'], ['text/x', '1.2 KB'], ['First⟨U+200B⟩']])
    const bare = await page([], { uri: 'n:2', name: 'two' })
    expect([bare.screen.texts('h1'), bare.screen.texts('.tags .tag')]).toEqual([['two'], []])
    expect([screen.texts('.empty h2'), screen.texts('.empty p')]).toEqual([
      ['Not read yet'],
      ['Read it to see what a model would get.'],
    ])
  })

  test('is read, and shows its contents', async () => {
    const { screen, api, store } = await page()
    await screen.submit('form[data-call]')
    const request = { kind: 'read', server: 'notes', uri: 'n:1' } as const
    expect(api.acts).toMatchObject([['operate', { request }]])
    const result = { contents: [{ uri: 'n:1', text: 'a' }] }
    await settled(() =>
      store.apply({
        type: 'operation',
        operation: { id: 'op', request, state: 'done', startedAt, endedAt: startedAt, result },
      }),
    )
    expect(screen.texts('.plain-text')).toEqual(['a'])
  })

  test('is watched, and no more', async () => {
    const { screen, api, store } = await page()
    expect(screen.all('.changes')).toEqual([])
    await screen.click('Watch for changes')
    const [[, input] = []] = api.acts
    expect([api.acts[0]?.[0], input]).toEqual([
      'subscribe',
      { id: expect.stringMatching(/^[\w-]{36}$/), server: 'notes', filter: { uris: ['n:1'] } },
    ])
    await settled(() => store.apply({ type: 'subscription', subscription: watched() }))
    await screen.click('Stop watching')
    expect(api.acts.at(-1)).toEqual(['unsubscribe', { id: 's' }])
  })

  test.each<[Partial<Subscription>, string]>([
    [{}, 'Watching'],
    [{ state: 'opening' }, 'Opening …'],
    [{ state: 'failed', error: { code: 'x', message: 'no' } }, 'Not watching: no'],
    [{ state: 'failed' }, 'Not watching:'],
  ])('that is watched as %j says so', async (more, text) => {
    expect((await page([watched(more)])).screen.texts('.changes .caption')).toEqual([text])
  })

  test('has its changes, last first', async () => {
    const changes = [
      { at: startedAt, type: 'updated' },
      { at: startedAt + 1_500, type: 'removed' },
    ]
    const { screen } = await page([watched({ changes })])
    expect(screen.texts('.changes li')).toEqual(['14:02:01.500 removed', '14:02:00.000 updated'])
  })

  test.each<[string, Partial<Subscription>]>([
    ['another server', { server: 'other' }],
    ['another resource', { filter: { uris: ['n:2'] } }],
    ['lists', { filter: { tools: true } }],
  ])('is not watched by a subscription to %s', async (_name, more) => {
    expect((await page([watched(more)])).screen.buttons.slice(0, 2)).toEqual(['Read', 'Watch for changes'])
  })
})

describe('a template of addresses', () => {
  const template = {
    uriTemplate: 'n:{id}',
    variables: ['id', 'part'],
    name: 'note',
    title: 'A note',
    description: 'Any\u200b',
  }
  async function page(uri: unknown, state: Partial<ConsoleState> = {}) {
    const fixture = createApp(state)
    fixture.api.outcomes.set('expand-template', uri instanceof Error ? uri : { uri })
    return { ...fixture, screen: await show(h(TemplatePage, { server: 'notes', template }), fixture.app) }
  }

  test('shows the address that it makes', async () => {
    const { screen, api } = await page('n:')
    expect([
      screen.texts('h1'),
      screen.texts('.address'),
      screen.texts('header blockquote'),
      screen.texts('form .soft'),
    ]).toEqual([['A note'], ['n:{id}'], ['Any⟨U+200B⟩'], ['Reads n:']])
    api.outcomes.set('expand-template', { uri: 'n:7' })
    await screen.type('id', '7')
    expect([screen.texts('form .soft'), api.acts]).toEqual([
      ['Reads n:7'],
      [
        ['expand-template', { template: 'n:{id}', values: {} }],
        ['expand-template', { template: 'n:{id}', values: { id: '7' } }],
      ],
    ])
    await screen.submit('form[data-call]')
    expect(api.acts.at(-1)).toMatchObject(['operate', { request: { kind: 'read', server: 'notes', uri: 'n:7' } }])
  })

  test('is not read before it makes one', async () => {
    const { screen, api } = await page(new Error('no'))
    expect([screen.texts('form .soft'), screen.button('Read').disabled]).toEqual([['Reads …'], true])
    await screen.submit('form[data-call]')
    expect(api.acts.map(([name]) => name)).toEqual(['expand-template'])
    api.outcomes.set('expand-template', { uri: 'n:1' })
    await screen.type('id', '1')
    expect(screen.button('Read').disabled).toBe(false)
    api.outcomes.set('expand-template', new Error('no'))
    await screen.type('id', '{')
    expect(screen.button('Read').disabled).toBe(true)
  })

  test('has the names, and suggestions for its variables', async () => {
    const { screen, api } = await page('n:', completing)
    expect(screen.texts('.field-name')).toEqual(['id', 'part'])
    await screen.type('part', 'p')
    await screen.type('id', '7')
    await pass(150)
    expect(api.acts).toContainEqual([
      'complete',
      {
        server: 'notes',
        ref: { type: 'template', uri: 'n:{id}' },
        argument: { name: 'id', value: '7' },
        arguments: { part: 'p' },
      },
    ])
  })
})
