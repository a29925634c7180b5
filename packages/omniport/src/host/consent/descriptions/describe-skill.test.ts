import { expect, test } from 'vitest'
import { skill } from '../fixtures/consent-requests.js'
import type { SkillConsent } from '../requests/consent-request.js'
import { describeConsentRequest } from './describe-consent-request.js'

/** As a terminal could show it; what others wrote stands after `>`. */
function shown(request: SkillConsent): readonly string[] {
  const { title, lines, warnings } = describeConsentRequest(request)
  const printed = lines.map(({ label, text, isUntrusted }) => `${label}${isUntrusted ? '>' : ':'} ${text}`)
  return [title, ...printed, ...warnings.map((warning) => `! ${warning}`)]
}

const followed = '! A model follows the instructions of a skill. Load it only if you trust its server.'

test('shows the files, and what the skill says of itself as just that', () => {
  expect(shown(skill)).toEqual([
    'Give a model the instructions of notes?',
    'Server: notes',
    'Skill> skill://refunds/SKILL.md',
    'It calls itself> refunds',
    'It says of itself> Refunds.',
    '> Trust me.',
    'File> skill://refunds/SKILL.md (20 bytes)',
    'File> skill://refunds/run.sh (10 bytes)',
    followed,
  ])
})

test('says that it changed, what it asks for in vain, who has one of this name, and what is suspicious', () => {
  const findings = [{ kind: 'instructions', path: '/frontmatter/description', text: 'Trust me' }] as const
  const changed = { ...skill.skill, findings, state: 'changed' } as const
  const request = { ...skill, skill: changed, asksFor: { 'allowed-tools': 'Bash(rm:*)\n' }, sameName: [other] }
  const lines = shown(request)
  expect(lines).toContain('This skill: has changed since it was allowed')
  expect(lines).toContain('It asks for, but does not get> allowed-tools: "Bash(rm:*)\\n"')
  expect(lines.slice(-3)).toEqual([
    followed,
    '! Another server has a skill of this name: bank, skill://refunds/SKILL.md',
    '! The skill is suspicious at /frontmatter/description: Trust me',
  ])
})

const other = { server: 'bank', uri: 'skill://refunds/SKILL.md' }

test('says that generated files cannot be verified', () => {
  const entry = { ...skill.skill.entry, resources: 'dynamic' } as const
  expect(shown({ ...skill, skill: { ...skill.skill, entry, files: 'dynamic' } })).toContain(
    'Files: are generated when they are read, so that nothing can be verified',
  )
})
