import { FieldFault, type FieldPath } from '../field-fault.js'
import type { InputDefinition, InputQuestion } from './config-input.js'

/** Asks a person for a value; undefined means no answer. A rejection ends the loading. */
export type AskInput = (request: InputQuestion) => string | undefined | Promise<string | undefined>

export interface NeededInput {
  readonly id: string
  readonly definition: InputDefinition | undefined
  readonly file: string
  readonly path: FieldPath
}

/** Collects inputs from a person, each once and one at a time. */
export class ConfigInputValues {
  readonly #ask: AskInput | undefined
  readonly #values = new Map<string, Promise<string | undefined>>()

  constructor(ask: AskInput | undefined) {
    this.#ask = ask
  }

  /** Returns the value of an input. Rejects with FieldFault if it has no valid answer. */
  async value({ id, definition, file, path }: NeededInput): Promise<string> {
    if (definition === undefined) throw new FieldFault(path, `: the input ${id} is not defined in inputs`)
    if ('unsupported' in definition) throw new FieldFault(path, `: the input ${id} ${definition.unsupported}`)
    // An input whose definition changed is requested again.
    const key = JSON.stringify([file, definition])
    const value = this.#values.get(key) ?? this.#obtain({ ...definition, file })
    this.#values.set(key, value)
    const text = await value
    if (text === undefined) throw new FieldFault(path, `: the input ${id} has no value`)
    if (definition.options?.includes(text) === false)
      throw new FieldFault(path, `: the input ${id} must be one of its options`)
    return text
  }

  /** Without an `input` option the file's default is used. */
  async #obtain(request: InputQuestion): Promise<string | undefined> {
    return this.#ask === undefined ? request.default : await this.#ask(request)
  }
}
