import type { RevisionProfile } from '../../../protocol/revisions/revision-profile.js'
import { isObject } from '../../../values/json/is-object.js'

/** The tasks capability of a server under 2025-11-25. */
export interface V2025TaskCapability {
  readonly calls: boolean
  readonly cancels: boolean
}

/** Decodes the capability; only 2025-11-25 has it. spec: 2025-11-25 basic/utilities/tasks#server-capabilities */
export function v2025TaskCapability(
  { tasks: declared }: Readonly<Record<string, unknown>>,
  { tasks }: RevisionProfile,
): V2025TaskCapability {
  if (tasks !== 'core' || !isObject(declared)) return { calls: false, cancels: false }
  const { requests, cancel } = declared
  const tools = isObject(requests) ? requests['tools'] : undefined
  return { calls: isObject(tools) && isObject(tools['call']), cancels: isObject(cancel) }
}
