import type { Logger } from '../../async/runtime/logger.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { createForm, type Form } from '../../schema/elicitation/create-form.js'
import type { AnySchema } from '../../schema/schema.js'

/** The forms of a server. A form is created once per schema, and kept as long as the schema. */
export class Forms {
  readonly #limits: Limits
  readonly #logger: Logger
  readonly #forms = new WeakMap<AnySchema, Form>()

  constructor(limits: Limits, logger: Logger) {
    this.#limits = limits
    this.#logger = logger
  }

  /** Gives the form of a schema. Warns once about a URL in it. @throws TypeError naming a field that no form can have. */
  of(schema: AnySchema): Form {
    let form = this.#forms.get(schema)
    if (form === undefined) {
      form = createForm(schema, this.#limits)
      this.#forms.set(schema, form)
      for (const [name, field] of Object.entries(form.requestedSchema['properties'] ?? {})) {
        if (containsUrl(JSON.stringify(field)))
          this.#logger.warn(`The field "${name}" of a form holds an address: send people to pages with elicitUrl`)
      }
    }
    return form
  }
}

/**
 * True if the text of a form contains the URL of a page. A form must not have URLs that can be clicked.
 * spec: client/elicitation#safe-url-handling
 */
export function containsUrl(text: string): boolean {
  return /\bhttps?:\/\//i.test(text)
}
