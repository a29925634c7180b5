import type { AuthOptions } from '../../../auth/client/auth-options.js'
import type { Target } from '../../../client/connect/targets/target.js'
import type { LimitOptions } from '../../../protocol/limits/limit-options.js'
import type { Revision } from '../../../protocol/revisions/revision.js'

/** A server of a host, and how it is treated. A config file gives these; in code a `Target` is enough. */
export interface ServerSettings {
  /** Undefined: it cannot be used, and `problem` says why. */
  readonly target?: Target | undefined
  /** For people: the file, the line, the field and what is wrong with it. */
  readonly problem?: string | undefined
  /** Default: false. */
  readonly isDisabled?: boolean | undefined
  /** For people. */
  readonly description?: string | undefined
  /** For the answer to each request, restarted by progress. Default: that of the host. */
  readonly timeoutMs?: number | undefined
  readonly maxTimeoutMs?: number | undefined
  /** Names of tools as the server gives them, where `*` stands for any characters. */
  readonly tools?: ToolFilter | undefined
  readonly revision?: Revision | undefined
  /** Over those of the host. */
  readonly limits?: LimitOptions | undefined
  readonly auth?: AuthOptions | undefined
  /** Where a file has it. Such a server is started only after a person or a policy agreed to its command or address. */
  readonly source?: ConfigSource | undefined
  /** Fields of the file that mean nothing here, as they were. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/** Which tools are let through. */
export interface ToolFilter {
  /** Default: all. */
  readonly allow?: readonly string[] | undefined
  /** Over `allow`. Default: none. */
  readonly block?: readonly string[] | undefined
}

/** Where an entry of a config file stands. */
export interface ConfigSource {
  readonly file: string
  /** From 1; undefined where the format does not tell. */
  readonly line?: number | undefined
  /** `mcpServers.notes`. */
  readonly field: string
}
