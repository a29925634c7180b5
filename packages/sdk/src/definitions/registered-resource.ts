import type { ResourceTemplate } from '../server/mcp.js'
import { Definition, type RegistryPlace } from './definition.js'
import type {
  ReadResourceCallback,
  ReadResourceTemplateCallback,
  RegisteredResource,
  RegisteredResourceTemplate,
  ResourceMetadata,
} from './registered.js'

/** What a resource is made of. */
export interface ResourceParts {
  readonly name: string
  readonly title: string | undefined
  readonly metadata: ResourceMetadata | undefined
  readonly readCallback: ReadResourceCallback
}

/** Adds a resource to a registry. */
export function createResource(place: RegistryPlace<RegisteredResource>, parts: ResourceParts): RegisteredResource {
  const resource = new FixedResource(place, parts) as RegisteredResource
  place.registry[place.key] = resource
  return resource
}

/** What a template is made of. */
export interface TemplateParts {
  readonly title: string | undefined
  readonly resourceTemplate: ResourceTemplate
  readonly metadata: ResourceMetadata | undefined
  readonly readCallback: ReadResourceTemplateCallback
}

/** Adds a template to a registry. */
export function createTemplate(
  place: RegistryPlace<RegisteredResourceTemplate>,
  parts: TemplateParts,
): RegisteredResourceTemplate {
  const template = new TemplatedResource(place, parts) as RegisteredResourceTemplate
  place.registry[place.key] = template
  return template
}

type ResourceUpdates = Parameters<RegisteredResource['update']>[0]

class FixedResource extends Definition<ResourceUpdates> {
  declare name: string
  declare title: string | undefined
  declare metadata: ResourceMetadata | undefined
  declare readCallback: ReadResourceCallback

  constructor(place: RegistryPlace<RegisteredResource>, { name, title, metadata, readCallback }: ResourceParts) {
    super(place)
    this.name = name
    this.title = title
    this.metadata = metadata
    this.readCallback = readCallback
    this.addFunctions()
  }

  protected override get removal(): ResourceUpdates {
    return { uri: null }
  }

  protected override change({ uri, callback: readCallback, ...updates }: ResourceUpdates): void {
    this.move(uri)
    this.assign({ ...updates, readCallback })
  }
}

type TemplateUpdates = Parameters<RegisteredResourceTemplate['update']>[0]

class TemplatedResource extends Definition<TemplateUpdates> {
  declare resourceTemplate: ResourceTemplate
  declare title: string | undefined
  declare metadata: ResourceMetadata | undefined
  declare readCallback: ReadResourceTemplateCallback

  constructor(place: RegistryPlace<RegisteredResourceTemplate>, parts: TemplateParts) {
    super(place)
    const { title, resourceTemplate, metadata, readCallback } = parts
    this.resourceTemplate = resourceTemplate
    this.title = title
    this.metadata = metadata
    this.readCallback = readCallback
    this.addFunctions()
  }

  protected override change({
    name,
    template: resourceTemplate,
    callback: readCallback,
    ...updates
  }: TemplateUpdates): void {
    this.move(name)
    this.assign({ ...updates, resourceTemplate, readCallback })
  }
}
