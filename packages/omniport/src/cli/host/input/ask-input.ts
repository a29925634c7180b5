import type { InputQuestion } from '../../../entries/host.js'
import type { Prompts } from '../screen/prompts.js'

/** Asks for an input of a config file, and names the file. Undefined: no answer. */
export async function askInput(
  prompts: Prompts,
  { id, file, description, isSecret, default: standard, options }: InputQuestion,
): Promise<string | undefined> {
  const message = `${description ?? id}\n(wanted by ${file})`
  if (options === undefined) return prompts.text({ message, initial: isSecret ? undefined : standard, isSecret })
  return prompts.select({
    message,
    options: options.map((option) => ({ value: option, label: option })),
    initial: standard,
  })
}
