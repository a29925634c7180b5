import type { Skill } from '../../skills/skill.js'
import type { Finding } from '../pins/scan/finding.js'

/**
 * A skill of one server. Its identity is the pair of server and URI. Name, description and frontmatter are claims of the
 * server.
 *
 * spec: extensions/skills#skill-uris
 */
export interface HostSkill {
  /** The name for models, unique among the skills of all servers: at most 64 characters of `A-Z a-z 0-9 _ -`. */
  readonly name: string
  /** The name of its server in this host. */
  readonly server: string
  /** The URI of its `SKILL.md` on that server. */
  readonly uri: string
  /** The name that its frontmatter has; other skills may have the same. */
  readonly skill: string
  readonly description: string
  /** The number of its files, or `'dynamic'` if they are generated, so that nothing can be verified. */
  readonly files: number | 'dynamic'
  /** The size of all files; undefined if they are generated. */
  readonly bytes: number | undefined
  /** The frontmatter, and the URIs, digests and sizes of the files. */
  readonly entry: Skill
  /** SHA-256 of the frontmatter and the set of files, in hexadecimal. Decisions and pins are bound to it. */
  readonly definition: string
  /** Estimated tokens of a model's context that name and description take. */
  readonly tokens: number
  /** Suspicious parts of the frontmatter and of the URIs. */
  readonly findings: readonly Finding[]
  readonly state: HostSkillState
}

/**
 * - `allowed`, `denied`: a remembered decision about exactly these files.
 * - `changed`: an earlier version was allowed, this one is decided anew.
 * - `blocked`: it differs from its pin, and `onChangedSkill` is `block`.
 * - `undecided`: none of these; the policy or a person decides when it is loaded.
 */
export type HostSkillState = 'allowed' | 'denied' | 'changed' | 'blocked' | 'undecided'
