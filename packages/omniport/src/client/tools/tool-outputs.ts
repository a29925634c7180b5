import type { Limits } from '../../protocol/limits/limits.js'
import type { Tool } from '../../protocol/model/tool.js'
import type { JsonSchema } from '../../schema/schema.js'
import { createValidator, type Validator } from '../../schema/standard/validator.js'

/**
 * The output schemas of the last list of tools. Validators are created on first use. An unusable schema is reported once,
 * and the results of its tool are not checked.
 */
export class ToolOutputs {
  readonly #limits: Limits
  readonly #report: (reason: unknown) => void
  #validators = new Map<string, Validator | undefined>()
  #schemas = new Map<string, unknown>()

  constructor(limits: Limits, report: (reason: unknown) => void) {
    this.#limits = limits
    this.#report = report
  }

  replace(tools: readonly Tool[]): void {
    this.#validators = new Map()
    this.#schemas = new Map(
      tools.flatMap(({ name, outputSchema }) => (outputSchema === undefined ? [] : [[name, outputSchema]])),
    )
  }

  /** Undefined: the tool has no usable output schema. */
  validatorOf(name: string): Validator | undefined {
    if (!this.#schemas.has(name)) return undefined
    if (!this.#validators.has(name)) this.#validators.set(name, this.#create(name))
    return this.#validators.get(name)
  }

  #create(name: string): Validator | undefined {
    try {
      // An output schema may have any root.
      return createValidator(this.#schemas.get(name) as JsonSchema, 'output', this.#limits)
    } catch (cause) {
      this.#report(new TypeError(`The output schema of the tool "${name.slice(0, 64)}" cannot be used`, { cause }))
      return undefined
    }
  }
}
