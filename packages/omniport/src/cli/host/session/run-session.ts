import type { Host } from '../../../entries/host.js'
import { ServerLines } from '../events/server-lines.js'
import { auditMenu } from '../menus/audit-menu.js'
import { changesMenu } from '../menus/changes-menu.js'
import { decisionsMenu } from '../menus/decisions-menu.js'
import { promptsMenu } from '../menus/prompts-menu.js'
import { resourcesMenu } from '../menus/resources-menu.js'
import { serversMenu } from '../menus/servers-menu.js'
import { toolsMenu } from '../menus/tools-menu.js'
import { contentsPart } from '../result/parts.js'
import { showParts } from '../result/show-parts.js'
import type { Choice } from '../screen/prompts.js'
import { attempt } from './attempt.js'
import type { SessionContext } from './session-context.js'

export interface SessionOptions extends Pick<SessionContext, 'host' | 'screen' | 'cwd'> {
  /** Default: no output. */
  readonly lines?: ServerLines | undefined
}

/** Runs the main menu until the user quits. The caller closes the host. */
export async function runSession({ host, screen, lines = new ServerLines(), cwd }: SessionOptions): Promise<void> {
  const context: SessionContext = {
    host,
    screen,
    lines,
    cwd,
    read: (server, uri) => showResource(context, server, uri),
  }
  for (;;) {
    const chosen = await screen.select(() => ({ message: 'What next', options: choicesFor(host) }))
    if (chosen === undefined || chosen === 'quit') return
    await menus[chosen](context)
  }
}

type Menu = 'servers' | 'tools' | 'prompts' | 'resources' | 'changes' | 'decisions' | 'audit'

const menus: Readonly<Record<Menu, (context: SessionContext) => Promise<void>>> = {
  servers: serversMenu,
  tools: toolsMenu,
  prompts: promptsMenu,
  resources: resourcesMenu,
  changes: changesMenu,
  decisions: decisionsMenu,
  audit: auditMenu,
}

function choicesFor({ servers, changedTools }: Host): readonly Choice<Menu | 'quit'>[] {
  const ready = servers.filter(({ state }) => state === 'ready').length
  const changed = changedTools.length
  return [
    { value: 'tools', label: 'Call a tool' },
    { value: 'prompts', label: 'Get a prompt' },
    { value: 'resources', label: 'Read a resource' },
    { value: 'servers', label: `Servers (${ready} of ${servers.length} ready)` },
    { value: 'changes', label: changed === 0 ? 'Changed tools' : `Changed tools (${changed} to look at)` },
    { value: 'decisions', label: 'Remembered decisions' },
    { value: 'audit', label: 'Audit log' },
    { value: 'quit', label: 'Quit' },
  ]
}

async function showResource(context: SessionContext, server: string, uri: string): Promise<void> {
  const { host, screen } = context
  const got = await attempt(screen, `Reading ${uri}`, ({ signal, update }) =>
    host.readResource({ server, uri }, { signal, onProgress: update }),
  )
  if (got === undefined) return
  await showParts(context, { server, title: uri, parts: got.contents.map(contentsPart), json: got })
}
