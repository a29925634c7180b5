import { encodeDefinition } from '../../protocol/content/encode-definition.js'
import { type ParamHeader, paramHeadersIn } from '../../protocol/headers/param-headers.js'
import type { CacheHints } from '../../protocol/model/results.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { matchTemplate } from '../../uri/match-template.js'
import { parseTemplate } from '../../uri/parse-template.js'
import type { Template } from '../../uri/template.js'
import { isObject } from '../../values/json/is-object.js'
import type { ListItem, ListKind } from './list-kind.js'
import { lists } from './list-kind.js'

/** An item with the name that clients use for it; that of resources is their URI. */
export interface NamedItem {
  readonly name: string
  readonly item: ListItem
}

export interface ListSource {
  /** What a modern upstream said of all its pages. Undefined for a legacy one. */
  readonly hints: Required<CacheHints> | undefined
  readonly isAnnounced: boolean
}

/** One list of an upstream, as one connection got it. */
export class UpstreamList {
  readonly kind: ListKind
  readonly items: readonly NamedItem[]
  /** What a modern upstream said of all its pages. Undefined for a legacy one. */
  readonly hints: Required<CacheHints> | undefined
  /** True: a legacy upstream announces its changes. */
  readonly isAnnounced: boolean
  readonly #texts = new Map<Revision, readonly string[]>()
  #byKey: ReadonlyMap<string, NamedItem> | undefined
  #templates: readonly Template[] | undefined
  #uiUris: ReadonlySet<string> | undefined
  readonly #paramHeaders = new Map<string, readonly ParamHeader[]>()

  constructor(kind: ListKind, items: readonly NamedItem[], { hints, isAnnounced }: ListSource) {
    this.kind = kind
    this.items = items
    this.hints = hints
    this.isAnnounced = isAnnounced
  }

  /** The items as JSON texts in the shape of a revision, in order, with the names that clients use. */
  texts(revision: Revision): readonly string[] {
    let texts = this.#texts.get(revision)
    if (texts === undefined) {
      texts = this.items.map((named) => encodeItem(this.kind, named, revision))
      this.#texts.set(revision, texts)
    }
    return texts
  }

  /** True if there is an item of this name at the upstream. */
  has(key: string): boolean {
    return this.#find(key) !== undefined
  }

  #find(key: string): NamedItem | undefined {
    const member = lists[this.kind].key
    this.#byKey ??= new Map(this.items.map((named) => [String(named.item[member]), named]))
    return this.#byKey.get(key)
  }

  /** What the tool of this name at the upstream says of tasks. spec: 2025-11-25 basic/utilities/tasks#tool-level-negotiation */
  taskSupportOf(key: string): unknown {
    const execution = this.#find(key)?.item['execution']
    return isObject(execution) ? execution['taskSupport'] : undefined
  }

  /** The arguments of the tool of this name at the upstream that HTTP requests repeat in headers. */
  paramHeadersOf(key: string): readonly ParamHeader[] {
    const tool = this.#find(key)
    if (tool === undefined) return []
    let marked = this.#paramHeaders.get(key)
    if (marked === undefined) {
      marked = paramHeadersIn(tool.item['inputSchema'])
      this.#paramHeaders.set(key, marked)
    }
    return marked
  }

  /** True if one of these templates makes `uri`. */
  matches(uri: string): boolean {
    this.#templates ??= this.items.flatMap(({ item }) => parse(item['uriTemplate']))
    return this.#templates.some((template) => matchTemplate(template, uri) !== undefined)
  }

  /** True if `uri` is the user interface of one of these tools. spec: SEP-1865#resource-discovery */
  hasUi(uri: string): boolean {
    this.#uiUris ??= new Set(this.items.flatMap(({ item }) => uiUrisOf(item)))
    return this.#uiUris.has(uri)
  }
}

/** One item as a JSON text in the shape of a revision. */
export function encodeItem(kind: ListKind, { name, item }: NamedItem, revision: Revision): string {
  const isNamed = lists[kind].key === 'name' && item['name'] !== name
  const renamed = isNamed ? { ...item, name } : item
  return JSON.stringify(encodeDefinition(kind, renamed as never, profileOf(revision))) // decoding checked it
}

/** A template that cannot be read matches nothing. */
function parse(source: unknown): readonly Template[] {
  try {
    return [parseTemplate(String(source))]
  } catch {
    return []
  }
}

function uiUrisOf({ _meta: meta }: ListItem): readonly string[] {
  if (!isObject(meta)) return []
  const ui = isObject(meta['ui']) ? meta['ui'] : {}
  return [ui['resourceUri'], meta['ui/resourceUri']].filter((uri) => typeof uri === 'string')
}
