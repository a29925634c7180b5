import { describe, expect, test } from 'vitest'
import { call, form, launch, skill } from '../fixtures/consent-requests.js'
import { bindConsentRequest, isApprovalMemorable } from './bind-consent-request.js'
import type { AppConsent, ConsentRequest, SkillConsent } from './consent-request.js'
import { subjectOf } from './subject-of.js'

const binding = async (request: ConsentRequest) => (await bindConsentRequest(request, launch)).binding

const app: AppConsent = {
  type: 'app',
  server: 'notes',
  tool: call().tool,
  app: { uri: 'ui://notes/page', definition: 'd1', bytes: 5 },
}

const skillWith = (more: Partial<SkillConsent['skill']>): SkillConsent => ({
  ...skill,
  skill: { ...skill.skill, ...more },
})
const appWith = (more: Partial<AppConsent['app']>): AppConsent => ({ ...app, app: { ...app.app, ...more } })

describe('a decision about a skill', () => {
  test('is bound to its URI and its definition', async () => {
    const bound = await binding(skill)
    expect(await binding(skillWith({ name: 'other', state: 'changed' }))).toBe(bound)
    expect(await binding(skillWith({ uri: 'skill://other/SKILL.md' }))).not.toBe(bound)
    expect(await binding(skillWith({ definition: 'd2' }))).not.toBe(bound)
  })

  test('holds further than this once unless its files are generated', () => {
    expect(isApprovalMemorable(skill)).toBe(true)
    expect(isApprovalMemorable(skillWith({ files: 'dynamic' }))).toBe(false)
    expect(isApprovalMemorable(form)).toBe(true)
  })
})

describe('a decision about an app', () => {
  test('is bound to its URI and its definition', async () => {
    const bound = await binding(app)
    expect(await binding(appWith({ bytes: 6 }))).toBe(bound)
    expect(await binding(appWith({ uri: 'ui://other' }))).not.toBe(bound)
    expect(await binding(appWith({ definition: 'd2' }))).not.toBe(bound)
  })

  test('does not hold for calls of a model, nor one for those of an app', async () => {
    const ofApp: ConsentRequest = { ...call(), isFromApp: true }
    expect(await binding(ofApp)).not.toBe(await binding(call()))
    expect(await binding({ ...call(), isFromApp: false })).toBe(await binding(call()))
  })
})

test('the subject of a skill or an app is its URI', () => {
  expect([subjectOf(skill), subjectOf(app)]).toEqual(['skill://refunds/SKILL.md', 'ui://notes/page'])
})
