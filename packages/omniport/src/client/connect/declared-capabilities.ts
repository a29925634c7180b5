import type { RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import type { ClientServices } from '../client-services.js'
import { type Capabilities, projectCapabilities } from '../input/capabilities.js'

/**
 * The capabilities that a client declares in one revision, with the extensions that have it.
 *
 * spec: basic/versioning#extension-negotiation, SEP-2663#backward-compatibility
 */
export function declaredCapabilities(
  { capabilities, extensions }: ClientServices,
  profile: RevisionProfile,
): Capabilities {
  const declared = extensions.declared(profile.revision)
  return { ...projectCapabilities(capabilities, profile), ...(declared !== undefined && { extensions: declared }) }
}
