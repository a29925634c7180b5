import { isObject } from '../values/json/is-object.js'
import { type Skill, type SkillResource, skillLimits } from './skill.js'
import { isWithin, skillNameOf, skillRootOf } from './skill-uri.js'

/**
 * The first problem of the entry of a skill that a server sent; undefined if it is well-formed and complete.
 *
 * spec: extensions/skills#skill-entries
 */
export function skillProblem(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'must be an object'
  const { uri, frontmatter, resources } = entry
  if (typeof uri !== 'string') return 'uri must be a string'
  const root = skillRootOf(uri)
  if (root === undefined) return 'uri must be the URI of a SKILL.md'
  if (!isObject(frontmatter)) return 'frontmatter must be an object'
  const wrong = ['name', 'description'].find((field) => typeof frontmatter[field] !== 'string')
  if (wrong !== undefined) return `frontmatter.${wrong} must be a string`
  if (frontmatter['name'] !== skillNameOf(uri)) return 'frontmatter.name must be the last directory of uri'
  return resources === 'dynamic' ? undefined : resourcesProblem(resources, uri, root)
}

function resourcesProblem(resources: unknown, uri: string, root: string): string | undefined {
  if (!Array.isArray(resources)) return 'resources must be an array or "dynamic"'
  const seen = new Set<string>()
  for (const [index, resource] of resources.entries()) {
    const problem = resourceProblem(resource, root)
    if (problem !== undefined) return `resources[${index}]${problem}`
    const one = (resource as SkillResource).uri
    if (seen.has(one)) return `resources[${index}].uri is there twice`
    seen.add(one)
  }
  return seen.has(uri) ? undefined : 'resources must have the SKILL.md'
}

function resourceProblem(resource: unknown, root: string): string | undefined {
  if (!isObject(resource)) return ' must be an object'
  const { uri, digest, size } = resource
  if (typeof uri !== 'string' || !isWithin(root, uri)) return '.uri must be a file of the skill'
  if (typeof digest !== 'string' || !digestPattern.test(digest))
    return '.digest must be sha256: and 64 hexadecimal digits'
  return Number.isSafeInteger(size) && (size as number) >= 0 ? undefined : '.size must be a number of bytes'
}

const digestPattern = /^sha256:[0-9a-f]{64}$/

/** Says why a skill is larger than every host accepts; undefined if it is not. spec: extensions/skills#limits */
export function skillExcess({ resources }: Skill): string | undefined {
  if (resources === 'dynamic') return undefined
  if (resources.length > skillLimits.files) return `has ${resources.length} files, more than ${skillLimits.files}`
  const bytes = resources.reduce((sum, { size }) => sum + size, 0)
  return bytes > skillLimits.bytes ? `has ${bytes} bytes, more than ${skillLimits.bytes}` : undefined
}
