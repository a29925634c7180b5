import { digestOfJson } from '../../jsonrpc/digest-of-json.js'
import type { Tool } from '../../protocol/model/tool.js'

/** All that a tool is, as its server gave it. `_meta` says something about it, and may differ from list to list. */
export function definitionOf(tool: Tool): Omit<Tool, '_meta'> {
  const { _meta, ...definition } = tool
  return definition
}

/** SHA-256 of the definition of a tool, as hexadecimal text: the same for as long as nothing but `_meta` changes. */
export function digestDefinition(tool: Tool): Promise<string> {
  return digestOfJson(definitionOf(tool))
}
