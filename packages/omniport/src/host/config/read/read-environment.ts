import { isStringArray } from '../../../values/json/is-string-array.js'
import { wellFormed } from '../../../values/text/well-formed.js'
import { readVariable } from '../expand/expand-variables.js'
import { FieldFault } from '../field-fault.js'
import type { EntryContext } from './entry-context.js'
import type { EntryReader } from './entry-reader.js'

/**
 * The variables that an entry gives its program. What comes later wins: a file of variables, those that are handed on by
 * their names, and those that are given. Rejects with FieldFault.
 */
export async function readEnvironment(
  reader: EntryReader,
  context: EntryContext,
): Promise<Readonly<Record<string, string>>> {
  const variables = new Map<string, string>()
  const file = reader.find('envFile')
  if (file !== undefined) {
    const path = context.resolve(await reader.text(file))
    for (const [name, value] of await context.readEnvFile(path, file.path)) variables.set(name, value)
  }
  for (const [name, value] of inheritedVariables(reader, context)) variables.set(name, value)
  const given = reader.find('env', 'environment', 'envs')
  for (const [name, value] of given === undefined ? [] : await reader.members(given)) variables.set(name, value)
  for (const name of variables.keys()) {
    if (name === '' || /[=\0]/.test(name)) {
      throw new FieldFault(given?.path ?? [], ' must not have an empty name, or one with = in it')
    }
    if (wellFormed(name) !== name) {
      throw new FieldFault(given?.path ?? [], ' must not have a name with half a surrogate pair in it')
    }
  }
  return Object.fromEntries(variables)
}

/** Those of Codex are handed on where they are set; those of Goose must be. */
function* inheritedVariables(reader: EntryReader, { env }: EntryContext): Iterable<readonly [string, string]> {
  const wanted = reader.findIf(isStringArray, 'env_vars')
  for (const name of wanted === undefined ? [] : reader.plainTexts(wanted)) {
    const value = Object.hasOwn(env, name) ? env[name] : undefined
    if (value !== undefined) yield [name, value]
  }
  const needed = reader.find('env_keys')
  if (needed === undefined) return
  for (const [at, name] of reader.plainTexts(needed).entries()) {
    yield [name, readVariable(name, { path: [...needed.path, at], env })]
  }
}
