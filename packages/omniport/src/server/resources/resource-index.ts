import { loadOnce } from '../../async/load-once.js'
import { isPromise } from '../../async/maybe-promise.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import type { matchTemplate, TemplateMatch } from '../../uri/match-template.js'
import type { DefinitionRegistry } from '../definitions/definition-registry.js'
import type { AnyResource } from './resource.js'
import { ResourceEntry, type TemplateEntry } from './resource-entry.js'

/** The definition that a URI belongs to, and the variables that a template found in it. */
export interface ResourceMatch {
  readonly entry: ResourceEntry | TemplateEntry
  readonly variables: TemplateMatch
}

/** Resources by URI: fixed ones first, then templates in the order they were added. */
export class ResourceIndex {
  readonly #registry: DefinitionRegistry<AnyResource, ResourceEntry | TemplateEntry>
  #fixed = new Map<string, ResourceEntry>()
  #templates: TemplateEntry[] = []
  #hasScopes = false
  #stale = true
  #matchTemplate: typeof matchTemplate | undefined
  readonly #loadMatcher = loadOnce(() => import('../../uri/match-template.js'))

  constructor(registry: DefinitionRegistry<AnyResource, ResourceEntry | TemplateEntry>) {
    this.#registry = registry
    registry.onChange(() => {
      this.#stale = true
    })
  }

  get fixed(): Iterable<ResourceEntry> {
    this.#refresh()
    return this.#fixed.values()
  }

  get templates(): readonly TemplateEntry[] {
    this.#refresh()
    return this.#templates
  }

  get hasScopes(): boolean {
    this.#refresh()
    return this.#hasScopes
  }

  template(source: string): TemplateEntry | undefined {
    return this.templates.find((entry) => entry.template.source === source)
  }

  /** Loads what `find` needs for templates. Undefined if nothing is left to load. */
  prepare(): Promise<void> | undefined {
    if (this.templates.length === 0 || this.#matchTemplate !== undefined) return undefined
    const matcher = this.#loadMatcher()
    if (!isPromise(matcher)) return undefined
    return matcher.then((loaded) => {
      this.#matchTemplate = loaded.matchTemplate
    })
  }

  /** Finds no templates before `prepare`. */
  find(uri: string, principal: Principal | undefined): ResourceMatch | undefined {
    this.#refresh()
    const fixed = this.#fixed.get(uri)
    if (fixed?.isVisible(principal)) return { entry: fixed, variables: noVariables }
    for (const entry of this.#templates) {
      const variables = entry.isVisible(principal) ? this.#matchTemplate?.(entry.template, uri) : undefined
      if (variables !== undefined && !isTraversal(uri, variables)) return { entry, variables }
    }
    return undefined
  }

  #refresh(): void {
    if (!this.#stale) return
    this.#stale = false
    this.#fixed = new Map()
    this.#templates = []
    this.#hasScopes = false
    for (const entry of this.#registry.entries()) {
      if ((entry.definition.scopes?.length ?? 0) > 0) this.#hasScopes = true
      if (entry instanceof ResourceEntry) this.#fixed.set(entry.definition.uri, entry)
      else this.#templates.push(entry)
    }
  }
}

const noVariables: TemplateMatch = Object.freeze({})

/**
 * True if a `file:` URI tries to leave the folder of its template: with an encoded separator or NUL, or with `..` among
 * the segments of a variable. Other schemes do not name paths. spec: server/resources#security-considerations
 */
export function isTraversal(uri: string, variables: Readonly<Record<string, string>>): boolean {
  if (!/^file:/i.test(uri)) return false
  if (/%(?:2f|5c|00)/i.test(uri)) return true
  return Object.values(variables).some((value) => value.split(/[/\\]/).includes('..'))
}
