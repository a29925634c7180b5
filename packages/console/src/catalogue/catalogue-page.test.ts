// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { notesTools, sampleServer, sampleTool } from '#test/console/page/sample-state.js'
import type { Catalogue, Server } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { show } from '../fixtures/screen.js'
import { requestOf } from '../requests/fixtures/ask.js'
import type { Section } from '../shell/route.js'
import { CataloguePage } from './catalogue-page.js'
import { ItemList } from './item-list.js'

const full: Catalogue = {
  server: 'notes',
  tools: [...notesTools.slice(0, 2), sampleTool('odd', {}, { title: 'Odd one', pin: 'changed' })],
  resources: [
    { uri: 'n:1', name: 'one', title: 'First', description: 'The first', size: 1_204 },
    { uri: 'n:2', name: 'two' },
  ],
  templates: [
    { uriTemplate: 'n:{id}', variables: ['id'], name: 'note', title: 'A note' },
    { uriTemplate: 'm:{id}', variables: ['id'], name: 'mail' },
  ],
  prompts: [
    { name: 'weekly', title: 'Plan' },
    { name: 'daily', title: 'Plan', description: 'Plan a day' },
    { name: 'bare' },
  ],
  skills: [
    {
      ...{ name: 'notes_garden', uri: 's:1', skill: 'garden', description: 'When to sow', files: [], frontmatter: {} },
      ...{ definition: 'd', tokens: 1_512, findings: [], state: 'allowed' as const },
    },
  ],
  problems: {},
}

interface Shown {
  readonly section?: Section
  readonly item?: string
  readonly catalogue?: Catalogue | undefined
  readonly server?: Partial<Server>
}

async function page({ section = 'tools', item, catalogue = full, server = {} }: Shown = {}) {
  const notes = sampleServer('notes', { tokens: 1_240, ...server })
  const requests = [requestOf({ type: 'input', label: 'A key', isSecret: false })]
  const fixture = createApp({ servers: [notes], catalogues: catalogue.server === '' ? [] : [catalogue], requests })
  return { ...fixture, screen: await show(h(CataloguePage, { server: notes, section, item }), fixture.app) }
}

const nothing: Catalogue = { server: '', problems: {} }

describe('the list of what a server offers', () => {
  test.each<[Section, readonly string[]]>([
    [
      'tools',
      [
        'add_note 212 Add a note, never overwriting one',
        'search_notes 318 Search notes by words and tags. Results come best first, with an excerpt around the first match.',
        'odd changed 212 Odd one',
      ],
    ],
    ['resources', ['First 1.2 KB The first', 'two n:2', 'A note template n:{id}', 'mail template m:{id}']],
    ['prompts', ['weekly Plan', 'daily Plan a day', 'bare']],
    ['skills', ['garden 1,512 When to sow']],
  ])('has %s', async (section, lines) => {
    const { screen } = await page({ section })
    const partsOf = (link: HTMLElement) => [...link.children].map(({ textContent }) => textContent).join(' ')
    expect(screen.all('ul[data-list] a').map(partsOf)).toEqual(lines)
  })

  test('says what all tools cost a model', async () => {
    expect((await page()).screen.texts('.caption')).toEqual(['1,240 tokens for a model'])
    expect((await page({ section: 'prompts' })).screen.texts('.caption')).toEqual([])
    expect((await page({ catalogue: { server: 'notes', problems: {} } })).screen.texts('.caption')).toEqual([])
  })

  test('says why it could not be read', async () => {
    const { screen } = await page({ catalogue: { ...full, problems: { tools: 'timeout\u200b' } } })
    expect(screen.texts('.note.warning')).toEqual(['The list could not be read: timeout⟨U+200B⟩'])
    expect(
      (await page({ section: 'prompts', catalogue: { ...full, problems: { tools: 'x' } } })).screen.all('.note'),
    ).toEqual([])
  })
})

describe('without an item', () => {
  test.each<[Section, string, string]>([
    ['tools', 'Choose one of 3 tools', 'Tools are what a model can do with this server.'],
    ['resources', 'Choose one of 4 resources', 'Resources are what a model or a person can read.'],
    ['prompts', 'Choose one of 3 prompts', 'Prompts are messages that a server has ready for a person.'],
    ['skills', 'Choose one of 1 skills', 'Skills are instructions with files, for a model.'],
  ])('of %s the page says what they are', async (section, title, text) => {
    const { screen } = await page({ section })
    expect([screen.texts('h1'), screen.texts('.empty p')]).toEqual([
      [title],
      [text, 'j and k move in the list, / filters it, Enter opens.'],
    ])
    expect(screen.one('section.form').getAttribute('aria-label')).toBe(section)
  })

  test.each([nothing, { server: 'notes', problems: {} }])('that there are none', async (catalogue) => {
    const { screen } = await page({ catalogue })
    expect([screen.texts('h1'), screen.texts('.empty p')]).toEqual([
      ['It offers no tools'],
      ['Tools are what a model can do with this server.'],
    ])
  })

  test('the questions of the server are there', async () => {
    expect((await page()).screen.all('.card')).toHaveLength(1)
  })

  test('the page says that the server is not there, and why', async () => {
    const failed = await page({ server: { state: 'failed', reason: 'exited\u200b' } })
    expect([failed.screen.texts('h1'), failed.screen.texts('.empty p')]).toEqual([
      ['notes is not connected'],
      ['exited⟨U+200B⟩'],
    ])
    const idle = await page({ server: { state: 'idle' }, item: 'gone' })
    expect(idle.screen.texts('.empty p')).toEqual(['Start it to see what it offers.'])
  })
})

describe('an item', () => {
  test.each<[Section, string, string]>([
    ['tools', 'search_notes', 'search_notes'],
    ['resources', 'n:1', 'First'],
    ['resources', 'n:{id}', 'A note'],
    ['prompts', 'daily', 'daily'],
    ['skills', 's:1', 'garden'],
  ])('of %s called %s is shown', async (section, item, title) => {
    const { screen } = await page({ section, item })
    expect([screen.texts('h1'), screen.texts('[aria-current=page] .item-name')]).toEqual([[title], [title]])
  })

  test.each<[Section, string]>([
    ['tools', 'gone\u200b'],
    ['resources', 'search_notes'],
    ['prompts', 'n:1'],
    ['skills', 'daily'],
    ['tools', 's:1'],
  ])('of %s called %s is not there', async (section, item) => {
    const { screen } = await page({ section, item })
    expect([screen.texts('h1'), screen.texts('.empty p')]).toEqual([
      ['It is not there'],
      [`The server has no ${item.replace('\u200b', '⟨U+200B⟩')} any more.`],
    ])
  })

  test('of a server that was never read is not there', async () => {
    expect((await page({ catalogue: nothing, item: 'x' })).screen.texts('h1')).toEqual(['It is not there'])
  })
})

describe('the list', () => {
  const items = [
    { id: 'a b', name: 'Alpha\u200b', detail: `x${'y'.repeat(300)}`, note: '5', warning: 'changed' },
    { id: 'b', name: 'Beta' },
  ]
  async function list(all: readonly { readonly id: string; readonly name: string }[] = items, caption?: string) {
    const fixture = createApp()
    const more = caption === undefined ? {} : { caption }
    const part = h(ItemList, { server: 'notes', section: 'tools', selected: 'b', items: all, ...more })
    return { ...fixture, screen: await show(part, fixture.app) }
  }

  test('leads to its items, and to their column', async () => {
    const { screen, ui } = await list()
    const links = screen.all('a')
    expect(links.map((link) => [link.getAttribute('href'), link.className, link.getAttribute('aria-current')])).toEqual(
      [
        ['#/servers/notes/tools/a%20b', '', null],
        ['#/servers/notes/tools/b', 'on', 'page'],
      ],
    )
    ui.pane.value = 'list'
    const [first] = links
    first?.addEventListener('click', (event) => event.preventDefault())
    await screen.click(first as HTMLElement)
    expect(ui.pane.value).toBe('work')
  })

  test('has what there is to say of each', async () => {
    const { screen } = await list()
    expect([
      screen.texts('.item-name'),
      screen.texts('.tag'),
      screen.texts('.item-note'),
      screen.texts('small'),
    ]).toEqual([['Alpha⟨U+200B⟩', 'Beta'], ['changed'], ['5'], [`x${'y'.repeat(199)}`]])
  })

  test('is filtered by all words, anywhere', async () => {
    const { screen } = await list()
    const filter = screen.field('Filter tools')
    expect([filter.placeholder, filter.hasAttribute('data-filter')]).toEqual(['Filter 2 tools', true])
    await screen.type(filter, 'XY  alp')
    expect([screen.texts('.item-name'), screen.texts('.caption')]).toEqual([['Alpha⟨U+200B⟩'], []])
    await screen.type(filter, 'alp beta')
    expect([screen.texts('.item-name'), screen.texts('.caption')]).toEqual([[], ['Nothing has these words.']])
    await screen.type(filter, 'undefined')
    expect(screen.texts('.item-name')).toEqual([])
    await screen.type(filter, ' ')
    expect(screen.texts('.item-name')).toHaveLength(2)
  })

  test('of nothing says nothing', async () => {
    expect((await list([])).screen.texts('.caption')).toEqual([])
    expect((await list([], 'free')).screen.texts('.caption')).toEqual(['free'])
  })

  test('shows 500 at once', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}`, name: `n${index}` }))
    const whole = await list(many(500))
    expect([whole.screen.all('li').length, whole.screen.texts('.caption')]).toEqual([500, []])
    const cut = await list(many(503))
    expect([cut.screen.all('li').length, cut.screen.texts('.caption')]).toEqual([500, ['3 more: filter for them.']])
  })
})
