// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test } from 'vitest'
import { startedAt } from '#test/console/page/sample-state.js'
import type { Operation } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { show } from '../fixtures/screen.js'
import { HistoryPage } from './history-page.js'

afterEach(() => {
  location.hash = ''
})

describe('the history', () => {
  const call = (id: string, minute: number, more: Partial<Operation> = {}): Operation => ({
    ...{ id, request: { kind: 'call', server: 'notes', tool: 'add\u200b', args: { id } }, state: 'done' },
    ...{ startedAt: startedAt + minute * 60_000, endedAt: startedAt + minute * 60_000, ms: 41, result: { id } },
    ...more,
  })
  async function page(operations: readonly Operation[], item?: string) {
    const fixture = createApp({ operations })
    return { ...fixture, screen: await show(h(HistoryPage, { item }), fixture.app) }
  }

  test('is empty at first', async () => {
    const { screen } = await page([])
    expect([screen.texts('h1'), screen.buttons, screen.all('li').length]).toEqual([['Nothing was done yet'], [], 0])
    expect(screen.texts('.empty p')).toEqual([
      'Each call, read and prompt is kept here until the console ends, with what was sent and what came back.',
    ])
  })

  test('has what was done, last first', async () => {
    const { screen } = await page([call('a', 0), call('b', 1)])
    expect([screen.texts('h1'), screen.texts('li')]).toEqual([
      ['Choose one at the left'],
      ['add⟨U+200B⟩41 ms14:03:00 · notes · call', 'add⟨U+200B⟩41 ms14:02:00 · notes · call'],
    ])
    expect(screen.all('li a').map((each) => each.getAttribute('href'))).toEqual(['#/history/b', '#/history/a'])
  })

  test.each<[Operation['request'], string]>([
    [{ kind: 'wire', server: 's', tool: 't', args: {} }, 'call in every revision'],
    [{ kind: 'read', server: 's', uri: 'u' }, 'read'],
    [{ kind: 'get', server: 's', prompt: 'p', args: {} }, 'prompt'],
    [{ kind: 'load-skill', server: 's', uri: 'u' }, 'skill'],
    [{ kind: 'read-skill-file', server: 's', uri: 'u', path: 'p' }, 'file of a skill'],
    [{ kind: 'load-app', server: 's', tool: 't' }, 'app'],
    [{ kind: 'ping', server: 's' }, 'ping'],
    [{ kind: 'raw', server: 's', method: 'm' }, 'request'],
  ])('names %j', async (request, words) => {
    const { screen } = await page([call('a', 0, { request })])
    expect(screen.texts('li small')).toEqual([`14:02:00 · s · ${words}`])
  })

  test.each<[Partial<Operation>, string, string]>([
    [{}, 'dot good', '41 ms'],
    [{ isError: true }, 'dot bad', '41 ms'],
    [{ state: 'failed' }, 'dot bad', '41 ms'],
    [{ state: 'asking' }, 'dot ask', 'asking'],
    [{ state: 'running' }, 'dot off', 'running'],
    [{ state: 'denied' }, 'dot off', '41 ms'],
  ])('says how an operation with %j went', async (more, name, note) => {
    const { ms, ...open } = call('a', 0, more)
    const { screen } = await page([note.endsWith('ms') ? { ...open, ms: ms ?? 0 } : open])
    expect([screen.one('li .dot').className, screen.texts('.item-note')]).toEqual([name, [note]])
  })

  test('shows 500 lines at most', async () => {
    const { screen } = await page(Array.from({ length: 501 }, (_, index) => call(`${index}`, 0)))
    expect(screen.all('li')).toHaveLength(500)
  })

  test('is cleared', async () => {
    const { screen, api } = await page([call('a', 0)])
    await screen.click('Clear')
    expect(api.acts).toEqual([['forget-operations', {}]])
  })

  test('shows one with all of it, and opens it again', async () => {
    const { screen } = await page([call('a', 0), call('b', 1)], 'a')
    expect([screen.texts('h1'), screen.texts('a.on .item-note'), screen.all('[aria-current=page]').length]).toEqual([
      ['add⟨U+200B⟩'],
      ['41 ms'],
      1,
    ])
    expect(screen.all('.operation')).toHaveLength(1)
    expect(screen.buttons.slice(1, 3)).toEqual(['Open with these arguments', 'Run again'])
    await screen.click('Open with these arguments')
    expect(location.hash).toBe('#/servers/notes/tools/add%E2%80%8B')
  })

  test('compares one with that before of the same item', async () => {
    const other = call('x', 1, { request: { kind: 'ping', server: 'notes' } })
    const { screen } = await page([call('a', 0), call('b', 1), other, call('c', 2)], 'c')
    expect([
      screen.all('.diff').length,
      screen.button('Compare with the one before').getAttribute('aria-pressed'),
    ]).toEqual([...[0, 'false']])
    await screen.click('Compare with the one before')
    expect([screen.texts('.diff .removed'), screen.texts('.diff .added')]).toEqual([
      ['− "id": "b"', '− "id": "b"'],
      ['+ "id": "c"', '+ "id": "c"'],
    ])
    expect([screen.one('.diff').getAttribute('aria-label'), screen.texts('[aria-pressed=true]')[0]]).toEqual([
      'What differs',
      'Compare with the one before',
    ])
    await screen.click('Compare with the one before')
    expect(screen.all('.diff')).toEqual([])
  })
})
