import type { Definitions } from '../../protocol/content/encode-definition.js'

/** The lists of a server, by the member of the result that holds the items. */
export type ListKind = keyof Definitions

/** One item of a list, as an upstream gave it. */
export type ListItem = Readonly<Record<string, unknown>>

export interface ListDescription {
  readonly method: string
  /** The capability without which an upstream has no such list. */
  readonly capability: 'tools' | 'prompts' | 'resources'
  /** The member that identifies an item. */
  readonly key: 'name' | 'uri' | 'uriTemplate'
}

export const lists: Readonly<Record<ListKind, ListDescription>> = Object.freeze({
  tools: { method: 'tools/list', capability: 'tools', key: 'name' },
  prompts: { method: 'prompts/list', capability: 'prompts', key: 'name' },
  resources: { method: 'resources/list', capability: 'resources', key: 'uri' },
  resourceTemplates: { method: 'resources/templates/list', capability: 'resources', key: 'uriTemplate' },
})

/** The lists that a change of one kind is about. */
export function listsOf(change: 'tools' | 'prompts' | 'resources'): readonly ListKind[] {
  return change === 'resources' ? ['resources', 'resourceTemplates'] : [change]
}
