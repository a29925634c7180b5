import type { Tool } from '../../protocol/model/tool.js'
import type { HostTool } from '../catalogue/host-tool.js'

/** A tool as its server gave it, under its name there. */
export function toTool(hostTool: HostTool): Tool {
  const { server, tool: name, definition, tokens, ...rest } = hostTool
  return { ...rest, name }
}
