import type { AppResources } from '../apps/app-resources.js'
import { DefinitionRegistry } from '../definitions/definition-registry.js'
import type { ExtensionRegistry } from '../extensions/extension-registry.js'
import type { ResourceRegistry } from '../resources/resource-registry.js'
import type { AnyTool } from './tool.js'
import { createToolEntry, type ToolEntry } from './tool-entry.js'

/** Tools by name, and the apps that they have, as resources. */
export class ToolRegistry extends DefinitionRegistry<AnyTool, ToolEntry> {
  readonly #resources: ResourceRegistry
  readonly #extensions: ExtensionRegistry
  #apps: AppResources | undefined

  constructor(resources: ResourceRegistry, extensions: ExtensionRegistry) {
    super(createToolEntry, resources.services)
    this.#resources = resources
    this.#extensions = extensions
    this.onChange((name, entry) => this.#updateApps(name, entry))
  }

  override conflict(name: string, { app }: AnyTool): string | undefined {
    return app && (this.#apps ?? app.serve(this.#resources)).conflict(name, app)
  }

  /** The extension is declared from the first app on, with the author's settings if there are any. */
  #updateApps(name: string, entry: ToolEntry | undefined): void {
    const app = entry?.definition.app
    if (app !== undefined && this.#apps === undefined) {
      this.#apps = app.serve(this.#resources)
      if (!this.#extensions.has(this.#apps.extension.id)) this.#extensions.add(this.#apps.extension)
    }
    this.#apps?.update(name, entry)
  }
}
