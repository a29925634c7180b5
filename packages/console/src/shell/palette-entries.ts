import { type App, titleOf } from '../state/app.js'

/** Something that the palette finds. */
export interface PaletteEntry {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly run: () => void
}

/** Entries that are shown at once. */
const maxShown = 40

/** What has all the words, best first: a title that is them, one that begins with them, one that has them, then the rest. */
export function findEntries(app: App, words: string): readonly PaletteEntry[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const scored = allEntries(app).flatMap((entry) => {
    const score = scoreOf(entry, wanted)
    return score === undefined ? [] : [{ entry, score }]
  })
  return scored
    .sort((left, right) => left.score - right.score)
    .slice(0, maxShown)
    .map(({ entry }) => entry)
}

/** The less, the better. Undefined: not all words are there. */
export function scoreOf(
  { title, detail }: Pick<PaletteEntry, 'title' | 'detail'>,
  wanted: readonly string[],
): number | undefined {
  const [name, text] = [title.toLowerCase(), `${title} ${detail}`.toLowerCase()]
  if (!wanted.every((word) => text.includes(word))) return undefined
  if (wanted[0] === undefined) return 0
  if (name === wanted.join(' ')) return -1
  return name.startsWith(wanted[0]) ? 0 : wanted.every((word) => name.includes(word)) ? 1 : 2
}

function allEntries(app: App): readonly PaletteEntry[] {
  return [
    ...catalogueEntries(app),
    ...serverEntries(app),
    ...viewEntries(app),
    ...historyEntries(app),
    ...messageEntries(app),
  ]
}

function catalogueEntries(app: App): readonly PaletteEntry[] {
  return [...app.store.catalogues.value.values()].flatMap(({ server, tools = [], resources = [], prompts = [] }) => [
    ...tools.map(({ name, description }) => ({
      key: `tool/${server}/${name}`,
      title: name,
      detail: joined(`tool of ${server}`, description?.slice(0, 120)),
      run: () => app.go({ view: 'server', server, section: 'tools', item: name }),
    })),
    ...prompts.map(({ name }) => ({
      key: `prompt/${server}/${name}`,
      title: name,
      detail: `prompt of ${server}`,
      run: () => app.go({ view: 'server', server, section: 'prompts', item: name }),
    })),
    ...resources.map(({ uri, name }) => ({
      key: `resource/${server}/${uri}`,
      title: name,
      detail: joined(`resource of ${server}`, uri),
      run: () => app.go({ view: 'server', server, section: 'resources', item: uri }),
    })),
  ])
}

function serverEntries(app: App): readonly PaletteEntry[] {
  return app.store.servers.value.flatMap(({ name }) => [
    {
      key: `server/${name}`,
      title: name,
      detail: 'server',
      run: () => app.go({ view: 'server', server: name, section: 'overview' }),
    },
    {
      key: `restart/${name}`,
      title: `Restart ${name}`,
      detail: 'server',
      run: () => void app.act('restart-server', { server: name }),
    },
    {
      key: `log/${name}`,
      title: `Log of ${name}`,
      detail: 'server',
      run: () => app.go({ view: 'server', server: name, section: 'log' }),
    },
  ])
}

function viewEntries(app: App): readonly PaletteEntry[] {
  const { ui } = app
  const views = [
    ['History', 'history'],
    ['Saved calls', 'tests'],
    ['Permissions', 'permissions'],
    ['Settings', 'settings'],
    ['Add a server', 'add'],
  ] as const
  return [
    ...views.map(([title, view]) => ({ key: view, title, detail: 'view', run: () => app.go({ view }) })),
    { key: 'keys', title: 'Keys', detail: 'help', run: () => set(ui.isHelpOpen, true) },
    {
      key: 'larger',
      title: 'Timeline: larger or smaller',
      detail: 'view',
      run: () => set(ui.timeline, ui.timeline.value === 'full' ? 'docked' : 'full'),
    },
    { key: 'errors', title: 'Failed messages', detail: 'timeline', run: () => set(ui.filter, 'status:error') },
  ]
}

function joined(kind: string, more: string | undefined): string {
  return more === undefined || more === '' ? kind : `${kind} · ${more}`
}

function set<T>(signal: { value: T }, value: T): void {
  signal.value = value
}

function historyEntries(app: App): readonly PaletteEntry[] {
  return app.store.operations.value.slice(-100).map((operation) => ({
    key: `operation/${operation.id}`,
    title: titleOf(operation.request),
    detail: joined(
      `${operation.request.kind} of ${operation.request.server}, ${operation.state}`,
      operation.request.kind === 'call' ? JSON.stringify(operation.request.args).slice(0, 100) : undefined,
    ),
    run: () => app.reopen(operation),
  }))
}

/** The last messages; older ones are found with the filter of the timeline. */
function messageEntries({ store, ui }: App): readonly PaletteEntry[] {
  return store.log.records.slice(-200).map(({ seq, method, server, summary, name, kind }) => ({
    key: `message/${seq}`,
    title: `${method ?? kind} ${name ?? ''}`,
    detail: joined(`message ${seq} of ${server}`, summary),
    run: () => set(ui.message, seq),
  }))
}
