/** The extension by which servers serve skills. spec: extensions/skills#extension-identifier */
export const skillsExtension = 'io.modelcontextprotocol/skills'

/** The file that every skill has at its root. */
export const skillFileName = 'SKILL.md'

/** Every host accepts skills up to these sizes. spec: extensions/skills#limits */
export const skillLimits = { files: 512, bytes: 16 * 1024 * 1024 } as const

/**
 * The entry of a skill: what `skills/list` and `skills/get` return. It is a manifest, not the content.
 *
 * spec: extensions/skills#skill-entries
 */
export interface Skill {
  /** The URI of its `SKILL.md`. Two servers can have different skills with one URI. */
  readonly uri: string
  /** The frontmatter of its `SKILL.md`, as its author wrote it. */
  readonly frontmatter: SkillFrontmatter
  /** All its files, or `'dynamic'` if they are generated, so that nothing can be verified. */
  readonly resources: readonly SkillResource[] | 'dynamic'
}

/** The frontmatter of a skill. All other fields that its author wrote are there too. spec: extensions/skills#frontmatter */
export interface SkillFrontmatter {
  /** 1 to 64 lowercase letters, digits and single hyphens. A label: other skills may have the same. */
  readonly name: string
  /** What the skill does, and when to use it. 1 to 1,024 characters. */
  readonly description: string
  readonly [field: string]: unknown
}

/** A file of a skill. spec: extensions/skills#resources */
export interface SkillResource {
  readonly uri: string
  /** SHA-256 of its bytes: `sha256:` and 64 lowercase hexadecimal digits. */
  readonly digest: string
  /** In bytes. */
  readonly size: number
}
