import type { ActionTable } from './run-action.js'
import { UsageError } from './usage-error.js'

type ServerActions = ActionTable<
  | 'add-server'
  | 'remove-server'
  | 'start-server'
  | 'stop-server'
  | 'restart-server'
  | 'refresh-catalogue'
  | 'set-faults'
  | 'search-tools'
  | 'sign-in'
  | 'sign-out'
>

/** The state of the server says how its start goes. */
function inBackground(work: Promise<unknown>): void {
  work.catch(() => {})
}

export const serverActions: ServerActions = {
  'add-server': async (server, { servers, host }) => {
    await servers.add(server)
    inBackground(host.start(server.name))
    return { name: server.name }
  },
  'remove-server': async ({ server }, { servers, signIns, subscriptions }) => {
    subscriptions.closeAll(server)
    await servers.remove(server)
    signIns.remove(server)
    return {}
  },
  'start-server': async ({ server }, { servers, host }) => {
    servers.assertKnown(server)
    inBackground(host.start(server))
    return {}
  },
  'stop-server': async ({ server }, { servers, host }) => {
    servers.assertKnown(server)
    await host.stop(server)
    return {}
  },
  'restart-server': async ({ server }, { servers, host }) => {
    servers.assertKnown(server)
    await host.stop(server)
    inBackground(host.start(server))
    return {}
  },
  'refresh-catalogue': async ({ server }, { servers, host, catalogues }) => {
    servers.assertKnown(server)
    await host.client(server)
    await catalogues.refresh(server, true)
    return {}
  },
  'set-faults': async ({ server, faults }, { servers }) => servers.setFaults(server, faults),
  'search-tools': async ({ words, limit = 50 }, { host, catalogues }) => {
    const ready = catalogues.all.map(({ server }) => server)
    const found = await host.searchTools(words, { limit, servers: ready, waitMs: 1_000 })
    return { found: found.map(({ tool, score }) => ({ server: tool.server, tool: tool.tool, score })) }
  },
  'sign-in': async ({ server }, { servers, host }) => {
    servers.assertKnown(server)
    if (!servers.isOverHttp(server)) throw new UsageError('Only servers that are reached over HTTP ask to sign in')
    await host.stop(server)
    inBackground(host.start(server))
    return {}
  },
  'sign-out': async ({ server }, { servers, host, tokens }) => {
    servers.assertKnown(server)
    await host.stop(server)
    await tokens?.forget(server)
    return {}
  },
}
