import { OmniportError } from '../../values/errors/omniport-error.js'
import { truncate } from '../../values/text/truncate.js'
import type { Catalogue } from './catalogue.js'
import type { HostTool } from './host-tool.js'

/** Finds a tool by name. @throws OmniportError `not_found`, or `denied` if it is blocked. */
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
