import type { ActionTable } from './run-action.js'

type WorkspaceActions = ActionTable<
  | 'set-roots'
  | 'forget-decision'
  | 'approve-tool'
  | 'approve-skill'
  | 'clear-timeline'
  | 'change-settings'
  | 'dismiss-notice'
>

export const workspaceActions: WorkspaceActions = {
  'set-roots': async ({ roots }, parts) => {
    parts.setRoots(roots)
    return {}
  },
  'forget-decision': async ({ id }, { host }) => {
    await host.forget(id)
    return {}
  },
  'approve-tool': async ({ server, tool, definition }, parts) => {
    await parts.host.approveTool(server, tool, definition)
    parts.log.add({ type: 'changes', changes: parts.changes })
    await parts.catalogues.refresh(server)
    return {}
  },
  'approve-skill': async ({ server, uri, definition }, { host, catalogues }) => {
    await host.approveSkill({ server, uri }, definition)
    await catalogues.refresh(server)
    return {}
  },
  'clear-timeline': async (_input, { timeline, spans }) => {
    timeline.clear()
    spans.clear()
    return {}
  },
  'change-settings': async (change, { settings, servers }) => {
    const changed = settings.change(change)
    if (change.logLevel !== undefined) await servers.updateLogLevel()
    return changed
  },
  'dismiss-notice': async ({ id }, { notices }) => {
    notices.dismiss(id)
    return {}
  },
}
