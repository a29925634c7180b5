import { andThen, attempt, type MaybePromise } from '../../async/maybe-promise.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { Tool } from '../../protocol/model/tool.js'
import type { Validator } from '../../schema/standard/validator.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { truncate } from '../../values/text/truncate.js'
import { loadValidators, type Validators } from './load-validators.js'

/** The output schemas of the last list of tools. Validators are created on first use. */
export class ToolOutputs {
  readonly #limits: Limits
  #validators = new Map<string, Validator>()
  #schemas = new Map<string, unknown>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  replace(tools: readonly Tool[]): void {
    this.#validators = new Map()
    this.#schemas = new Map(
      tools.flatMap(({ name, outputSchema }) => (outputSchema === undefined ? [] : [[name, outputSchema]])),
    )
  }

  /**
   * Returns the validator of a tool, ready for use; undefined for a tool without an output schema. Throws or rejects with
   * OmniportError `unsupported`, which names the place in the schema, for one that cannot be checked.
   *
   * spec: basic/index#ref-resolution
   */
  prepare(name: string): MaybePromise<Validator | undefined> {
    if (!this.#schemas.has(name)) return undefined
    const fail = (cause: unknown) => {
      throw uncheckable(name, cause)
    }
    const prepare = (validators: Validators) => {
      const validator = this.#validatorOf(name, validators)
      return validator.prepare()?.then(() => validator) ?? validator
    }
    return attempt(() => andThen(loadValidators(), prepare), fail)
  }

  #validatorOf(name: string, { createDocumentValidator }: Validators): Validator {
    let validator = this.#validators.get(name)
    if (validator === undefined) {
      validator = createDocumentValidator(this.#schemas.get(name), this.#limits)
      this.#validators.set(name, validator)
    }
    return validator
  }
}

function uncheckable(name: string, cause: unknown): OmniportError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new OmniportError(
    'unsupported',
    `The tool ${JSON.stringify(truncate(name, 64))} was not called, because its output schema cannot be checked: ${reason}. ` +
      'With validateOutput: false it is called, and its result is not checked',
    { cause },
  )
}
