import type { Limits } from '../../protocol/limits/limits.js'
import type { Tool } from '../../protocol/model/tool.js'
import type { JsonSchema } from '../../schema/schema.js'
import { createValidator, type Validator } from '../../schema/standard/validator.js'

/**
 * The schemas of structured results, as tools declared them when they were last listed. Validators are made on first use; a
 * schema that cannot be used is told once, and its tool goes unchecked.
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

  /** The tools were listed: what an earlier list said does not hold any more. */
  replace(tools: readonly Tool[]): void {
    this.#validators = new Map()
    this.#schemas = new Map(
      tools.flatMap(({ name, outputSchema }) => (outputSchema === undefined ? [] : [[name, outputSchema]])),
    )
  }

  /** Undefined: nothing is known of what this tool gives. */
  validatorOf(name: string): Validator | undefined {
    if (!this.#schemas.has(name)) return undefined
    if (!this.#validators.has(name)) this.#validators.set(name, this.#create(name))
    return this.#validators.get(name)
  }

  #create(name: string): Validator | undefined {
    try {
      // A schema of any root may stand for an output.
      return createValidator(this.#schemas.get(name) as JsonSchema, 'output', this.#limits)
    } catch (cause) {
      this.#report(new TypeError(`The output schema of the tool "${name.slice(0, 64)}" cannot be used`, { cause }))
      return undefined
    }
  }
}
