import type { Tool } from '../../protocol/model/tool.js'

/** A tool of one server, under a name that is its own among all servers. */
export interface HostTool extends Tool {
  /** What a model is given and calls: 64 characters of `A-Z a-z 0-9 _ -` at most. */
  readonly name: string
  /** The server it is of. */
  readonly server: string
  /** What its server calls it. */
  readonly tool: string
  /** SHA-256 of the definition as the server gave it, as hexadecimal text. */
  readonly definition: string
  /** About how many tokens of a model's context name, description and input schema take. */
  readonly tokens: number
}
