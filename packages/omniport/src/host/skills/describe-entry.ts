import { skillExcess } from '../../skills/check-skill.js'
import { frontmatterProblem } from '../../skills/frontmatter-problem.js'
import type { Skill } from '../../skills/skill.js'
import { skillRootOf } from '../../skills/skill-uri.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { cloneJson } from '../../values/json/clone-json.js'
import { constantJson } from '../../values/json/constant-json.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import { truncate } from '../../values/text/truncate.js'
import { countTokens } from '../catalogue/estimate-tokens.js'
import { type NameChoices, skillNameChoices } from '../catalogue/tool-names.js'
import { textsOf } from '../pins/scan/definition-texts.js'
import { scanTexts } from '../pins/scan/scan-tool.js'
import type { HostSkill } from './host-skill.js'

/** A skill before its name and its state are known. */
export interface DescribedSkill extends Omit<HostSkill, 'name' | 'state'> {
  readonly names: NameChoices
}

/**
 * Describes the entry of a skill that a server sent and the client has checked.
 *
 * Rejects with OmniportError `invalid_result` for a name or description that no skill may have, and with `limit` for a skill that is
 * larger than every host accepts. spec: extensions/skills#limits
 */
export async function describeEntry(server: string, given: Skill): Promise<DescribedSkill> {
  const { uri } = given
  const problem = frontmatterProblem(given.frontmatter)
  if (problem !== undefined) throw new OmniportError('invalid_result', `The skill ${truncate(uri)}: ${problem}`)
  const tooLarge = skillExcess(given)
  if (tooLarge !== undefined) throw new OmniportError('limit', `The skill ${truncate(uri)} ${tooLarge}: it is not used`)
  const entry: Skill = constantJson(cloneJson(given) as Skill)
  const { frontmatter, resources } = entry
  const { name: skill, description } = frontmatter
  const files = resources === 'dynamic' ? [] : resources
  return {
    server,
    uri,
    skill,
    description,
    files: resources === 'dynamic' ? 'dynamic' : resources.length,
    bytes: resources === 'dynamic' ? undefined : resources.reduce((sum, { size }) => sum + size, 0),
    entry,
    definition: await definitionOf(entry),
    tokens: countTokens(JSON.stringify({ name: skill, description })),
    findings: [
      ...scanTexts(textsOf('/frontmatter', frontmatter)),
      ...scanTexts(
        textsOf(
          '/resources',
          files.map((file) => file.uri),
        ),
      ),
    ],
    names: await skillNameChoices(server, uri, pathOf(uri)),
  }
}

/** The order in which a server lists the files does not matter. spec: extensions/skills#security-considerations */
function definitionOf({ uri, frontmatter, resources }: Skill): Promise<string> {
  const set = resources === 'dynamic' ? resources : resources.map((file) => [file.uri, file.digest, file.size]).sort()
  return digestOfJson([uri, frontmatter, set])
}

/** The names of the directories, without the scheme. */
function pathOf(uri: string): readonly string[] {
  const root = skillRootOf(uri) ?? uri
  return root.slice(root.indexOf('://') + 3).split('/')
}

/**
 * The fields of a frontmatter that may ask for rights: all but those that are known to be descriptions.
 *
 * spec: extensions/skills#security-considerations
 */
export function fieldsThatAsk({ frontmatter }: Skill): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(frontmatter).filter(([field]) => !descriptions.has(field)))
}

const descriptions: ReadonlySet<string> = new Set(['name', 'description', 'license', 'compatibility', 'metadata'])
