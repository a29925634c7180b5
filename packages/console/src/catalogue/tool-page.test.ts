// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test } from 'vitest'
import { sampleTool, startedAt } from '#test/console/page/sample-state.js'
import type { Tool } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { ToolPage } from './tool-page.js'

afterEach(() => {
  location.hash = ''
})

const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }

async function page(more: Partial<Tool> = {}) {
  const fixture = createApp()
  const tool = sampleTool('add', schema, more)
  const screen = await show(h(ToolPage, { server: 'notes', tool }), fixture.app)
  const requests = () => fixture.api.acts.map(([, input]) => (input as { readonly request: unknown }).request)
  return { ...fixture, screen, tool, requests }
}

describe('the head of a tool', () => {
  test('has its names, what it is for, and what it costs', async () => {
    const { screen } = await page({ title: 'Add\u200b one', description: 'Adds\u200b a note', tokens: 1_212 })
    expect([screen.texts('h1'), screen.texts('.title'), screen.texts('header blockquote')]).toEqual([
      ['add'],
      ['Add⟨U+200B⟩ one'],
      ['Adds⟨U+200B⟩ a note'],
    ])
    expect([screen.texts('.tags .tag'), screen.all('.address').length, screen.all('.note').length]).toEqual([
      ['1,212 tokens'],
      0,
      0,
    ])
    expect(screen.one('section.form').getAttribute('aria-label')).toBe('add')
  })

  test('says its name once', async () => {
    const { screen } = await page({ title: 'add' })
    expect([screen.all('.title').length, screen.all('header blockquote').length]).toEqual([0, 0])
  })

  test.each<[string, Partial<Tool>, readonly string[]]>([
    ['reads only', { annotations: { readOnlyHint: true, destructiveHint: true } }, ['read only']],
    ['may destroy', { annotations: { destructiveHint: true } }, ['may destroy warn']],
    ['can be repeated', { annotations: { idempotentHint: true } }, ['can be repeated']],
    ['reaches outside', { annotations: { openWorldHint: true } }, ['reaches outside']],
    [
      'does none of that',
      { annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false } },
      [],
    ],
    ['has a structured result', { outputSchema: {} }, ['structured result']],
    ['must be a task', { execution: { taskSupport: 'required' } }, ['task required']],
    ['can be a task', { execution: { taskSupport: 'optional' } }, ['task optional']],
    ['cannot be a task', { execution: { taskSupport: 'forbidden' } }, []],
    ['is for apps', { isForApps: true }, ['for apps alone ask']],
    ['has an app', { appUri: 'ui://a' }, ['has an app']],
  ])('says that it %s', async (_name, more, marks) => {
    const { screen } = await page(more)
    const found = screen
      .all('.tags .tag')
      .map((each) => `${each.textContent} ${each.className.replace('tag', '').trim()}`.trim())
    expect(found).toEqual([...marks, '212 tokens'])
  })

  test('says that it changed, and leads to what', async () => {
    const { screen } = await page({ pin: 'changed' })
    expect(screen.texts('.note.warning p')).toEqual([
      "This tool is not what it was when it was approved, so models don't get it.",
    ])
    await screen.click('See what changed')
    expect(location.hash).toBe('#/permissions')
  })

  test('says what was found in it', async () => {
    const { screen } = await page({ findings: [{ kind: 'k', path: '/description', text: 'Orders\u200b' }] })
    expect(screen.texts('.note.warning')).toEqual(['Orders⟨U+200B⟩ (/description)'])
  })
})

describe('the definition of a tool', () => {
  const names = async (more: Partial<Tool>) =>
    (await page(more)).screen.texts(
      '.definition > details > .inner > * > .name, .definition > details > .inner > * > summary > .name',
    )

  test('has what the server sent, and nothing else', async () => {
    expect(await names({})).toEqual(['inputSchema', 'definition'])
    expect(await names({ outputSchema: {}, annotations: {}, _meta: {}, modelName: 'm' })).toEqual([
      ...['inputSchema', 'outputSchema', 'annotations', '_meta', 'definition', 'modelName'],
    ])
  })
})

describe('a call', () => {
  test('has the arguments that were typed', async () => {
    const { screen, requests, ui } = await page()
    expect([screen.texts('.empty h2'), screen.texts('.empty p')]).toEqual([
      ['What comes back is shown here'],
      ['Fill in what is needed and press Ctrl ↵. Questions of the server come here too.'],
    ])
    ui.pane.value = 'list'
    await screen.type('text', 'x')
    await screen.submit('form[data-call]')
    expect([requests(), ui.pane.value]).toEqual([
      [{ kind: 'call', server: 'notes', tool: 'add', args: { text: 'x' } }],
      'work',
    ])
  })

  test('shows its result', async () => {
    const { screen, store, ui, api } = await page()
    await screen.submit('form[data-call]')
    const id = String(ui.shown.value.get('notes/tool/add'))
    const request = { kind: 'call', server: 'notes', tool: 'add', args: {} } as const
    await settled(() =>
      store.apply({
        type: 'operation',
        operation: {
          id,
          request,
          state: 'done',
          startedAt,
          endedAt: startedAt,
          result: { content: [{ type: 'text', text: 'Hi' }] },
        },
      }),
    )
    expect([screen.texts('.result .markdown'), api.acts.length]).toEqual([['Hi'], 1])
  })

  test('says once it was tried that it is sent anyway', async () => {
    const { screen } = await page()
    expect([screen.texts('.go'), screen.texts('.problem').includes('Required.')]).toEqual([['Call'], false])
    await screen.submit('form[data-call]')
    expect([screen.texts('.go'), screen.texts('.problem').includes('Required.')]).toEqual([['Call anyway'], true])
    await screen.type('text', 'x')
    expect(screen.texts('.go')).toEqual(['Call'])
  })

  test('is not made with what is no object', async () => {
    const { screen, requests, ui } = await page()
    await screen.click(screen.all('.form-editor button')[1] as HTMLElement)
    await screen.type('Arguments as JSON', '[')
    await screen.submit('form[data-call]')
    expect([requests(), ui.toasts.value.map(({ text }) => text)]).toEqual([
      [],
      ['The arguments are not a JSON object yet.'],
    ])
  })

  test('has more about the request where that was typed', async () => {
    const { screen, requests } = await page()
    const [, meta] = screen.all('.form-editor')
    await screen.click(meta?.querySelectorAll('button')[1] as HTMLElement)
    await screen.type('_meta as JSON', '{"trace":1}')
    await screen.type('text', 'x')
    await screen.submit('form[data-call]')
    await screen.type('_meta as JSON', '[1]')
    await screen.submit('form[data-call]')
    expect(requests()).toEqual([
      { kind: 'call', server: 'notes', tool: 'add', args: { text: 'x' }, meta: { trace: 1 } },
    ])
  })

  test('has nothing about the request that was typed for another tool', async () => {
    const { screen, app } = await page()
    const openMeta = async (shown: typeof screen) => {
      const [, meta] = shown.all('.form-editor')
      const [, json] = meta?.querySelectorAll('button') ?? []
      await shown.click(json as HTMLElement)
      return shown.field('_meta as JSON')
    }
    await openMeta(screen)
    await screen.type('_meta as JSON', '{"trace":1}')
    const again = await show(h(ToolPage, { server: 'notes', tool: sampleTool('add', schema) }), app)
    expect(again.field('_meta as JSON').value).toBe('{"trace":1}')
    const other = await show(h(ToolPage, { server: 'notes', tool: sampleTool('other', schema) }), app)
    expect((await openMeta(other)).value).toBe('{}')
  })

  test('is made as a task where it can be one', async () => {
    const { screen, requests } = await page({ execution: { taskSupport: 'optional' } })
    expect(screen.all('.actions kbd')).toEqual([])
    await screen.type('text', 'x')
    await screen.click('Call as a task')
    expect(requests()).toEqual([{ kind: 'call', server: 'notes', tool: 'add', args: { text: 'x' }, asTask: true }])
  })

  test.each<[string, Partial<Tool>]>([
    ['says nothing', {}],
    ['says no', { execution: { taskSupport: 'forbidden' } }],
    ['says nothing about tasks', { execution: {} }],
  ])('is none as a task where the server %s', async (_name, more) => {
    const { screen } = await page(more)
    expect([screen.buttons.includes('Call as a task'), screen.texts('.actions kbd')]).toEqual([false, ['Ctrl ↵']])
    expect((await page({ execution: { taskSupport: 'required' } })).screen.buttons).toContain('Call as a task')
  })

  test('is made in every revision', async () => {
    const { screen, requests } = await page()
    await screen.type('text', 'x')
    await screen.click('In every revision')
    expect(requests()).toEqual([{ kind: 'wire', server: 'notes', tool: 'add', args: { text: 'x' } }])
  })
})

test('a tool with an app has a place for it', async () => {
  const { screen } = await page({ appUri: 'ui://a' })
  await settled(() => undefined)
  expect(screen.texts('.side > p')).toHaveLength(1)
  expect((await page()).screen.texts('.side > p')).toEqual([])
})
