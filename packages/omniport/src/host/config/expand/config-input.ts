import { isObject } from '../../../values/json/is-object.js'

/** An input that a config file requests from a person: `${input:key}`. Its texts come from the file. */
export interface InputQuestion {
  readonly id: string
  /** The absolute path of the file that asks. */
  readonly file: string
  readonly description?: string | undefined
  /** True: do not display what the person types. */
  readonly isSecret: boolean
  /** The suggested value. */
  readonly default?: string | undefined
  /** The allowed answers. */
  readonly options?: readonly string[] | undefined
}

/** The definition of an input, or the reason why it is not supported. */
export type InputDefinition = Omit<InputQuestion, 'file'> | { readonly unsupported: string }

/** Reads the `inputs` of a file, in VS Code's format. Invalid ones are left out; using them is then an error. */
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
  return {
    unsupported:
      input['type'] === 'command'
        ? 'is a command of an editor, which is not supported'
        : 'must be of type promptString or pickString',
  }
}

/** Reads strings or `{ label, value }` objects. */
function optionsOf(value: unknown): readonly string[] | undefined {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const options = items.map((item) => (isObject(item) ? item['value'] : item))
  return options.length > 0 && options.every((option) => typeof option === 'string') ? options : undefined
}
