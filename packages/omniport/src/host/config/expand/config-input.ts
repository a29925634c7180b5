import { isObject } from '../../../values/json/is-object.js'

/** A value that a config file wants from a person: `${input:key}`. What is in it was written by the file. */
export interface InputQuestion {
  readonly id: string
  /** The file that asks, as an absolute path. */
  readonly file: string
  readonly description?: string | undefined
  /** What is typed must not be shown. */
  readonly isSecret: boolean
  /** What to suggest. */
  readonly default?: string | undefined
  /** The answer must be one of these. */
  readonly options?: readonly string[] | undefined
}

/** What a file says of an input: a question, or why there is none. */
export type InputDefinition = Omit<InputQuestion, 'file'> | { readonly unsupported: string }

/** The `inputs` of a file, as VS Code writes them. What is none is left out: it is missed where it is used. */
export function parseInputs(value: unknown): ReadonlyMap<string, InputDefinition> {
  const definitions = new Map<string, InputDefinition>()
  for (const input of Array.isArray(value) ? value.slice(0, maxInputs) : []) {
    if (isObject(input) && typeof input['id'] === 'string')
      definitions.set(input['id'], toDefinition(input['id'], input))
  }
  return definitions
}

const maxInputs = 1_000

function toDefinition(id: string, input: Readonly<Record<string, unknown>>): InputDefinition {
  const request = {
    id,
    isSecret: input['password'] === true,
    ...(typeof input['description'] === 'string' && { description: input['description'] }),
    ...(typeof input['default'] === 'string' && { default: input['default'] }),
  }
  if (input['type'] === 'promptString') return request
  const options = input['type'] === 'pickString' ? optionsOf(input['options']) : undefined
  if (options !== undefined) return { ...request, options }
  return { unsupported: input['type'] === 'command' ? 'is a command of an editor' : 'is of no known type' }
}

/** Texts, or `{ label, value }`. */
function optionsOf(value: unknown): readonly string[] | undefined {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const options = items.map((item) => (isObject(item) ? item['value'] : item))
  return options.length > 0 && options.every((option) => typeof option === 'string') ? options : undefined
}
