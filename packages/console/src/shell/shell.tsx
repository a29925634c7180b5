import { CataloguePage } from '../catalogue/catalogue-page.js'
import { cleanText } from '../elements/clean-text.js'
import { lazy } from '../elements/lazy.js'
import { CommandLine, Empty } from '../elements/parts.js'
import { LogPage } from '../servers/log-page.js'
import { ServerPage } from '../servers/server-page.js'
import { TasksPage } from '../servers/tasks-page.js'
import { type App, useApp } from '../state/app.js'
import type { Pane } from '../state/ui-state.js'
import { TimelineView } from '../timeline/timeline-view.js'
import { StartPage } from '../workspace/start-page.js'
import { Header } from './header.js'
import { Help } from './help.js'
import { Nav } from './nav.js'
import { Palette } from './palette.js'
import type { Workspace } from './route.js'

/** The whole page. */
export function Shell() {
  const { ui, store } = useApp()
  const state = store.stream.value
  if (state === 'unauthorized') return <NoAccess />
  return (
    <div
      class="shell"
      data-shown={ui.pane.value}
      data-timeline={ui.timeline.value}
      style={{ '--timeline-height': `${ui.timelineHeight.value}px` }}
    >
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <Header />
      <Nav />
      <div class="content" id="main" tabIndex={-1}>
        {store.about.value === undefined ? <Empty isPage title="Connecting to the command" /> : <View />}
      </div>
      <TimelineView />
      <PaneTabs />
      <Toasts />
      {ui.isPaletteOpen.value && <Palette />}
      {ui.isHelpOpen.value && <Help />}
    </div>
  )
}

function skip(): void {
  document.querySelector<HTMLElement>('#main')?.focus()
}

function View() {
  const { ui, store } = useApp()
  const route = ui.route.value
  if (route.view === 'start') return <StartPage />
  if (route.view !== 'server') return <WorkspaceView view={route.view} item={route.item} />
  const server = store.byName.value.get(route.server)
  if (server === undefined) {
    return (
      <main class="page">
        <Empty isPage title={`There is no server ${cleanText(route.server)}`}>
          <p>It was removed, or the link is of another start of the command.</p>
        </Empty>
      </main>
    )
  }
  if (route.section === 'overview') return <ServerPage server={server} />
  if (route.section === 'log') return <LogPage server={server} />
  if (route.section === 'tasks') return <TasksPage server={server} />
  return <CataloguePage server={server} section={route.section} item={route.item} />
}

const HistoryPage = lazy(() => import('../workspace/workspace.js').then(({ HistoryPage }) => HistoryPage))
const TestsPage = lazy(() => import('../workspace/workspace.js').then(({ TestsPage }) => TestsPage))
const PermissionsPage = lazy(() => import('../workspace/workspace.js').then(({ PermissionsPage }) => PermissionsPage))
const SettingsPage = lazy(() => import('../workspace/workspace.js').then(({ SettingsPage }) => SettingsPage))
const AddPage = lazy(() => import('../workspace/workspace.js').then(({ AddPage }) => AddPage))

function WorkspaceView({ view, item }: { readonly view: Workspace; readonly item: string | undefined }) {
  switch (view) {
    case 'history':
      return <HistoryPage item={item} />
    case 'tests':
      return <TestsPage />
    case 'permissions':
      return <PermissionsPage />
    case 'settings':
      return <SettingsPage />
    case 'add':
      return <AddPage />
  }
}

const panes: readonly (readonly [Pane, string])[] = [
  ['servers', 'Servers'],
  ['list', 'List'],
  ['work', 'Work'],
  ['timeline', 'Timeline'],
]

/** On narrow screens: one column at a time. */
function PaneTabs() {
  const { ui } = useApp()
  return (
    <nav class="pane-tabs" aria-label="Columns">
      {panes.map(([pane, text]) => (
        <button
          type="button"
          key={pane}
          aria-pressed={ui.pane.value === pane}
          onClick={() => {
            ui.pane.value = pane
          }}
        >
          {text}
        </button>
      ))}
    </nav>
  )
}

function Toasts() {
  const app = useApp()
  const notices = app.store.notices.value.slice(-3)
  return (
    <div class="toasts" role="status">
      {app.ui.toasts.value.map(({ id, text, tone }) => (
        <p key={id} class={tone}>
          {cleanText(text)}
          <button type="button" class="quiet" aria-label="Close the note" onClick={() => app.ui.dismiss(id)}>
            Close
          </button>
        </p>
      ))}
      {notices.map(({ id, text, tone }) => (
        <p key={id} class={tone}>
          {cleanText(text)}
          <button type="button" class="quiet" aria-label="Close the note" onClick={() => dismissNotice(app, id)}>
            Close
          </button>
        </p>
      ))}
    </div>
  )
}

function dismissNotice(app: App, id: string): void {
  app.store.notices.value = app.store.notices.value.filter((notice) => notice.id !== id)
  void app.act('dismiss-notice', { id })
}

function NoAccess() {
  return (
    <main class="page no-access">
      <Empty isPage title="This page has no access any more">
        <p>
          Each start of the command has a key of its own. Open the address that the command printed, or start it again:
        </p>
        <CommandLine text="omniport console" />
      </Empty>
    </main>
  )
}
