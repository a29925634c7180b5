import { didYouMean } from '../../values/text/nearest.js'
import { CliError } from '../errors/cli-error.js'
import { listNames } from '../errors/name-advice.js'

/** Refuses arguments that a tool or prompt does not have. @throws CliError `usage` with the nearest and all known names. */
export function refuseUnknownNames(owner: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const list = known.length === 0 ? 'It takes none' : `It takes ${listNames(known)}`
  const advice = didYouMean(unknown, known)
  throw new CliError(
    'usage',
    `${owner} has no argument "${unknown}"${advice} ${list} (--no-validate-input sends it anyway)`,
  )
}

/** The error for a tool or prompt that a server does not list. */
export function toUnknownNameError(
  kind: 'tool' | 'prompt' | 'template',
  name: string,
  listed: readonly string[],
): CliError {
  const list = listed.length === 0 ? `It has no ${kind}s` : `It has ${listNames(listed)}`
  const advice = didYouMean(name, listed)
  return new CliError('not_found', `The server has no ${kind} "${name}"${advice} ${list}`)
}
