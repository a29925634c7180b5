import type { Limits } from '../../protocol/limits.js'
import { createForm, type Form } from '../../schema/elicitation/create-form.js'
import type { AnySchema } from '../../schema/schema.js'

/** The forms of a server: made once of each schema, for as long as somebody has that. */
export class Forms {
  readonly #limits: Limits
  readonly #forms = new WeakMap<AnySchema, Form>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws TypeError naming a field that no form can have. */
  of(schema: AnySchema): Form {
    let form = this.#forms.get(schema)
    if (form === undefined) {
      form = createForm(schema, this.#limits)
      this.#forms.set(schema, form)
    }
    return form
  }
}
