import { isStringArray } from '../../../values/json/is-string-array.js'
import { truncate } from '../../../values/text/truncate.js'
import { wellFormed } from '../../../values/text/well-formed.js'
import { findVariable, readVariable } from '../expand/expand-variables.js'
import { FieldFault } from '../field-fault.js'
import type { EntryContext } from './entry-context.js'
import type { EntryReader } from './entry-reader.js'

/**
 * Reads the variables of an entry's program. Later sources override earlier ones: a `.env` file, variables inherited by name,
 * variables given in the entry. Rejects with FieldFault.
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
  for (const [name, value] of variables) {
    if (value.includes('\0')) {
      throw new FieldFault(
        (given ?? file)?.path ?? [],
        `: the value of ${truncate(name)} must not hold a NUL character`,
      )
    }
    if (name === '' || /[=\0]/.test(name)) {
      throw new FieldFault(given?.path ?? [], ' must not have a variable whose name is empty or contains =')
    }
    if (wellFormed(name) !== name) {
      throw new FieldFault(given?.path ?? [], ' must not have a variable whose name contains half a surrogate pair')
    }
  }
  return Object.fromEntries(variables)
}

/** Variables named by Codex are passed on if they are set; those named by Goose must be set. */
function* inheritedVariables(reader: EntryReader, scope: EntryContext): Iterable<readonly [string, string]> {
  const wanted = reader.findIf(isStringArray, 'env_vars')
  for (const [at, name] of wanted === undefined ? [] : reader.plainTexts(wanted).entries()) {
    const value = findVariable(name, { path: [...(wanted?.path ?? []), at], scope })
    if (value !== undefined) yield [name, value]
  }
  const needed = reader.find('env_keys')
  if (needed === undefined) return
  for (const [at, name] of reader.plainTexts(needed).entries()) {
    yield [name, readVariable(name, { path: [...needed.path, at], scope })]
  }
}
