import { functionValue, objectValue, stringValue } from '../../protocol/options/option-checks.js'
import { frontmatterProblem } from '../../skills/frontmatter-problem.js'
import { type SkillFrontmatter, skillFileName, skillLimits } from '../../skills/skill.js'
import { isPlainSegment } from '../../skills/skill-uri.js'
import { type Check, checkOptions, mustBe, required } from '../../values/options/check-options.js'
import { mimeTypeOf } from './mime-type-of.js'
import type { SkillFile, SkillSource } from './skill-source.js'
import { serveSkills } from './skills-service.js'

/** The options of `skill()`. */
export interface SkillOptions {
  /** 1 to 64 lowercase letters, digits and single hyphens. */
  readonly name: string
  /** What the skill does, and when to use it. 1 to 1,024 characters. */
  readonly description: string
  /** What an agent reads: the text of `SKILL.md` after its frontmatter, in Markdown. */
  readonly instructions: string
  /** The directories above, such as `acme/billing`. Default: none. */
  readonly prefix?: string | undefined
  /** Other fields of the frontmatter, such as `license`. Values are what JSON can express. Default: none. */
  readonly frontmatter?: Readonly<Record<string, unknown>> | undefined
  /**
   * Other files by their path within the skill, such as `references/forms.md`. A function generates the file at each read; a
   * skill that has one offers no digests, and hosts may refuse it. Default: none.
   */
  readonly files?: Readonly<Record<string, SkillFileContent>> | undefined
}

/** The content of a file of a skill, or a function that generates it. */
export type SkillFileContent = string | Uint8Array | (() => string | Uint8Array | Promise<string | Uint8Array>)

/**
 * Defines a skill: instructions that an agent follows, with the files that they refer to. For `skills` of `createServer`.
 *
 * @throws TypeError naming the option that is unknown or not what it must be.
 *
 * spec: extensions/skills#skill-format
 */
export function skill(options: SkillOptions): SkillSource {
  const {
    name,
    description,
    instructions,
    prefix,
    frontmatter: more,
    files = {},
  } = checkOptions('skill', options, createChecks())
  const frontmatter: SkillFrontmatter = { name, description, ...more }
  const path = [...(prefix?.split('/') ?? []), name]
  const served = new Map([[skillFileName, toFile(skillFileName, textOf(frontmatter, instructions))]])
  for (const [file, content] of Object.entries(files)) {
    const segments = file.split('/')
    if (file === skillFileName || !segments.every(isPlainSegment)) {
      throw mustBe('skill: files', 'named by paths within the skill, other than SKILL.md', file)
    }
    served.set(file, toFile(file, content))
  }
  if (served.size > skillLimits.files) throw mustBe('skill: files', `${skillLimits.files - 1} or fewer`, served.size)
  const folder = { path, frontmatter: JSON.parse(JSON.stringify(frontmatter)), files: served }
  return { skills: [folder], watch: () => () => {}, serve: serveSkills }
}

const nameValue: Check = (path, value) => {
  const problem = frontmatterProblem({ name: value, description: 'x' })
  if (problem !== undefined) throw new TypeError(`${path} ${problem.replace(/^name /, '')}`)
}

const descriptionValue: Check = (path, value) => {
  const problem = frontmatterProblem({ name: 'x', description: value })
  if (problem !== undefined) throw new TypeError(`${path} ${problem.replace(/^description /, '')}`)
}

const prefixValue: Check = (path, value) => {
  if (typeof value === 'string' && value.split('/').every(isPlainSegment)) return
  throw mustBe(path, 'names of directories with slashes between them, such as "acme/billing"', value)
}

const moreFields: Check = (path, value) => {
  objectValue(path, value)
  const own = ['name', 'description'].find((field) => Object.hasOwn(value as object, field))
  if (own !== undefined) throw new TypeError(`${path} must not have ${own}: it is an option of its own`)
}

const filesByPath: Check = (path, value) => {
  objectValue(path, value)
  for (const [name, content] of Object.entries(value as object)) {
    if (typeof content === 'string' || content instanceof Uint8Array) continue
    if (typeof content !== 'function') throw mustBe(`${path}["${name}"]`, 'text, bytes or a function', content)
    functionValue(path, content)
  }
}

/** A function, so that bundlers leave it out where there are no skills. */
function createChecks() {
  return {
    name: required(nameValue),
    description: required(descriptionValue),
    instructions: required(stringValue),
    prefix: prefixValue,
    frontmatter: moreFields,
    files: filesByPath,
  }
}

/** JSON is YAML, so no other writer is needed. */
function textOf(frontmatter: SkillFrontmatter, instructions: string): string {
  const fields = Object.entries(frontmatter).map(
    ([field, value]) => `${JSON.stringify(field)}: ${JSON.stringify(value)}\n`,
  )
  return `---\n${fields.join('')}---\n\n${instructions}\n`
}

function toFile(path: string, content: SkillFileContent): SkillFile {
  const mimeType = mimeTypeOf(path)
  if (typeof content === 'function') {
    return { mimeType, describe: undefined, read: async () => toBytes(await content()) }
  }
  const bytes = toBytes(content)
  let described: ReturnType<NonNullable<SkillFile['describe']>> | undefined
  const describe = async () => {
    const { digestOfBytes } = await import('../../skills/digest-of-bytes.js')
    return { digest: await digestOfBytes(bytes), size: bytes.length }
  }
  return {
    mimeType,
    describe: () => {
      described ??= describe()
      return described
    },
    read: async () => bytes,
  }
}

/** A copy: what an author changes later is not served. */
function toBytes(content: unknown): Uint8Array<ArrayBuffer> {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  if (content instanceof Uint8Array) return Uint8Array.from(content)
  throw mustBe('skill: a file', 'text or bytes', content)
}
