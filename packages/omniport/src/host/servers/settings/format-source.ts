import type { ConfigSource } from './server-settings.js'

/** `mcp.json:12`, for people. */
export function formatSource({ file, line }: ConfigSource): string {
  return line === undefined ? file : `${file}:${line}`
}
