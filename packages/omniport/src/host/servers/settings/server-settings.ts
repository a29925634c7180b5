import type { AuthOptions } from '../../../auth/client/auth-options.js'
import type { Target } from '../../../client/connect/targets/target.js'
import type { LimitOptions } from '../../../protocol/limits/limit-options.js'
import type { Revision } from '../../../protocol/revisions/revision.js'

/** A server of a host and its settings. A config file yields these; in code a `Target` is enough. */
export interface ServerSettings {
  /** Undefined if the entry cannot be used; `problem` says why. */
  readonly target?: Target | undefined
  /** A message with file, line, field and what is wrong. */
  readonly problem?: string | undefined
  /** Default: false. */
  readonly isDisabled?: boolean | undefined
  /** Text for people. */
  readonly description?: string | undefined
  /** Time limit for each request, restarted by progress. Default: that of the host. */
  readonly timeoutMs?: number | undefined
  readonly maxTimeoutMs?: number | undefined
  /** Filters tools by the server's own names; `*` stands for any characters. */
  readonly tools?: ToolFilter | undefined
  readonly revision?: Revision | undefined
  /** Overrides the limits of the host. */
  readonly limits?: LimitOptions | undefined
  readonly auth?: AuthOptions | undefined
  /** The position of the entry in a config file. Such a server starts only after consent to its command or URL. */
  readonly source?: ConfigSource | undefined
  /** The variables of the environment whose values are in `target` and `auth`. A consent request to start the server names them. */
  readonly variables?: readonly ConfigVariable[] | undefined
  /** Unknown fields of the entry, unchanged. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/** Selects tools by name. */
export interface ToolFilter {
  /** Default: all. */
  readonly allow?: readonly string[] | undefined
  /** Takes precedence over `allow`. Default: none. */
  readonly block?: readonly string[] | undefined
}

/** The position of an entry in a config file. */
export interface ConfigSource {
  readonly file: string
  /** From 1; undefined if unknown. */
  readonly line?: number | undefined
  /** `mcpServers.notes`. */
  readonly field: string
}

/** A variable of the environment whose value is passed to a server. */
export interface ConfigVariable {
  readonly name: string
  /** The field that the value is in, or a part of: `headers.X-Trace`, `args[1]`. */
  readonly field: string
  /** The value, if the name is that of a secret; it is redacted in the audit log. */
  readonly secret?: string | undefined
}
