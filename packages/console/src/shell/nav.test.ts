// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { sampleServer, startedAt } from '#test/console/page/sample-state.js'
import type { ConsoleState, Operation, Server } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { show } from '../fixtures/screen.js'
import { requestOf } from '../requests/fixtures/ask.js'
import { Nav } from './nav.js'

describe('the list of servers', () => {
  const nav = async (state: Partial<ConsoleState> = {}, hash = '') => {
    const fixture = createApp(state)
    fixture.ui.readHash(hash)
    return show(h(Nav, {}), fixture.app)
  }
  const linksOf = (screen: Awaited<ReturnType<typeof nav>>) =>
    screen
      .all('a')
      .map((each) => [each.textContent, each.getAttribute('href'), each.getAttribute('aria-current')].join(' '))

  test('leads to all views', async () => {
    expect(linksOf(await nav())).toEqual([
      'Add #/add ',
      'History #/history ',
      'Saved calls #/tests ',
      'Permissions #/permissions ',
      'Settings #/settings ',
    ])
    const screen = await nav({}, '#/settings')
    expect(screen.all('a').map((each) => each.className.trim())).toEqual([
      ...['plain-link', 'nav-link', 'nav-link', 'nav-link', 'nav-link on'],
    ])
    expect(linksOf(screen).at(-1)).toBe('Settings #/settings page')
  })

  test('counts what the views have', async () => {
    const ping = (id: string): Operation => ({
      id,
      request: { kind: 'ping', server: 'notes' },
      state: 'done',
      startedAt,
    })
    const operations = Array.from({ length: 1_200 }, (_, index) => ping(`${index}`))
    const test = { id: 't', name: 't', request: ping('').request, expect: {} }
    const decision = {
      id: 'd',
      type: 'call',
      server: 's',
      subject: 'x',
      answer: 'allow',
      scope: 'always',
      at: 0,
    } as const
    const screen = await nav({ operations, tests: [test], decisions: [decision] })
    expect(screen.texts('.nav-note')).toEqual(['1,200', '1', '1'])
  })

  test('leads to the tools of a server that is ready, else to how it is', async () => {
    const servers = [sampleServer('a\u200b'), sampleServer('b', { state: 'failed' })]
    const screen = await nav({ servers })
    expect(linksOf(screen).slice(1, 3)).toEqual([
      'a⟨U+200B⟩stdio #/servers/a%E2%80%8B/tools ',
      'bfailed #/servers/b/overview ',
    ])
    expect(screen.all('.dot').map(({ className, title }) => `${className} ${title}`)).toEqual([
      'dot good ready',
      'dot bad failed',
    ])
  })

  test('says which server asks', async () => {
    const question = requestOf({ type: 'input', label: 'A key', isSecret: false })
    const screen = await nav({ servers: [sampleServer('notes'), sampleServer('b')], requests: [question] })
    expect(screen.all('.nav-note').map((each) => [each.textContent, each.className.trim()])).toEqual([
      ['asks you', 'nav-note ask'],
      ['stdio', 'nav-note'],
    ])
  })

  describe('has the parts of the one that is shown', () => {
    const notes: Server = sampleServer('notes', {
      counts: { tools: 4, resources: 2, templates: 3, prompts: 0, skills: 1 },
    })
    const lines = ['notes', 'notes', 'b'].map(
      (server, seq) => ({ seq, at: 0, server, from: 'log', text: 'x' }) as const,
    )
    const task = (id: string, server: string, more: object): Operation => ({
      id,
      request: { kind: 'ping', server },
      state: 'done',
      startedAt,
      ...more,
    })
    const operations = [
      task('1', 'notes', { task: { id: 't', status: 's' } }),
      task('2', 'notes', {}),
      task('3', 'b', { task: { id: 't', status: 's' } }),
    ]

    test('with how many there are', async () => {
      const screen = await nav({ servers: [notes, sampleServer('b')], lines, operations }, '#/servers/notes/prompts')
      expect(screen.texts('.nav-sections a')).toEqual(['Tools4', 'Resources5', 'Prompts', 'Skills1', 'Tasks1', 'Log2'])
      expect(screen.texts('.nav-sections [aria-current=page]')).toEqual(['Prompts'])
      expect(linksOf(screen).slice(1, 3)).toEqual([
        'notesstdio #/servers/notes/overview ',
        'Tools4 #/servers/notes/tools ',
      ])
    })

    test('and marks itself in its overview', async () => {
      const screen = await nav({ servers: [sampleServer('b'), notes] }, '#/servers/notes/overview')
      expect(screen.texts('[aria-current=page]')).toEqual(['notesstdio'])
      expect(screen.texts('a.on')).toEqual(['notesstdio'])
      expect(
        (await nav({ servers: [sampleServer('notes')] }, '#/servers/notes/log')).texts('.nav-sections .nav-note'),
      ).toEqual([])
    })
  })
})
