import { isObject } from '../../../values/json/is-object.js'
import { parseUrl } from '../../../values/text/parse-url.js'
import { isSecretName } from '../../audit/is-secret-name.js'
import type { ElicitConsent } from '../requests/consent-request.js'
import { urlWarnings } from '../warnings/url-warnings.js'
import type { Description, DescriptionLine } from './description.js'
import { untrusted } from './description-lines.js'

/** Describes an elicitation. spec: client/elicitation#safe-url-handling */
export function describeElicit({ message, schema, url }: ElicitConsent, server: string): Description {
  if (url !== undefined) {
    return {
      title: `Open a page that ${server} names?`,
      lines: [...untrusted('It says', message), ...untrusted('Address', url), ...hostLines(url)],
      warnings: urlWarnings(url),
    }
  }
  const fields = fieldsOf(schema)
  return {
    title: `Answer questions of ${server}?`,
    lines: [...untrusted('It says', message), ...fields.flatMap(describeField)],
    warnings: formWarnings(message, fields),
  }
}

/** Shows the host and the normalised URL on lines of their own, as a browser would open them. */
function hostLines(url: string): readonly DescriptionLine[] {
  const parsed = parseUrl(url)
  if (parsed === undefined) return []
  const { host, href } = parsed
  return [
    ...(host === '' ? [] : untrusted('Site', host)),
    ...(href === url || href === `${url}/` ? [] : untrusted('Opened as', href)),
  ]
}

interface Field {
  readonly name: string
  readonly isRequired: boolean
  readonly definition: unknown
}

function fieldsOf(schema: unknown): readonly Field[] {
  const { properties, required } = isObject(schema) ? schema : {}
  if (!isObject(properties)) return []
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.entries(properties).map(([name, definition]) => ({
    name,
    isRequired: needed.includes(name),
    definition,
  }))
}

function describeField({ name, isRequired, definition }: Field): readonly DescriptionLine[] {
  const text = `${name}${isRequired ? ' (required)' : ''}: ${JSON.stringify(definition)}`
  return untrusted('Field', text)
}

/** spec: client/elicitation#user-interaction-model */
function formWarnings(message: string, fields: readonly Field[]): readonly string[] {
  const secret = fields.find(({ name, definition }) => isSecretName(name) || isSecretName(titleOf(definition)))
  const texts = [message, ...fields.map(({ definition }) => JSON.stringify(definition) ?? '')]
  return [
    ...(secret === undefined ? [] : [`A form must not ask for secrets, as "${secret.name}" seems to do.`]),
    ...(texts.some((text) => /https?:\/\//i.test(text)) ? ['There is an address in it. Do not follow it.'] : []),
  ]
}

function titleOf(definition: unknown): string {
  const title = isObject(definition) ? definition['title'] : undefined
  return typeof title === 'string' ? title : ''
}
