import { type Definitions, encodeDefinition } from '../../protocol/content/encode-definition.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import type { ServerServices } from '../server-services.js'
import type { DefinitionOptions } from './definition-options.js'

export interface EntrySource<D> {
  readonly name: string
  readonly definition: D
  readonly services: ServerServices
}

/** A definition in a registry, with its list item, which is encoded once per revision. */
export class Entry<K extends keyof Definitions = keyof Definitions, D extends DefinitionOptions = DefinitionOptions> {
  readonly kind: K
  readonly name: string
  readonly definition: D
  readonly services: ServerServices
  /** The list item, in newest shape. */
  readonly listed: Definitions[K]
  readonly #texts = new Map<Revision, string>()

  constructor(kind: K, { name, definition, services }: EntrySource<D>, listed: Definitions[K]) {
    if (name === '') throw new TypeError(`${kind}: a name must not be empty`)
    this.kind = kind
    this.name = name
    this.definition = definition
    this.services = services
    this.listed = listed
  }

  isVisible(principal: Principal | undefined): boolean {
    return this.definition.visible?.(principal) ?? true
  }

  /** True if some callers may not see it in lists. */
  get varies(): boolean {
    return this.definition.visible !== undefined
  }

  /** True if the caller sees it in lists. */
  isListedFor({ principal }: Exchange): boolean {
    return this.isVisible(principal)
  }

  encode(revision: Revision): string {
    let text = this.#texts.get(revision)
    if (text === undefined) {
      text = JSON.stringify(encodeDefinition(this.kind, this.listed, profileOf(revision)))
      this.#texts.set(revision, text)
    }
    return text
  }
}
