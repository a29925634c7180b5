import type { AnySchema } from '../../schema/schema.js'
import { lazyCheckOf } from '../../schema/standard/json-schema.js'
import type { Validator } from '../../schema/standard/validator.js'
import { isObject } from '../../values/json/is-object.js'

/** The arguments of a prompt: its schema, the validator of it, and its properties. */
export interface PromptArguments {
  readonly schema: AnySchema
  readonly input: Validator
  readonly properties: ReadonlyMap<string, unknown>
}

/**
 * Refuses arguments that could never be given, since clients send strings.
 * @throws TypeError naming the prompt, the argument and a schema to write instead.
 */
export function assertStringArguments(prompt: string, { schema, input, properties }: PromptArguments): void {
  const isDocument = !('~standard' in schema) || lazyCheckOf(schema) !== undefined
  for (const [name, property] of properties) {
    const type = isObject(property) ? property['type'] : undefined
    if (type === undefined || [type].flat().includes('string') || (!isDocument && mayConvert(input, name))) continue
    throw new TypeError(
      `prompt "${prompt}": arguments: ${name} takes no string, and clients send strings: convert it, as z.coerce.number() does`,
    )
  }
}

/**
 * The JSON Schema of a number that is converted from a string is that of any number, so strings are tried: an argument that is
 * refused with the same words each time is refused for being a string.
 */
function mayConvert(input: Validator, name: string): boolean {
  const answers = new Set(['17', 'true', '2020-01-01', '[]'].map((value) => answerTo(input, name, value)))
  return answers.has(undefined) || answers.size > 1
}

/** The message of the issue that the argument has; undefined if it has none, or none that is known at once. */
function answerTo(input: Validator, name: string, value: string): string | undefined {
  try {
    const result = input.check({ [name]: value })
    if (!('then' in result)) return result.issues?.find(({ path }) => path[0] === name)?.message
    result.catch(() => {}) // nobody waits for it
  } catch {} // a function of the schema that did not expect this string looks at strings
  return undefined
}
