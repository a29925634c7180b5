import type { RunOptions } from '../command-line/invocation.js'

/** The options of `gateway` beside those of other verbs. */
export interface GatewayFlags
  extends Pick<RunOptions, 'config' | 'port' | 'host' | 'allowedHost' | 'timeout' | 'json' | 'text'> {
  /** One client over stdin and stdout, in place of HTTP. */
  readonly stdio?: true | undefined
  /** Two tools in place of all: one that finds tools, and one that calls them. */
  readonly search?: true | undefined
  /** Blocks tools whose definition is not that in `mcp.lock`, beside the config file. */
  readonly pin?: true | undefined
  readonly isolation?: 'principal' | 'session' | 'shared' | undefined
  /** The variable with the token that callers send. */
  readonly tokenEnv?: string | undefined
  /** Endpoints and the names of their servers. Empty: one endpoint with all. */
  readonly endpoint: readonly EndpointFlag[]
}

/** `--endpoint work=notes,files`. */
export interface EndpointFlag {
  readonly name: string
  readonly servers: readonly string[]
}
