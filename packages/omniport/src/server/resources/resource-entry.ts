import type { Resource, ResourceTemplate } from '../../protocol/model/resource.js'
import { parseTemplate } from '../../uri/parse-template.js'
import type { Template } from '../../uri/template.js'
import { Entry } from '../definitions/entry.js'
import type { ServerServices } from '../server-services.js'
import { type AnyResource, type ResourceOptions, resource } from './resource.js'

export class ResourceEntry extends Entry<'resources', AnyResource> {
  constructor(name: string, definition: AnyResource, services: ServerServices) {
    const { uri, size } = definition
    super('resources', { name, definition, services }, {
      uri,
      name,
      ...described(definition),
      ...(size !== undefined && { size }),
    } satisfies Resource)
  }
}

export class TemplateEntry extends Entry<'resourceTemplates', AnyResource> {
  readonly template: Template
  readonly completes: boolean

  constructor(name: string, definition: AnyResource, services: ServerServices) {
    const { uri } = definition
    super('resourceTemplates', { name, definition, services }, {
      uriTemplate: uri,
      name,
      ...described(definition),
    } satisfies ResourceTemplate)
    this.template = parseTemplate(uri)
    this.completes = definition.complete !== undefined
  }
}

/** Creates the entry of a definition: a template if its `uri` has variables. */
export function createResourceEntry(
  name: string,
  definition: AnyResource,
  services: ServerServices,
): ResourceEntry | TemplateEntry {
  const checked = resource(definition as ResourceOptions<string, unknown>) // of any App, checked here
  return checked.uri.includes('{')
    ? new TemplateEntry(name, checked, services)
    : new ResourceEntry(name, checked, services)
}

function described({
  title,
  description,
  mimeType,
  annotations,
  icons,
  _meta,
}: AnyResource): Partial<ResourceTemplate> {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    ...(annotations !== undefined && { annotations }),
    ...(icons !== undefined && { icons }),
    ...(_meta !== undefined && { _meta }),
  }
}
