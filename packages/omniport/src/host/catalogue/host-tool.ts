import type { Tool } from '../../protocol/model/tool.js'

/** A tool of one server, under a name unique among all servers. */
export interface HostTool extends Tool {
  /** The name for models: at most 64 characters of `A-Z a-z 0-9 _ -`. */
  readonly name: string
  /** The name of its server. */
  readonly server: string
  /** The tool's name on its server. */
  readonly tool: string
  /** SHA-256 of the definition as listed by the server, in hexadecimal. */
  readonly definition: string
  /** Estimated tokens of a model's context that name, description and input schema take. */
  readonly tokens: number
}
