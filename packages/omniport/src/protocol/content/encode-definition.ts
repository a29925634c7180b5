import { without } from '../../values/json/without.js'
import type { Implementation } from '../exchange/peer.js'
import type { Prompt } from '../model/prompt.js'
import type { Resource, ResourceTemplate } from '../model/resource.js'
import type { Tool } from '../model/tool.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'
import { encodeAnnotations } from './encode-content.js'

/** The items of lists, by the member of the result that holds them. */
export interface Definitions {
  tools: Tool
  resources: Resource
  resourceTemplates: ResourceTemplate
  prompts: Prompt
}

/** One definition in the shape of a revision, without members that the revision lacks. */
export function encodeDefinition<K extends keyof Definitions>(
  kind: K,
  definition: Definitions[K],
  profile: RevisionProfile,
): object {
  return encoders[kind](definition, profile)
}

/** The name of a client or server in the shape of a revision. */
export function encodeImplementation(implementation: Implementation, profile: RevisionProfile): Implementation {
  if (profile.implementation.length === nameMembers.length) return implementation
  return without(implementation, ...nameMembers.filter((member) => !profile.implementation.includes(member)))
}

/** The members of `Implementation` that some revision lacks. */
const nameMembers = ['title', 'description', 'icons', 'websiteUrl'] as const

const encoders: {
  readonly [K in keyof Definitions]: (definition: Definitions[K], profile: RevisionProfile) => object
} = {
  tools: encodeTool,
  resources: encodePlain,
  resourceTemplates: encodePlain,
  prompts: encodePrompt,
}

function encodeTool(tool: Tool, profile: RevisionProfile): object {
  const drop: (keyof Tool)[] = []
  if (!profile.titles) drop.push('title')
  if (!profile.icons) drop.push('icons')
  if (!profile.definitionMeta) drop.push('_meta')
  if (!profile.toolAnnotations) drop.push('annotations')
  if (!profile.taskSupport) drop.push('execution')
  if (!hasOutputSchema(tool, profile)) drop.push('outputSchema')
  return without(tool, ...drop)
}

function hasOutputSchema({ outputSchema }: Tool, { structured }: RevisionProfile): boolean {
  return structured === 'any' || (structured === 'object' && outputSchema?.['type'] === 'object')
}

function encodePlain(definition: Resource | ResourceTemplate, profile: RevisionProfile): object {
  const trimmed = trim(definition, profile)
  const { annotations } = definition
  return annotations === undefined ? trimmed : { ...trimmed, annotations: encodeAnnotations(annotations, profile) }
}

function encodePrompt(prompt: Prompt, profile: RevisionProfile): object {
  const trimmed = trim(prompt, profile)
  if (profile.titles || prompt.arguments === undefined) return trimmed
  return { ...trimmed, arguments: prompt.arguments.map((argument) => without(argument, 'title')) }
}

function trim<T extends Resource | ResourceTemplate | Prompt>(definition: T, profile: RevisionProfile): T {
  const drop: ('title' | 'icons' | '_meta')[] = []
  if (!profile.titles) drop.push('title')
  if (!profile.icons) drop.push('icons')
  if (!profile.definitionMeta) drop.push('_meta')
  return without(definition, ...drop)
}
