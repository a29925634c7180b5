import { appsExtensionId, appsSettings } from '../../protocol/apps/apps-extension.js'
import { revisions } from '../../protocol/revisions/revision.js'
import type { CompiledExtension } from '../extensions/compiled-extension.js'
import type { ResourceRegistry } from '../resources/resource-registry.js'
import type { ToolEntry } from '../tools/tool-entry.js'
import type { AppDefinition } from './app.js'

/** The resources of the apps that the tools of a server have. Each is there as long as a tool has its app. */
export class AppResources {
  /** Declared to clients of every revision. spec: SEP-1865#client-server-capability-negotiation */
  readonly extension = appsExtension
  readonly #resources: ResourceRegistry
  /** By the name of the tool: the tools of this server, and not of those that are mounted on it. */
  readonly #apps = new Map<string, AppDefinition>()

  constructor(resources: ResourceRegistry) {
    this.#resources = resources
  }

  /** Says why a tool cannot have an app; undefined if it can. */
  conflict(tool: string, app: AppDefinition): string | undefined {
    const former = this.#apps.get(tool)
    const taken = this.#entryAt(app.uri)
    // The resource of a mounted server is the app of its tool too.
    if (taken === undefined || taken.definition.read === app.resource.read) return undefined
    if (taken.definition.read === former?.resource.read && !this.#isUsed(former, tool)) return undefined
    return `tool "${tool}": app: the uri ${app.uri} is that of the resource "${taken.name}"; each needs its own`
  }

  /** The tool has another definition now, or none. */
  update(tool: string, entry: ToolEntry | undefined): void {
    const former = this.#apps.get(tool)
    const current = entry?.services === this.#resources.services ? entry.definition.app : undefined
    if (current === former) return
    if (current === undefined) this.#apps.delete(tool)
    else this.#apps.set(tool, current)
    if (former !== undefined && former.uri !== current?.uri && !this.#isUsed(former)) this.#resources.delete(former.uri)
    if (current !== undefined && !this.#isServed(current, tool)) this.#resources.set(current.uri, current.resource)
    if (current !== undefined && current.uri === former?.uri) this.#resources.updated(current.uri)
  }

  /** True if the page is a resource already, because of another tool or of a mounted server. */
  #isServed(app: AppDefinition, tool: string): boolean {
    const isMounted = !this.#resources.has(app.uri) && this.#entryAt(app.uri) !== undefined
    return isMounted || this.#isUsed(app, tool)
  }

  #entryAt(uri: string) {
    return [...this.#resources.entries()].find(({ definition }) => definition.uri === uri)
  }

  /** True if a tool has the app, other than `tool`. */
  #isUsed(app: AppDefinition, tool?: string): boolean {
    return [...this.#apps].some(([name, other]) => other === app && name !== tool)
  }
}

const appsExtension: CompiledExtension = {
  id: appsExtensionId,
  settings: appsSettings,
  revisions,
  methods: new Map(),
  resultTypes: new Map(),
  filters: new Map(),
  middleware: [],
}
