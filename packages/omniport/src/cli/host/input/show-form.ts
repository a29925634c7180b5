import type { ElicitQuestion } from '../../../entries/client.js'
import type { ElicitAnswer } from '../../../entries/protocol.js'
import { fieldsOf } from '../form/fields-of.js'
import { fillForm } from '../form/fill-form.js'
import type { Prompts } from '../screen/prompts.js'
import { marked } from '../screen/wrap-marked.js'

export type ServerForm = ElicitQuestion & { readonly server: string }

/**
 * Shows a form with the server that asks and everything that is sent. The user may change, decline or leave it.
 *
 * spec: client/elicitation#user-interaction-model
 */
export async function showForm(
  prompts: Prompts,
  { server, message, schema }: ServerForm,
): Promise<ElicitAnswer<Values>> {
  await prompts.note(`The server ${server} asks you`, marked(message))
  const fields = fieldsOf(schema)
  // Required fields are asked for, with their defaults.
  const optional = fields.filter((field) => !field.isRequired && field.default !== undefined)
  const filled = await fillForm<'accept' | 'decline'>(prompts, {
    fields,
    values: new Map(optional.map((field) => [field.name, field.default])),
    accept: { value: 'accept', label: `Send this to ${server}` },
    others: [{ value: 'decline', label: 'Decline', hint: 'the server is told that you do not want to' }],
    isReviewed: true,
  })
  if (filled === undefined) return { action: 'cancel' }
  // A form is flat, so its values are of these types.
  return filled.action === 'accept' ? { action: 'accept', content: filled.values as Values } : { action: 'decline' }
}

type Values = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
