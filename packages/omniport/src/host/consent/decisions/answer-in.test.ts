import { expect, test } from 'vitest'
import { skill } from '../fixtures/consent-requests.js'
import type { SkillConsent } from '../requests/consent-request.js'
import type { Decision } from './decision.js'
import { answerIn } from './remembered-decisions.js'

const generated: SkillConsent = { ...skill, skill: { ...skill.skill, files: 'dynamic' } }
const bound = { binding: 'b' }

function decided(answer: Decision['answer']): readonly Decision[] {
  return [{ id: '1', type: 'skill', server: 'notes', subject: 's', binding: 'b', scope: 'always', at: 0, answer }]
}

test('an approval that is stored of a skill that is generated holds for nothing, a denial holds', () => {
  expect(answerIn(decided('allow'), skill, bound)).toBe('allow')
  expect(answerIn(decided('allow'), generated, bound)).toBeUndefined()
  expect(answerIn(decided('deny'), generated, bound)).toBe('deny')
})
