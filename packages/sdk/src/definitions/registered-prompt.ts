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

const argsOf = Symbol('argsOf')
const schemaOf = Symbol('schemaOf')

class Prompt extends Definition<PromptUpdates> {
  declare title: string | undefined
  declare description: string | undefined
  declare argsSchema: AnyObjectSchema | undefined
  declare callback: RegisteredPrompt['callback']
  declare private [argsOf]: PromptArgsRawShape | undefined
  declare private [schemaOf]: AnyObjectSchema | undefined
  /** The schema of its arguments is made when it is first read. */
  static readonly #argsSchema: PropertyDescriptor & ThisType<Prompt> = {
    get() {
      if (this[argsOf] !== undefined) this.argsSchema = objectFromShape(this[argsOf])
      return this[schemaOf]
    },
    set(schema: AnyObjectSchema | undefined) {
      this[schemaOf] = schema
      this[argsOf] = undefined
    },
    enumerable: true,
    configurable: true,
  }

  constructor(place: RegistryPlace<RegisteredPrompt>, { title, description, argsSchema, callback }: PromptParts) {
    super(place)
    this.hide(argsOf, undefined)
    this.hide(schemaOf, undefined)
    this.title = title
    this.description = description
    Object.defineProperty(this, 'argsSchema', Prompt.#argsSchema)
    this.callback = callback
    this.addFunctions()
    this.#setArgs(argsSchema)
  }

  protected override change({ name, argsSchema, callback, ...updates }: PromptUpdates): void {
    this.move(name)
    this.assign(updates)
    if (argsSchema !== undefined) this.#setArgs(argsSchema)
    if (callback !== undefined) this.callback = callback as PromptCallback<undefined | PromptArgsRawShape>
  }

  /** @throws Error for schemas of zod 3 and of zod 4 together. */
  #setArgs(args: PromptArgsRawShape | undefined): void {
    if (args !== undefined && Object.values(args).every(isZ4Schema)) this[argsOf] = args
    else this.argsSchema = args && objectFromShape(args)
  }
}
