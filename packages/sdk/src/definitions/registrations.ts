import type {
  PromptArgsRawShape,
  PromptCallback,
  ReadResourceCallback,
  ReadResourceTemplateCallback,
  RegisteredPrompt,
  RegisteredResource,
  RegisteredResourceTemplate,
  Registry,
  ResourceMetadata,
} from '../definitions/registered.js'
import type { ResourceTemplate } from '../server/mcp.js'
import { type AnyObjectSchema, objectFromShape } from '../server/zod-compat.js'

/** Where a definition is kept, and who is told when it changes. */
export interface RegistryPlace<T> {
  readonly registry: Registry<T>
  readonly key: string
  readonly onChange: () => void
}

export function createResource(
  place: RegistryPlace<RegisteredResource>,
  parts: {
    readonly name: string
    readonly title: string | undefined
    readonly metadata: ResourceMetadata | undefined
    readonly readCallback: ReadResourceCallback
  },
): RegisteredResource {
  const resource = {
    ...parts,
    enabled: true,
    disable: () => resource.update({ enabled: false }),
    enable: () => resource.update({ enabled: true }),
    remove: () => resource.update({ uri: null }),
    update: ({ uri, callback: readCallback, ...updates }) => {
      move(place, resource, uri)
      assign(resource, { ...updates, readCallback })
      place.onChange()
    },
  } as RegisteredResource
  place.registry[place.key] = resource
  return resource
}

export function createTemplate(
  place: RegistryPlace<RegisteredResourceTemplate>,
  parts: {
    readonly title: string | undefined
    readonly resourceTemplate: ResourceTemplate
    readonly metadata: ResourceMetadata | undefined
    readonly readCallback: ReadResourceTemplateCallback
  },
): RegisteredResourceTemplate {
  const template = {
    ...parts,
    enabled: true,
    disable: () => template.update({ enabled: false }),
    enable: () => template.update({ enabled: true }),
    remove: () => template.update({ name: null }),
    update: ({ name, template: resourceTemplate, callback: readCallback, ...updates }) => {
      move(place, template, name)
      assign(template, { ...updates, resourceTemplate, readCallback })
      place.onChange()
    },
  } as RegisteredResourceTemplate
  place.registry[place.key] = template
  return template
}

export function createPrompt(
  place: RegistryPlace<RegisteredPrompt>,
  parts: {
    readonly title: string | undefined
    readonly description: string | undefined
    readonly argsSchema: PromptArgsRawShape | undefined
    readonly callback: PromptCallback<undefined | PromptArgsRawShape>
  },
): RegisteredPrompt {
  const schemaOf = (shape: PromptArgsRawShape | undefined): AnyObjectSchema | undefined =>
    shape === undefined ? undefined : objectFromShape(shape)
  const prompt = {
    ...parts,
    argsSchema: schemaOf(parts.argsSchema),
    enabled: true,
    disable: () => prompt.update({ enabled: false }),
    enable: () => prompt.update({ enabled: true }),
    remove: () => prompt.update({ name: null }),
    update: ({ name, argsSchema, callback, ...updates }) => {
      move(place, prompt, name)
      assign(prompt, { ...updates, argsSchema: schemaOf(argsSchema) })
      if (callback !== undefined) prompt.callback = callback as PromptCallback<undefined | PromptArgsRawShape>
      place.onChange()
    },
  } as RegisteredPrompt
  place.registry[place.key] = prompt
  return prompt
}

/** Puts a definition under another name, or removes it where the name is null. */
export function move<T>({ registry, key }: RegistryPlace<T>, definition: T, name: string | null | undefined): void {
  if (name === undefined || name === key) return
  delete registry[key]
  if (name) registry[name] = definition
}

/** Sets the members that were given. */
export function assign(target: object, updates: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(updates)) if (value !== undefined) Object.assign(target, { [name]: value })
}
