import type { RevisionProfile } from '../protocol/profile.js'

/**
 * The capability that a server must have declared to be asked `method`; undefined where none is needed.
 *
 * spec: basic/lifecycle#operation
 */
export function requiredCapability(
  method: string,
  { era, completionsCapability, tasks }: RevisionProfile,
): string | undefined {
  if (method === 'tools/call') return 'tools'
  const [area = ''] = method.split('/')
  if (area === 'completion') return completionsCapability ? 'completions' : undefined
  if (area === 'logging') return era === 'legacy' ? 'logging' : undefined
  if (area === 'tasks') return tasks === 'core' ? 'tasks' : undefined
  return areas.has(area) ? area : undefined
}

const areas: ReadonlySet<string> = new Set(['tools', 'resources', 'prompts'])
