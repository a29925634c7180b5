import { type AnyObjectSchema, isZ4Schema, objectFromShape } from '../server/zod-compat.js'
import { Definition, type RegistryPlace } from './definition.js'
import type { PromptArgsRawShape, PromptCallback, RegisteredPrompt } from './registered.js'

/** What a prompt is made of. */
export interface PromptParts {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly argsSchema: PromptArgsRawShape | undefined
  readonly callback: RegisteredPrompt['callback']
}

/** Adds a prompt to a registry. */
export function createPrompt(place: RegistryPlace<RegisteredPrompt>, parts: PromptParts): RegisteredPrompt {
  const prompt = new Prompt(place, parts) as RegisteredPrompt
  place.registry[place.key] = prompt
  return prompt
}

type PromptUpdates = Parameters<RegisteredPrompt['update']>[0]

/** The schema of its arguments is made when it is first read. */
class Prompt extends Definition<PromptUpdates> {
  title: string | undefined
  description: string | undefined
  callback: RegisteredPrompt['callback']
  #args: PromptArgsRawShape | undefined
  #schema: AnyObjectSchema | undefined

  constructor(place: RegistryPlace<RegisteredPrompt>, { title, description, argsSchema, callback }: PromptParts) {
    super(place)
    this.title = title
    this.description = description
    this.callback = callback
    this.#setArgs(argsSchema)
  }

  get argsSchema(): AnyObjectSchema | undefined {
    if (this.#args !== undefined) this.argsSchema = objectFromShape(this.#args)
    return this.#schema
  }

  set argsSchema(schema: AnyObjectSchema | undefined) {
    this.#schema = schema
    this.#args = undefined
  }

  protected override change({ name, argsSchema, callback, ...updates }: PromptUpdates): void {
    this.move(name)
    this.assign(updates)
    if (argsSchema !== undefined) this.#setArgs(argsSchema)
    if (callback !== undefined) this.callback = callback as PromptCallback<undefined | PromptArgsRawShape>
  }

  /** @throws Error for schemas of zod 3 and of zod 4 together. */
  #setArgs(args: PromptArgsRawShape | undefined): void {
    if (args !== undefined && Object.values(args).every(isZ4Schema)) this.#args = args
    else this.argsSchema = args && objectFromShape(args)
  }
}
