import { newestProfile, profiles } from './profiles.js'
import type { Era, LegacyRevision, Revision } from './revision.js'

/**
 * The features of one revision, as data: code asks the profile, never the date. Encoding leaves out a field that a revision
 * lacks; decoding tolerates it.
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
  /** Forms: none, plain ones (`enumNames`, only boolean defaults), or titled and multiple choices, defaults and URLs. */
  readonly elicitation: 'none' | 'plain' | 'full'
  /** URL elicitations have an `elicitationId`, and a notification announces their end. */
  readonly elicitationIds: boolean
  /** Tools, and lists of content blocks, in sampling. */
  readonly sampleTools: boolean
  readonly progressMessage: boolean
  /** The `completions` capability has a name; completion itself exists everywhere. */
  readonly completionsCapability: boolean
  /** `context.arguments` of a completion request. */
  readonly completionContext: boolean
  readonly resourceNotFound: -32002 | -32602
  /** HTTP streams begin with an empty event, so that the server can close them early and the client can resume them. */
  readonly polling: boolean
  /** `resultType`, cache hints and `serverInfo` in results. */
  readonly resultEnvelope: boolean
}

const known: ReadonlyMap<string, RevisionProfile> = new Map(
  profiles.map((profile) => [profile.revision, Object.freeze(profile)]),
)

export function profileOf(revision: Revision): RevisionProfile {
  return known.get(revision) ?? newestProfile
}

/** Tells if a revision has `initialize` and sessions. */
export function isLegacy(revision: Revision): revision is LegacyRevision {
  return profileOf(revision).era === 'legacy'
}
