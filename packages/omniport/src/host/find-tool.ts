import { truncate } from '../jsonrpc/clip.js'
import { OmniportError } from '../jsonrpc/omniport-error.js'
import type { Catalogue } from './catalogue/catalogue.js'
import type { HostTool } from './catalogue/host-tool.js'

/** The tool that has a name now. @throws OmniportError `not_found`, and `denied` for one that is blocked. */
export function findTool(name: string, catalogue: Catalogue): HostTool {
  const tool = catalogue.resolve(name)
  if (tool !== undefined) return tool
  if (catalogue.resolveBlocked(name) === undefined)
    throw new OmniportError('not_found', `There is no tool ${truncate(name)}`)
  throw new OmniportError(
    'denied',
    `${truncate(name)} cannot be called: its definition is not the one that is pinned; see changedTools`,
  )
}
