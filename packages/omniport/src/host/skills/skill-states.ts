import type { Decision } from '../consent/decisions/decision.js'
import { answerIn } from '../consent/decisions/remembered-decisions.js'
import { bindConsentRequest } from '../consent/requests/bind-consent-request.js'
import type { SkillConsent } from '../consent/requests/consent-request.js'
import { subjectOf } from '../consent/requests/subject-of.js'
import type { HostServices } from '../host-services.js'
import type { Launch } from '../servers/settings/launch.js'
import type { HostSkill, HostSkillState } from './host-skill.js'

export interface SkillsOfServer {
  readonly server: string
  readonly launch: Launch
  /** Their state is not known yet. */
  readonly skills: readonly Omit<HostSkill, 'state'>[]
}

/** Finds the state of each skill of a server by its pins and the remembered decisions. Rejects as these stores do. */
export async function withStates(
  { server, launch, skills }: SkillsOfServer,
  { consent, skillPins, options }: Pick<HostServices, 'consent' | 'skillPins' | 'options'>,
): Promise<readonly HostSkill[]> {
  const [pins, all] = await Promise.all([skillPins.of(server), consent.list()])
  const decisions = all.filter((decision) => decision.type === 'skill' && decision.server === server)
  const stateOf = async (skill: HostSkill): Promise<HostSkillState> => {
    const pin = pins.get(skill.uri)
    const isOther = pin !== undefined && pin.definition !== skill.definition
    if (isOther && options.onChangedSkill === 'block') return 'blocked'
    const request: SkillConsent = { type: 'skill', server, skill, asksFor: {}, sameName: [] }
    const answer = answerIn(decisions, request, await bindConsentRequest(request, launch))
    if (answer !== undefined) return answer === 'allow' ? 'allowed' : 'denied'
    const wasAllowed = pin === undefined && decisions.some((decision) => isAllowed(decision, request))
    return isOther || wasAllowed ? 'changed' : 'undecided'
  }
  const found = skills.map(async (skill) => {
    const undecided = { ...skill, state: 'undecided' } as const
    return Object.freeze({ ...undecided, state: await stateOf(undecided) })
  })
  return Promise.all(found)
}

/** True for an approval of another version, which has no pin if the pins are of this process only. */
function isAllowed({ answer, subject }: Decision, request: SkillConsent): boolean {
  return answer === 'allow' && subject === subjectOf(request)
}
