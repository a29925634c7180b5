import type { ElicitAction } from '../../protocol/model/elicitation.js'
import { mustBe } from '../../server/definitions/check-options.js'

/** What a handler of forms or pages gave as an action. @throws TypeError for what is none. */
export function parseAction(handler: 'elicit' | 'elicitUrl', given: unknown): ElicitAction {
  if (given === 'accept' || given === 'decline' || given === 'cancel') return given
  throw mustBe(`createHost: the action that ${handler} gives`, '"accept", "decline" or "cancel"', given)
}
