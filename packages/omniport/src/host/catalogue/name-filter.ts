import type { ToolFilter } from '../server-settings.js'

/** Whether a name is let through. */
export type NameFilter = (name: string) => boolean

/**
 * A filter by patterns: `*` stands for any characters, also none, and everything else for itself. Takes no longer than looking
 * through a name once for each pattern, however many stars there are.
 */
export function createNameFilter({ allow, block }: ToolFilter = {}): NameFilter {
  const isAllowed = allow === undefined ? () => true : anyOf(allow)
  const isBlocked = anyOf(block ?? [])
  return (name) => isAllowed(name) && !isBlocked(name)
}

function anyOf(patterns: readonly string[]): NameFilter {
  const names = new Set(patterns.filter((pattern) => !pattern.includes('*')))
  const matchers = patterns.filter((pattern) => pattern.includes('*')).map(toMatcher)
  return (name) => names.has(name) || matchers.some((matches) => matches(name))
}

function toMatcher(pattern: string): NameFilter {
  const [start = '', ...rest] = pattern.split('*')
  const end = rest.pop() ?? ''
  const between = rest.filter((part) => part !== '')
  return (name) => {
    if (!name.startsWith(start) || !name.endsWith(end)) return false
    let at = start.length
    // The first place where a part fits leaves most to those after it.
    for (const part of between) {
      const found = name.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return at <= name.length - end.length
  }
}
