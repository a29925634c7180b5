// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { record, sampleServer, startedAt } from '#test/console/page/sample-state.js'
import type { Catalogue, Operation } from '../api/contract.js'
import { createApp, type Fixture } from '../fixtures/create-app.js'
import { findEntries } from './palette-entries.js'

afterEach(() => {
  location.hash = ''
})

const tool = (name: string, description?: string) => ({
  ...({ name, inputSchema: {}, tokens: 1, definition: 'd', pin: 'pinned', findings: [], isForApps: false } as const),
  ...(description === undefined ? {} : { description }),
})
const catalogue: Catalogue = {
  server: 'notes',
  tools: [tool('add_note', `Adds ${'x'.repeat(200)}`), tool('plain'), tool('bare', '')],
  prompts: [{ name: 'weekly' }],
  resources: [{ uri: 'notes:1', name: 'One' }],
  problems: {},
}
const call = (id: string, args: Record<string, string>): Operation => ({
  id,
  request: { kind: 'call', server: 'notes', tool: 'add_note', args },
  state: 'done',
  startedAt,
})

const shown = (app: Fixture['app'], words: string) =>
  findEntries(app, words).map(({ title, detail }) => `${title} | ${detail}`)

/** Runs the only entry with these words. */
function run({ app }: Fixture, words: string): void {
  const [entry, ...others] = findEntries(app, words)
  if (entry === undefined || others.length > 0) throw new Error(`${others.length + 1} entries have ${words}`)
  entry.run()
}

describe('the palette finds', () => {
  test('what servers offer', () => {
    const { app } = createApp({ catalogues: [catalogue, { server: 'empty', problems: {} }] })
    expect(shown(app, 'of notes')).toEqual([
      `add_note | tool of notes · Adds ${'x'.repeat(115)}`,
      'plain | tool of notes',
      'bare | tool of notes',
      'weekly | prompt of notes',
      'One | resource of notes · notes:1',
    ])
  })

  test.each([
    ['plain', '#/servers/notes/tools/plain'],
    ['weekly', '#/servers/notes/prompts/weekly'],
    ['notes:1', '#/servers/notes/resources/notes%3A1'],
  ])('%s, and goes there', (words, hash) => {
    run(createApp({ catalogues: [catalogue] }), words)
    expect(location.hash).toBe(hash)
  })

  test('servers, and what can be done with them', () => {
    const { app } = createApp({ servers: [sampleServer('notes')] })
    expect(shown(app, 'notes')).toEqual(['notes | server', 'Restart notes | server', 'Log of notes | server'])
  })

  test.each([
    ['log notes', '#/servers/notes/log'],
    ['history', '#/history'],
    ['saved', '#/tests'],
    ['permissions', '#/permissions'],
    ['settings', '#/settings'],
    ['add a', '#/add'],
  ])('%s, and goes to that view', (words, hash) => {
    run(createApp({ servers: [sampleServer('notes')] }), words)
    expect(location.hash).toBe(hash)
  })

  test('a server, and goes to its overview', () => {
    const fixture = createApp({ servers: [sampleServer('notes')] })
    findEntries(fixture.app, 'notes')[0]?.run()
    expect(location.hash).toBe('#/servers/notes/overview')
  })

  test('a server, and restarts it', () => {
    const fixture = createApp({ servers: [sampleServer('notes')] })
    run(fixture, 'restart')
    expect(fixture.api.acts).toEqual([['restart-server', { server: 'notes' }]])
  })

  test('the keys, the failed messages, and the size of the timeline', () => {
    const fixture = createApp()
    const { app, ui } = fixture
    expect(shown(app, 'keys')).toEqual(['Keys | help'])
    expect(shown(app, 'failed')).toEqual(['Failed messages | timeline'])
    expect(shown(app, 'larger')).toEqual(['Timeline: larger or smaller | view'])
    run(fixture, 'keys')
    run(fixture, 'failed')
    run(fixture, 'larger')
    expect([ui.isHelpOpen.value, ui.filter.value, ui.timeline.value]).toEqual([true, 'status:error', 'full'])
    run(fixture, 'larger')
    expect(ui.timeline.value).toBe('docked')
  })

  test('what was done, and opens it again', () => {
    const read: Operation = {
      id: 'r',
      request: { kind: 'read', server: 'notes', uri: 'n:1' },
      state: 'failed',
      startedAt,
    }
    const fixture = createApp({ operations: [call('c', { text: 'x'.repeat(120) }), read] })
    expect(shown(fixture.app, 'of notes,')).toEqual([
      `add_note | call of notes, done · {"text":"${'x'.repeat(91)}`,
      'n:1 | read of notes, failed',
    ])
    run(fixture, 'n:1')
    expect([location.hash, fixture.ui.shown.value.get('notes/uri/n:1')]).toEqual([
      '#/servers/notes/resources/n%3A1',
      'r',
    ])
  })

  test('the last messages, and opens one', () => {
    const records = [
      record(1, 0, { method: 'tools/call', name: 'add', summary: 'words' }),
      record(2, 0, { kind: 'stderr' }),
    ]
    const fixture = createApp({}, records)
    expect(shown(fixture.app, 'message of notes')).toEqual([
      'tools/call add | message 1 of notes · words',
      'stderr  | message 2 of notes',
    ])
    run(fixture, 'stderr')
    expect(fixture.ui.message.value).toBe(2)
  })
})

describe('of much that is found', () => {
  test('the last 200 messages and the last 100 operations are searched', () => {
    const records = Array.from({ length: 201 }, (_, index) => record(index + 1, 0, { name: `m${index + 1}.` }))
    const operations = Array.from({ length: 101 }, (_, index) => call(`o${index + 1}`, { at: `o${index + 1}.` }))
    const { app } = createApp({ operations }, records)
    expect(['m1.', 'm2.', 'm201.', '"o1."', '"o2."', '"o101."'].map((words) => shown(app, words).length)).toEqual([
      ...[0, 1, 1, 0, 1, 1],
    ])
  })

  test('40 are shown', () => {
    const tools = Array.from({ length: 60 }, (_, index) => tool(`tool${index}`))
    const { app } = createApp({ catalogues: [{ server: 'notes', tools, problems: {} }] })
    expect([findEntries(app, 'tool').length, findEntries(app, '').length]).toEqual([40, 40])
  })

  test('the best stand first, and equals in their order', () => {
    const tools = ['x add', 'y_add', 'add_b', 'add_a', 'ADD', 'x'].map((name) => tool(name, 'adds'))
    const { app } = createApp({ catalogues: [{ server: 'notes', tools, problems: {} }] })
    expect(findEntries(app, ' Add ').map(({ title }) => title)).toEqual([
      ...['ADD', 'add_b', 'add_a', 'Add a server', 'x add', 'y_add', 'x'],
    ])
  })

  test('each has a key of its own', () => {
    const { app } = createApp(
      { catalogues: [catalogue], servers: [sampleServer('notes')], operations: [call('c', {})] },
      [record(1, 0, {})],
    )
    const keys = findEntries(app, '').map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBe(5 + 3 + 8 + 1 + 1)
  })
})
