import type { SkillConsent } from '../requests/consent-request.js'
import type { Description, DescriptionLine } from './description.js'
import { trusted, untrusted } from './description-lines.js'

/** Describes the loading of a skill. The server's own texts are marked as untrusted. spec: extensions/skills#security-considerations */
export function describeSkill({ skill, asksFor, sameName }: SkillConsent, server: string): Description {
  const { entry, findings } = skill
  const others = sameName.map((other) => `Another server has a skill of this name: ${other.server}, ${other.uri}`)
  const suspicious = findings.map(({ path, text }) => `The skill is suspicious at ${path}: ${text}`)
  return {
    title: `Give a model the instructions of ${server}?`,
    lines: [
      ...untrusted('Skill', skill.uri),
      ...untrusted('It calls itself', skill.skill),
      ...untrusted('It says of itself', skill.description),
      ...(skill.state === 'changed' ? trusted('This skill', 'has changed since it was allowed') : []),
      ...describeFiles(entry.resources),
      ...Object.entries(asksFor).flatMap(([field, value]) =>
        untrusted('It asks for, but does not get', `${field}: ${JSON.stringify(value)}`),
      ),
    ],
    warnings: [followsThem, ...others, ...suspicious],
  }
}

const followsThem = 'A model follows the instructions of a skill. Load it only if you trust its server.'

function describeFiles(resources: SkillConsent['skill']['entry']['resources']): readonly DescriptionLine[] {
  if (resources === 'dynamic')
    return trusted('Files', 'are generated when they are read, so that nothing can be verified')
  return resources.flatMap(({ uri, size }) => untrusted('File', `${uri} (${size} bytes)`))
}
