import type { Era, LegacyRevision, Revision } from './revision.js'

/**
 * What one revision has, as data: features ask the profile, never the date. A field that a revision lacks is left out when
 * encoding for it and tolerated when reading from it.
 */
export interface RevisionProfile {
  readonly revision: Revision
  readonly era: Era
  /** Arrays of messages on the wire. */
  readonly batch: boolean
  /** Error responses may come without an id. */
  readonly idlessErrors: boolean
  /** Members of `Implementation` beside name and version. */
  readonly implementation: readonly ('title' | 'description' | 'icons' | 'websiteUrl')[]
  readonly toolAnnotations: boolean
  /** `title` beside `name` on tools, resources, templates and prompts, and prompt arguments. */
  readonly titles: boolean
  readonly icons: boolean
  /** `_meta` on definitions, contents and content blocks. */
  readonly definitionMeta: boolean
  /** `annotations.lastModified`. */
  readonly lastModified: boolean
  /** `outputSchema` and `structuredContent`: not at all, objects only, or any JSON. */
  readonly structured: 'none' | 'object' | 'any'
  readonly audio: boolean
  readonly resourceLinks: boolean
  /** `execution.taskSupport` on tools. */
  readonly taskSupport: boolean
  /** Tasks: not at all, as part of the protocol, or as the extension `io.modelcontextprotocol/tasks`. */
  readonly tasks: 'none' | 'core' | 'extension'
  /** Forms: none, the first kind (`enumNames`, only boolean defaults), or titled and multiple choices, defaults and URLs. */
  readonly elicitation: 'none' | 'plain' | 'full'
  /** Pages to open have an `elicitationId`, and their end is announced. */
  readonly elicitationIds: boolean
  /** Tools, and lists of content blocks, in sampling. */
  readonly sampleTools: boolean
  readonly progressMessage: boolean
  /** The `completions` capability has a name; completion itself exists everywhere. */
  readonly completionsCapability: boolean
  /** `context.arguments` of a completion request. */
  readonly completionContext: boolean
  readonly resourceNotFound: -32002 | -32602
  /** HTTP streams begin with an empty event, so that they can be closed early and asked for again. */
  readonly polling: boolean
  /** `resultType`, cache hints and `serverInfo` in results. */
  readonly resultEnvelope: boolean
}

const v2024: RevisionProfile = {
  revision: '2024-11-05',
  era: 'legacy',
  batch: false,
  idlessErrors: false,
  implementation: [],
  toolAnnotations: false,
  titles: false,
  icons: false,
  definitionMeta: false,
  lastModified: false,
  structured: 'none',
  audio: false,
  resourceLinks: false,
  taskSupport: false,
  tasks: 'none',
  elicitation: 'none',
  elicitationIds: false,
  sampleTools: false,
  progressMessage: false,
  completionsCapability: false,
  completionContext: false,
  resourceNotFound: -32002,
  polling: false,
  resultEnvelope: false,
}

const v202503: RevisionProfile = {
  ...v2024,
  revision: '2025-03-26',
  batch: true,
  toolAnnotations: true,
  audio: true,
  progressMessage: true,
  completionsCapability: true,
}

const v202506: RevisionProfile = {
  ...v202503,
  revision: '2025-06-18',
  batch: false,
  implementation: ['title'],
  titles: true,
  definitionMeta: true,
  lastModified: true,
  structured: 'object',
  resourceLinks: true,
  elicitation: 'plain',
  completionContext: true,
}

const v202511: RevisionProfile = {
  ...v202506,
  revision: '2025-11-25',
  idlessErrors: true,
  implementation: ['title', 'description', 'icons', 'websiteUrl'],
  icons: true,
  taskSupport: true,
  tasks: 'core',
  elicitation: 'full',
  elicitationIds: true,
  sampleTools: true,
  polling: true,
}

const v202607: RevisionProfile = {
  ...v202511,
  revision: '2026-07-28',
  era: 'modern',
  structured: 'any',
  taskSupport: false,
  tasks: 'extension',
  elicitationIds: false,
  resourceNotFound: -32602,
  polling: false,
  resultEnvelope: true,
}

const profiles: ReadonlyMap<Revision, RevisionProfile> = new Map(
  [v2024, v202503, v202506, v202511, v202607].map((profile) => [profile.revision, Object.freeze(profile)]),
)

/** The profile of a revision. */
export function profileOf(revision: Revision): RevisionProfile {
  return profiles.get(revision) ?? v202607
}

/** Whether a revision has `initialize` and sessions. */
export function isLegacy(revision: Revision): revision is LegacyRevision {
  return profileOf(revision).era === 'legacy'
}
