import { isObject } from '../../jsonrpc/is-object.js'
import type { ObjectSchema } from '../../protocol/model/object-schema.js'
import { checkContent } from '../../schema/elicitation/check-content.js'
import { fillDefaults } from '../../schema/elicitation/fill-defaults.js'

/**
 * What a handler gave for a form, with the defaults of fields that were left out. Nothing of a form that was not accepted
 * goes along.
 *
 * spec: client/elicitation#response-actions
 *
 * @throws TypeError for what is no answer, or does not fit the form.
 */
export function toFormResponse(schema: ObjectSchema, given: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(given)) throw new TypeError('The handler elicit gave no object')
  const { action, content = {} } = given
  if (action === 'decline' || action === 'cancel') return { action }
  if (action !== 'accept') throw new TypeError('elicit: action must be "accept", "decline" or "cancel"')
  if (!isObject(content)) throw new TypeError('elicit: content must be an object')
  const filled = fillDefaults(schema, content)
  const problem = checkContent(schema, filled)
  if (problem !== undefined) throw new TypeError(`elicit: the content does not fit the form: ${problem}`)
  return { action, content: filled }
}
