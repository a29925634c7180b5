import type { ReadResourceResult } from '../../protocol/model/results.js'
import { skillExcess, skillProblem } from '../../skills/check-skill.js'
import { differentField, parseFrontmatter } from '../../skills/parse-frontmatter.js'
import { type Skill, type SkillFrontmatter, skillFileName } from '../../skills/skill.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { cloneJson } from '../../values/json/clone-json.js'
import { truncate } from '../../values/text/truncate.js'
import type { CallOptions } from '../call-options.js'
import type { LoadedSkill } from './loaded-skill.js'
import { SkillFiles } from './skill-files.js'

/** Requests the contents of a resource. */
export type ReadSkillResource = (uri: string, options?: CallOptions) => Promise<ReadResourceResult>

/**
 * Reads the `SKILL.md` of a skill, and holds it to the entry.
 *
 * Rejects with OmniportError `invalid_result` if the entry is malformed or the file is not what it says, and with `limit` if the
 * skill is larger than every host accepts: then nothing is read.
 *
 * spec: extensions/skills#integrity-and-verification
 */
export async function loadSkill(
  given: Skill,
  readResource: ReadSkillResource,
  options?: CallOptions,
): Promise<LoadedSkill> {
  const entry = checkedCopy(given)
  const files = new SkillFiles(entry, readResource)
  const { text } = await files.read(skillFileName, options)
  if (text === undefined) throw mismatch(entry, 'it is not UTF-8')
  await assertSameFrontmatter(entry, text)
  return { entry, text, read: (path, options) => files.read(path, options) }
}

/** A copy: the files stay held to it, whatever becomes of the one that was given. */
function checkedCopy(given: Skill): Skill {
  const copy = cloneJson(given)
  const problem = skillProblem(copy)
  if (problem !== undefined) throw new OmniportError('invalid_result', `The entry of a skill: ${problem}`)
  const entry = copy as Skill // as it was just checked
  const tooLarge = skillExcess(entry)
  if (tooLarge === undefined) return entry
  throw new OmniportError('limit', `The skill ${truncate(entry.uri)} ${tooLarge}: it is not read`)
}

/** spec: extensions/skills#frontmatter-verification */
async function assertSameFrontmatter(entry: Skill, text: string): Promise<void> {
  let frontmatter: SkillFrontmatter
  try {
    frontmatter = await parseFrontmatter(text)
  } catch (reason) {
    if (reason instanceof SyntaxError) throw mismatch(entry, reason.message, reason)
    throw reason
  }
  const field = differentField(frontmatter, entry.frontmatter)
  if (field === undefined) return
  throw mismatch(entry, `the field "${truncate(field, 64)}" of its frontmatter is not that of its entry`)
}

function mismatch({ uri }: Skill, problem: string, cause?: unknown): OmniportError {
  return new OmniportError('invalid_result', `${truncate(uri)}: ${problem}`, { cause })
}
