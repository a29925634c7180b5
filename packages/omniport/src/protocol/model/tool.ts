import type { Icon } from '../exchange/peer.js'
import type { Meta } from './meta.js'
import type { ObjectSchema } from './object-schema.js'
import type { TaskSupport } from './task-support.js'

/** A tool as `tools/list` returns it. Its display name is `title`, else `annotations.title`, else `name`. spec: server/tools#tool */
export interface Tool {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema: ObjectSchema
  /** Any JSON Schema at 2026-07-28; older revisions have objects only. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined
  readonly annotations?: ToolAnnotations | undefined
  readonly icons?: readonly Icon[] | undefined
  /** 2025-11-25 only. */
  readonly execution?: { readonly taskSupport?: TaskSupport | undefined } | undefined
  readonly _meta?: Meta | undefined
}

/** The behaviour of a tool, as its server describes it. Hints: decide nothing on those of a server that you do not trust. */
export interface ToolAnnotations {
  readonly title?: string | undefined
  /** Default: false. */
  readonly readOnlyHint?: boolean | undefined
  /** Of a tool that is not read-only: it may delete or overwrite. Default: true. */
  readonly destructiveHint?: boolean | undefined
  /** Of a tool that is not read-only: the same call again changes nothing more. Default: false. */
  readonly idempotentHint?: boolean | undefined
  /** It reaches beyond a closed domain, as a web search does. Default: true. */
  readonly openWorldHint?: boolean | undefined
}
