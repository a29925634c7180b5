import type { Server } from '../api/contract.js'
import { formatCount } from '../elements/format.js'
import { Foreign } from '../elements/parts.js'
import { stateName, toneOf, wordsOf } from '../servers/server-state.js'
import { useApp } from '../state/app.js'
import { formatRoute, type Route, type Section, type Workspace } from './route.js'

/** All servers and how they are, the parts of the one that is shown, and what belongs to none. */
export function Nav() {
  const { store, ui } = useApp()
  const route = ui.route.value
  const servers = store.servers.value
  return (
    <nav class="nav" aria-label="Servers" data-pane="servers">
      <div class="nav-head">
        <h2>Servers</h2>
        <NavLink route={{ view: 'add' }} text="Add" isPlain />
      </div>
      {servers.map((server) => (
        <div key={server.name}>
          <ServerLink server={server} />
          {route.view === 'server' && route.server === server.name && (
            <Sections server={server} section={route.section} />
          )}
        </div>
      ))}
      <h2>Workspace</h2>
      <NavLink route={{ view: 'history' }} text="History" count={store.operations.value.length} />
      <NavLink route={{ view: 'tests' }} text="Saved calls" count={store.tests.value.length} />
      <NavLink route={{ view: 'permissions' }} text="Permissions" count={store.decisions.value.length} />
      <NavLink route={{ view: 'settings' }} text="Settings" />
    </nav>
  )
}

function ServerLink({ server }: { readonly server: Server }) {
  const { store, ui } = useApp()
  const route = ui.route.value
  const isShown = route.view === 'server' && route.server === server.name
  const asks = store.requests.value.filter((request) => request.server === server.name).length
  const section: Section = server.state === 'ready' ? 'tools' : 'overview'
  return (
    <a
      class={`nav-link ${isShown && route.section === 'overview' ? 'on' : ''}`}
      href={formatRoute({ view: 'server', server: server.name, section: isShown ? 'overview' : section })}
      aria-current={isShown && route.section === 'overview' ? 'page' : undefined}
    >
      <span class={`dot ${toneOf(server)}`} title={stateName(server)} />
      <span class="nav-name">
        <Foreign inline text={server.name} />
      </span>
      <span class={`nav-note ${asks > 0 ? 'ask' : ''}`}>{asks > 0 ? 'asks you' : wordsOf(server)}</span>
    </a>
  )
}

function Sections({ server, section: current }: { readonly server: Server; readonly section: Section }) {
  const { store } = useApp()
  const { tools, resources = 0, templates = 0, prompts, skills } = server.counts
  const running = store.operations.value.filter(
    (each) => each.task !== undefined && each.request.server === server.name,
  )
  const lines = store.lines.value.filter((line) => line.server === server.name).length
  const all: readonly (readonly [Section, string, number | undefined])[] = [
    ['tools', 'Tools', tools],
    ['resources', 'Resources', resources + templates],
    ['prompts', 'Prompts', prompts],
    ['skills', 'Skills', skills],
    ['tasks', 'Tasks', running.length],
    ['log', 'Log', lines],
  ]
  return (
    <div class="nav-sections">
      {all.map(([section, text, count]) => (
        <NavLink
          key={section}
          route={{ view: 'server', server: server.name, section }}
          text={text}
          count={count}
          isOn={section === current}
        />
      ))}
    </div>
  )
}

interface NavLinkProps {
  readonly route: Route & { readonly view: 'server' | Workspace }
  readonly text: string
  readonly count?: number | undefined
  readonly isOn?: boolean
  readonly isPlain?: boolean
}

function NavLink({ route, text, count, isOn, isPlain = false }: NavLinkProps) {
  const { ui } = useApp()
  const isCurrent = isOn ?? ui.route.value.view === route.view
  return (
    <a
      class={`${isPlain ? 'plain-link' : 'nav-link'} ${isCurrent ? 'on' : ''}`}
      href={formatRoute(route)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span class="nav-name">{text}</span>
      {count !== undefined && count > 0 && <span class="nav-note">{formatCount(count)}</span>}
    </a>
  )
}
