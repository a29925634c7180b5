import { canonicalJson } from '../values/json/canonical-json.js'
import { isObject } from '../values/json/is-object.js'
import { isDeepYaml } from '../values/text/is-deep-yaml.js'
import { frontmatterProblem } from './frontmatter-problem.js'
import type { SkillFrontmatter } from './skill.js'

/**
 * The frontmatter of the text of a `SKILL.md`. The parser is loaded with the first.
 *
 * Rejects with a `SyntaxError` that says what is wrong, if there is none, if it is not YAML that JSON can express, or if it lacks
 * a `name` or `description` that the Agent Skills specification allows.
 *
 * spec: extensions/skills#skill-format
 */
export async function parseFrontmatter(text: string): Promise<SkillFrontmatter> {
  const [, yaml] = block.exec(text) ?? []
  if (yaml === undefined) throw new SyntaxError('SKILL.md must begin with frontmatter: YAML between two lines "---"')
  if (yaml.length > maxLength) throw new SyntaxError(`the frontmatter is longer than ${maxLength} characters`)
  const value = await parseYaml(yaml)
  if (!isObject(value)) throw new SyntaxError('the frontmatter must be a map of fields')
  const problem = frontmatterProblem(value)
  if (problem !== undefined) throw new SyntaxError(`the frontmatter: ${problem}`)
  return value as SkillFrontmatter
}

/** Tells if two frontmatters have the same content, in whatever order. */
export function isSameFrontmatter(one: SkillFrontmatter, other: SkillFrontmatter): boolean {
  return differentField(one, other) === undefined
}

/** The first field whose content differs between two frontmatters, or that only one of them has. */
export function differentField(one: SkillFrontmatter, other: SkillFrontmatter): string | undefined {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...fields].find((field) => contentOf(one, field) !== contentOf(other, field))
}

function contentOf(frontmatter: SkillFrontmatter, field: string): string | undefined {
  return Object.hasOwn(frontmatter, field) ? canonicalJson(frontmatter[field]) : undefined
}

const block = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/

const maxLength = 64 * 1024

/** Aliases count too: a few hundred bytes of them can expand to gigabytes. */
const maxAliasCount = 100

async function parseYaml(text: string): Promise<unknown> {
  // By name: what is not named is left out of the bundle.
  const { Lexer, parseDocument } = await import('yaml')
  if (isDeepYaml(text, new Lexer())) throw new SyntaxError('the frontmatter nests too deeply')
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' })
  const [error] = document.errors
  if (error !== undefined) {
    const line = text.slice(0, error.pos[0]).split('\n').length + 1
    throw new SyntaxError(
      `the frontmatter is not YAML (line ${line}): ${error.code.replaceAll('_', ' ').toLowerCase()}`,
    )
  }
  try {
    // As it would travel: what JSON cannot express becomes what it travels as, on both sides alike.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount })) ?? 'null')
  } catch (cause) {
    throw new SyntaxError('the frontmatter has too many aliases, or values that JSON cannot express', { cause })
  }
}
