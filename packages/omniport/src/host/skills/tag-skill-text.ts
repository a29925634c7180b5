import { visibleText } from '../consent/descriptions/visible-text.js'
import type { HostSkill } from './host-skill.js'

/**
 * Puts the content of a file of a skill into an element that names the server, for a model. Content that looks like the start or
 * the end of such an element is escaped, so that no skill can speak as another.
 *
 * spec: extensions/skills#security-considerations
 */
export function tagSkillText(
  element: 'skill' | 'skill-file',
  { server, uri }: Pick<HostSkill, 'server' | 'uri'>,
  text: string,
): string {
  const content = text.replace(/<(?=[\s/\p{Default_Ignorable_Code_Point}]*skill)/giu, '&lt;')
  return `<${element} server="${quoted(server)}" uri="${quoted(uri)}">\n${content}\n</${element}>`
}

function quoted(text: string): string {
  return visibleText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
