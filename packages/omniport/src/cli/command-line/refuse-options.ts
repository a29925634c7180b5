import type { Command, Option } from 'commander'
import { CliError } from '../errors/cli-error.js'
import type { RunOptions } from './invocation.js'
import { optionsOfAll, type Verb } from './verb.js'

/** Rejects options that do not apply to the verb. @throws CliError `usage` with the alternative. */
export function refuseOptions(program: Command, verb: Verb): void {
  const meant = namesOf(verb)
  for (const option of program.options) {
    const name = option.attributeName() as keyof RunOptions // the version, which is not one, ends the program before
    if (program.getOptionValueSource(name) !== 'cli' || meant.has(name)) continue
    const instead = verb.instead?.[name]
    const advice = instead === undefined ? `; "omniport help ${verb.name}" shows those that do` : `; ${instead}`
    throw new CliError('usage', `${verb.name}: ${option.long} does not apply here${advice}`)
  }
}

/** The options that mean something to a verb. */
export function optionsOf(verb: Verb, options: readonly Option[]): Option[] {
  const meant = namesOf(verb)
  return options.filter((option) => meant.has(option.attributeName() as keyof RunOptions))
}

function namesOf({ shared, instead }: Verb): ReadonlySet<keyof RunOptions> {
  return new Set<keyof RunOptions>([...optionsOfAll.filter((name) => instead?.[name] === undefined), ...shared])
}
