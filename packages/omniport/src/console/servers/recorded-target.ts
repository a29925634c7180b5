import type { ServerSettings } from '../../entries/host.js'

/** What a recording says of a server, without its secrets. */
export function recordedTarget({ target }: ServerSettings) {
  const secrets: readonly string[] = []
  if (typeof target === 'string' || target instanceof URL) return { target: { url: String(target) }, secrets }
  if (typeof target === 'object' && 'url' in target) return { target: { url: String(target.url) }, secrets }
  if (typeof target === 'object' && 'command' in target) {
    const { command, args = [], env } = target
    return { target: { command, args }, env, secrets }
  }
  return { target: { command: 'program', args: [] }, secrets }
}
