import { isObject } from '../../values/json/is-object.js'
import type { Filter } from './listening.js'

/** The kinds of changes that a server says it announces. */
export interface AnnouncedChanges {
  readonly tools: boolean
  readonly prompts: boolean
  readonly resources: boolean
  /** Of resources, by their URIs. */
  readonly uris: boolean
}

type Capabilities = Readonly<Record<string, unknown>>

/** Reads them from the capabilities of a server. */
export function announcedChanges(capabilities: Capabilities): AnnouncedChanges {
  return {
    tools: hasMember(capabilities, 'tools', 'listChanged'),
    prompts: hasMember(capabilities, 'prompts', 'listChanged'),
    resources: hasMember(capabilities, 'resources', 'listChanged'),
    uris: hasMember(capabilities, 'resources', 'subscribe'),
  }
}

/** True if anything of a filter is announced. */
export function isAnnounced({ tools, prompts, resources, uris = [] }: Filter, announced: AnnouncedChanges): boolean {
  if (tools === true && announced.tools) return true
  if (prompts === true && announced.prompts) return true
  if (resources === true && announced.resources) return true
  return uris.length > 0 && announced.uris
}

function hasMember(capabilities: Capabilities, name: string, member: string): boolean {
  const capability = capabilities[name]
  return isObject(capability) && capability[member] === true
}
