import type { ConnectOptions } from '../../client/connect-options.js'
import type { ElicitAnswer } from '../../protocol/model/elicitation.js'
import type { FormValues } from '../../schema/schema.js'
import type { HostOptions } from '../host-options.js'
import type { InputHandlerOptions } from './answers-options.js'
import { requestConsent } from './decide.js'
import { parseAction } from './to-action.js'

/**
 * Puts the forms of one server before a person, who is told which server it is. One that is not allowed is declined.
 *
 * spec: client/elicitation#user-interaction-model
 */
export function createFormHandler(
  options: InputHandlerOptions,
  elicit: NonNullable<HostOptions['elicit']>,
): NonNullable<ConnectOptions['elicit']> {
  const { server, audit, budget } = options
  return async ({ message, schema }, { signal }) => {
    budget.elicit()
    const { answer } = await requestConsent(options, { type: 'elicit', server, message, schema }, signal)
    const given: ElicitAnswer<FormValues> =
      answer === 'allow' ? await elicit({ message, schema, server }, { signal }) : { action: 'decline' }
    const action = parseAction('elicit', given?.action)
    await audit.append({ type: 'elicit', server, mode: 'form', action })
    return given
  }
}
