import { CliError } from '../errors/cli-error.js'
import type { Argument } from './argument.js'

/**
 * Arguments as a prompt takes them, which are strings.
 *
 * @throws CliError `usage` for a value that is none, or a name that is given twice.
 */
export function toPromptArguments(given: readonly Argument[]): Record<string, string> {
  const values = new Map<string, string>()
  for (const { name, value } of given) {
    if (values.has(name)) throw new CliError('usage', `${name} is given more than once`)
    const text = 'text' in value ? value.text : value.json
    if (typeof text !== 'string') throw new CliError('usage', `${name}: arguments of a prompt are strings`)
    values.set(name, text)
  }
  return Object.fromEntries(values)
}
