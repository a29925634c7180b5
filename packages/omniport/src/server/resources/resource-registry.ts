import { mustBe } from '../../values/options/check-options.js'
import { DefinitionRegistry } from '../definitions/definition-registry.js'
import type { ChangePublisher } from '../notifications/change-publisher.js'
import type { ServerServices } from '../server-services.js'
import type { AnyResource } from './resource.js'
import { createResourceEntry, type ResourceEntry, type TemplateEntry } from './resource-entry.js'

/** Resources by name, each with its own URI, and the announcement of their changes. */
export class ResourceRegistry extends DefinitionRegistry<AnyResource, ResourceEntry | TemplateEntry> {
  readonly #publisher: ChangePublisher
  readonly #nameByUri = new Map<string, string>()
  readonly #uriByName = new Map<string, string>()

  constructor(services: ServerServices, publisher: ChangePublisher) {
    super(createResourceEntry, services)
    this.#publisher = publisher
    this.onChange((name, entry) => this.#index(name, entry?.definition.uri))
  }

  override conflict(name: string, { uri }: AnyResource): string | undefined {
    const other = this.#nameByUri.get(uri)
    return other === undefined || other === name
      ? undefined
      : `resource "${name}": the uri ${uri} is that of "${other}"; each needs its own`
  }

  updated(uri: string): void {
    if (typeof uri !== 'string') throw mustBe('resources.updated: uri', 'a string', uri)
    this.#publisher.publish({ type: 'resource', uri })
  }

  listChanged(): void {
    this.#publisher.publish({ type: 'resources' })
  }

  #index(name: string, uri: string | undefined): void {
    const former = this.#uriByName.get(name)
    if (former !== undefined) this.#nameByUri.delete(former)
    this.#uriByName.delete(name)
    if (uri === undefined) return
    this.#uriByName.set(name, uri)
    this.#nameByUri.set(uri, name)
  }
}
