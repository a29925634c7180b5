import { OmniportError } from '../../values/errors/omniport-error.js'
import { nearest } from '../../values/text/nearest.js'
import { truncate } from '../../values/text/truncate.js'
import type { Catalogue } from './catalogue.js'
import type { HostTool } from './host-tool.js'

/** Looks up one tool, again and again: it may change. */
export interface ToolLookup {
  /** Undefined: it cannot be called at present. */
  current(): HostTool | undefined
  /** The tool, if only its pin denies the call. */
  blocked(): HostTool | undefined
  /** @throws OmniportError `not_found`, or `denied` if the tool exists but cannot be called. */
  find(): HostTool
}

/** Looks up a tool that a model calls, by its name in the host. */
export function modelToolLookup(name: string, catalogue: Catalogue): ToolLookup {
  return {
    current: () => catalogue.resolve(name),
    blocked: () => catalogue.resolveBlocked(name),
    find: () => findTool(name, catalogue),
  }
}

/** Looks up a tool that an app calls, by its name on the server of the app. spec: SEP-1865#visibility */
export function appToolLookup({ server, tool }: Pick<HostTool, 'server' | 'tool'>, catalogue: Catalogue): ToolLookup {
  const current = () => catalogue.resolveForApp(server, tool)
  return {
    current,
    blocked: () => {
      const known = catalogue.resolveOfServer(server, tool)
      return known?.isBlocked === true ? known.tool : undefined
    },
    find: () => {
      const found = current()
      if (found !== undefined) return found
      const known = catalogue.resolveOfServer(server, tool)
      if (known === undefined) throw toUnknownError(server, tool)
      throw known.isBlocked ? toBlockedError(tool) : toDenied(tool, 'its server does not offer it to apps')
    },
  }
}

/** Finds the tool that an app belongs to, by its name on the server. @throws OmniportError `not_found`, or `denied` if it is blocked. */
export function findAppOwner({ server, tool }: Pick<HostTool, 'server' | 'tool'>, catalogue: Catalogue): HostTool {
  const known = catalogue.resolveOfServer(server, tool)
  if (known === undefined) throw toUnknownError(server, tool)
  if (known.isBlocked) throw toBlockedError(tool)
  return known.tool
}

/** Finds a tool by name. @throws OmniportError `not_found`, or `denied` if it is blocked or for apps only. */
export function findTool(name: string, catalogue: Catalogue): HostTool {
  const tool = catalogue.resolve(name)
  if (tool !== undefined) return tool
  if (catalogue.resolveBlocked(name) !== undefined) throw toBlockedError(name)
  if (catalogue.resolveAppOnly(name) !== undefined) throw toDenied(name, 'its server offers it to apps only')
  const close = nearestTool(name, catalogue.tools)
  const advice = close === undefined ? '' : `; did you mean "${close}"?`
  throw new OmniportError('not_found', `There is no tool ${truncate(name)}${advice}`)
}

/** The nearest name, or the name of the tool whose name on its server is the nearest: the part before that is easily forgotten. */
function nearestTool(name: string, tools: readonly HostTool[]): string | undefined {
  const all = tools.map((tool) => tool.name)
  const onServer = tools.map(({ tool }) => tool)
  const meant = nearest(name, onServer)
  return nearest(name, all) ?? (meant === undefined ? undefined : all[onServer.indexOf(meant)])
}

function toUnknownError(server: string, tool: string): OmniportError {
  return new OmniportError('not_found', `The server ${truncate(server)} has no tool ${truncate(tool)}`)
}

function toBlockedError(name: string): OmniportError {
  return toDenied(name, 'its pin denies it, since its definition is not the pinned one; see changedTools')
}

function toDenied(name: string, why: string): OmniportError {
  return new OmniportError('denied', `${truncate(name)} cannot be called: ${why}`)
}
