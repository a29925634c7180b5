// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { record } from '#test/console/page/sample-state.js'
import type { MessageDetail, MessageRecord } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { show } from '../fixtures/screen.js'
import { MessageDetailPane } from './message-detail.js'

async function pane(detail: Partial<MessageDetail> | undefined, records: readonly MessageRecord[] = []) {
  const fixture = createApp({}, records)
  const of = record(7, 120, { method: 'tools/call' })
  if (detail !== undefined) fixture.api.details.set(7, { record: of, related: [], ...detail })
  fixture.ui.message.value = 7
  return { ...fixture, screen: await show(h(MessageDetailPane, { seq: 7 }), fixture.app) }
}

const factsOf = (more: Partial<MessageRecord>) =>
  pane({ record: record(7, 120, more) }).then(({ screen }) =>
    screen.all('.facts > div').map((each) => [...each.children].map(({ textContent }) => textContent).join(': ')),
  )

describe('the title of a message', () => {
  test.each<[Partial<MessageRecord>, string]>([
    [{ kind: 'request', method: 'tools/call\u200b' }, 'Request tools/call⟨U+200B⟩'],
    [{ kind: 'response', method: 'a', requestLine: 'POST /mcp' }, 'Response a'],
    [{ kind: 'error' }, 'Error'],
    [{ kind: 'notification' }, 'Notification'],
    [{ kind: 'http', requestLine: 'POST /mcp' }, 'HTTP POST /mcp'],
    [{ kind: 'stderr' }, 'Line of stderr'],
    [{ kind: 'event' }, 'Event'],
    [{ kind: 'other' }, 'Message'],
  ])('%j is %s', async (more, title) => {
    expect((await pane({ record: record(7, 0, more) })).screen.texts('h2')).toEqual([title])
  })

  test('is that of the list before it is loaded, or its number', async () => {
    expect((await pane(undefined, [record(7, 0, { method: 'a' })])).screen.texts('h2')).toEqual(['Request a'])
    const { screen } = await pane(undefined)
    expect([screen.texts('h2'), screen.all('.facts').length, screen.all('section').length]).toEqual([
      ['Message 7'],
      0,
      0,
    ])
  })
})

describe('the facts of a message', () => {
  test('are all that is known', async () => {
    expect(
      await factsOf({
        server: 'n\u200b',
        id: '41',
        ms: 5,
        bytes: 1_204,
        exchange: 3,
        transport: 'http',
        connection: 2,
      }),
    ).toEqual([
      'From: this console to n⟨U+200B⟩',
      'Id: 41',
      'At: 14:02:00.120',
      'After: 5 ms',
      'Size: 1.2 KB',
      'Over: http, connection 2, exchange 3',
    ])
  })

  test('leave out what is not', async () => {
    expect(await factsOf({ server: 'n\u200b', from: 'server' })).toEqual([
      ...['From: n⟨U+200B⟩', 'At: 14:02:00.120', 'Size: 0 B', 'Over: stdio, connection 1'],
    ])
  })
})

describe('HTTP around a message', () => {
  test('has its line, and the headers of the protocol first', async () => {
    const headers = {
      accept: 'x\u200b',
      'mcp-method': 'a',
      'X-MCP-Y': 'b',
      'last-event-id': 'c',
      'my-mcp-z': 'd',
      'WWW-Authenticate': 'e',
      authorization: '***',
    }
    const { screen } = await pane({ http: { method: 'POST', path: '/mcp\u200b', status: 200, headers } })
    expect([screen.texts('.caption'), screen.texts('.headers dt')]).toEqual([
      ['HTTP POST /mcp⟨U+200B⟩ 200'],
      ['mcp-method', 'X-MCP-Y', 'last-event-id', 'WWW-Authenticate', 'authorization', 'accept', 'my-mcp-z'],
    ])
    expect([screen.texts('.headers dd').at(-2), screen.all('.protocol').length]).toEqual(['x⟨U+200B⟩', 5])
  })

  test('may have no headers, or not be there', async () => {
    const { screen } = await pane({ http: { status: 202 } })
    expect([screen.texts('.caption'), screen.texts('.headers dt')]).toEqual([['HTTP 202'], []])
    expect((await pane({})).screen.all('.headers')).toEqual([])
  })
})

describe('the content of a message', () => {
  test('is a tree, four levels deep, or raw', async () => {
    const { screen } = await pane({ message: { a: { b: { c: { d: { e: 1 } } } } } })
    expect([screen.texts('.name'), screen.all('pre').length]).toEqual([['a', 'b', 'c', 'd'], 0])
    await screen.click('Raw')
    expect([screen.all('.branch').length, screen.one('pre').textContent]).toEqual([
      0,
      JSON.stringify({ a: { b: { c: { d: { e: 1 } } } } }, null, 2),
    ])
    await screen.click('Tree')
    expect(screen.all('pre')).toEqual([])
  })

  test.each<[string, Partial<MessageDetail>, string]>([
    ['text', { text: 'a line', base64: 'AAAA' }, 'a line'],
    ['bytes', { base64: 'AAAA' }, 'AAAA'],
  ])('that is %s is raw', async (_name, detail, text) => {
    const { screen } = await pane(detail)
    expect([screen.one('pre').textContent, screen.buttons]).toEqual([
      text,
      ['Tree', 'Raw', 'Close the message', 'Copy'],
    ])
  })

  test('may be nothing', async () => {
    const { screen } = await pane({})
    expect([screen.texts('.detail-content'), screen.buttons]).toEqual([[''], ['Tree', 'Raw', 'Close the message']])
  })

  test('that is cut is shown in full', async () => {
    const { screen, api } = await pane({ text: 'start', isCut: true })
    api.details.set(7, { record: record(7, 0, {}), related: [], text: 'all of it' })
    await screen.click('Show all of it')
    expect([api.requests, screen.one('pre').textContent, screen.buttons.includes('Show all of it')]).toEqual([
      [
        ['detail', 7, false],
        ['detail', 7, true],
      ],
      'all of it',
      false,
    ])
  })

  test('that was too long says so', async () => {
    const { screen } = await pane({ text: 'start', isCut: true, isGone: true })
    expect([screen.texts('.detail-content p'), screen.buttons.includes('Show all of it')]).toEqual([
      ['It was too long to be recorded in full.'],
      false,
    ])
    expect((await pane({ text: 'a' })).screen.texts('.detail-content p')).toEqual([])
  })

  test('that cannot be loaded says why', async () => {
    expect((await pane(undefined)).screen.texts('.note')).toEqual(['It is not there any more'])
    expect((await pane({})).screen.texts('.note')).toEqual([])
  })

  test('of another message is loaded anew', async () => {
    const { screen, app, api } = await pane(undefined)
    api.details.set(8, { record: record(8, 0, { method: 'b' }), related: [], text: 'eight' })
    const next = await show(h(MessageDetailPane, { seq: 8 }), app)
    expect([next.texts('h2'), next.texts('.note')]).toEqual([['Request b'], []])
    expect(screen.texts('.note')).toHaveLength(1)
  })
})

test('messages that belong to it are opened, twenty at most', async () => {
  const related = Array.from({ length: 25 }, (_, index) => index + 8)
  const { screen, ui } = await pane({ related }, [record(8, 0, { method: 'a' })])
  expect([screen.texts('.caption'), screen.texts('.related').slice(0, 2), screen.all('.related').length]).toEqual([
    ['Belongs to it'],
    ['Request a', 'Message 9'],
    20,
  ])
  await screen.click('Message 9')
  expect(ui.message.value).toBe(9)
  expect((await pane({})).screen.all('.caption')).toEqual([])
})

test('the message is closed', async () => {
  const { screen, ui } = await pane({})
  await screen.click('Close the message')
  expect(ui.message.value).toBeUndefined()
})
