import { FieldFault, type FieldPath } from '../field-fault.js'
import type { InputDefinition, InputQuestion } from './config-input.js'

/** Asks a person for a value; undefined where they give none. What it rejects with ends the loading. */
export type AskInput = (request: InputQuestion) => string | undefined | Promise<string | undefined>

/** Which input is needed, and for which field. */
export interface NeededInput {
  readonly id: string
  readonly definition: InputDefinition | undefined
  readonly file: string
  readonly path: FieldPath
}

/** The answers of a person, who is asked once for each input, and for one after the other. */
export class ConfigInputValues {
  readonly #ask: AskInput | undefined
  readonly #values = new Map<string, Promise<string | undefined>>()

  constructor(ask: AskInput | undefined) {
    this.#ask = ask
  }

  /** Rejects with FieldFault where there is no answer, or one that is not allowed. */
  async value({ id, definition, file, path }: NeededInput): Promise<string> {
    if (definition === undefined) throw new FieldFault(path, `: there is no such input as ${id}`)
    if ('unsupported' in definition) throw new FieldFault(path, `: the input ${id} ${definition.unsupported}`)
    // One that is changed in the file is another one.
    const key = JSON.stringify([file, definition])
    const value = this.#values.get(key) ?? this.#obtain({ ...definition, file })
    this.#values.set(key, value)
    const text = await value
    if (text === undefined) throw new FieldFault(path, `: there is no answer to the input ${id}`)
    if (definition.options?.includes(text) === false)
      throw new FieldFault(path, `: the input ${id} is none of its options`)
    return text
  }

  /** Where there is nobody to ask, what the file suggests is taken. */
  async #obtain(request: InputQuestion): Promise<string | undefined> {
    return this.#ask === undefined ? request.default : await this.#ask(request)
  }
}
