import type { ElicitQuestion } from '../../../entries/client.js'
import type { ElicitAnswer } from '../../../entries/protocol.js'
import { fieldsOf } from '../form/fields-of.js'
import { fillForm } from '../form/fill-form.js'
import type { Prompts } from '../screen/prompts.js'
import { marked } from '../screen/wrap-marked.js'

/** A form, and the server that asks. */
export type ServerForm = ElicitQuestion & { readonly server: string }

/**
 * Puts a form of a server before a person. They see who asks and all that is sent, may change it, decline or leave at any
 * time. Defaults are filled in.
 *
 * spec: client/elicitation#user-interaction-model
 */
export async function showForm(
  prompts: Prompts,
  { server, message, schema }: ServerForm,
): Promise<ElicitAnswer<Values>> {
  await prompts.note(`The server ${server} asks you`, marked(message))
  const fields = fieldsOf(schema)
  // Those that are required are asked for, and have their default filled in then.
  const optional = fields.filter((field) => !field.isRequired && field.default !== undefined)
  const filled = await fillForm<'accept' | 'decline'>(prompts, {
    fields,
    values: new Map(optional.map((field) => [field.name, field.default])),
    accept: { value: 'accept', label: `Send this to ${server}` },
    others: [{ value: 'decline', label: 'Decline', hint: 'the server is told that you do not want to' }],
    isReviewed: true,
  })
  if (filled === undefined) return { action: 'cancel' }
  // A form is flat: its fields are asked for as what the schema of each allows.
  return filled.action === 'accept' ? { action: 'accept', content: filled.values as Values } : { action: 'decline' }
}

type Values = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
