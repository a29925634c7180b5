import type { Host } from '../../../entries/host.js'
import { ServerLines } from '../events/server-lines.js'
import { auditMenu } from '../menus/audit-menu.js'
import { changesMenu } from '../menus/changes-menu.js'
import { decisionsMenu } from '../menus/decisions-menu.js'
import { promptsMenu } from '../menus/prompts-menu.js'
import { resourcesMenu } from '../menus/resources-menu.js'
import { serversMenu } from '../menus/servers-menu.js'
import { toolsMenu } from '../menus/tools-menu.js'
import { showResource } from '../result/show-resource.js'
import type { Choice } from '../screen/prompts.js'
import type { Screen } from '../screen/screen.js'
import type { SessionContext } from './session-context.js'

export interface SessionOptions {
  readonly host: Host
  readonly screen: Screen
  /** Default: no output. */
  readonly lines?: ServerLines | undefined
  readonly cwd: string
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
    { value: 'decisions', label: 'What is remembered' },
    { value: 'audit', label: 'What happened' },
    { value: 'quit', label: 'Quit' },
  ]
}
