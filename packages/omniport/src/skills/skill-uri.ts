import { skillFileName } from './skill.js'

const ending = `/${skillFileName}`

/** The directory of a skill by the URI of its `SKILL.md`, without a slash at the end. Undefined for any other URI. */
export function skillRootOf(uri: string): string | undefined {
  return uri.endsWith(ending) && hasPlainPath(uri) ? uri.slice(0, -ending.length) : undefined
}

/** The name that a skill must have by the URI of its `SKILL.md`: the last segment of its directory. */
export function skillNameOf(uri: string): string | undefined {
  const root = skillRootOf(uri)
  return root?.slice(root.lastIndexOf('/') + 1)
}

/** True if a URI is of a file in a directory, at any depth. */
export function isWithin(root: string, uri: string): boolean {
  return uri.startsWith(`${root}/`) && hasPlainPath(uri)
}

/**
 * The URI of a file that a skill refers to by a relative path. Undefined if the path is absolute or leaves the skill.
 *
 * spec: extensions/skills#relative-references
 */
export function resolveInSkill(root: string, path: string): string | undefined {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '.') continue
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined
    } else segments.push(segment)
  }
  const uri = `${root}/${segments.join('/')}`
  return isWithin(root, uri) ? uri : undefined
}

/**
 * True if every segment after the scheme names something: none is empty, or steps up or stays once it is decoded, and nothing
 * follows the path. What is compared as text is then the same place to whoever normalises it.
 */
function hasPlainPath(uri: string): boolean {
  const start = uri.indexOf('://')
  if (start < 1 || /[?#\\\s]/.test(uri)) return false
  return uri
    .slice(start + 3)
    .split('/')
    .every(isPlainSegment)
}

/** True if a segment of a path names something: it is not empty, and steps nowhere else once it is decoded. */
export function isPlainSegment(segment: string): boolean {
  const decoded = segment.replace(/%2e/gi, '.')
  return decoded !== '' && decoded !== '.' && decoded !== '..' && !/%(?:2f|5c|00)/i.test(segment)
}
