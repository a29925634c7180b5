import { createForm, type Form } from '../../schema/elicitation/create-form.js'
import type { AnySchema } from '../../schema/schema.js'
import { reportUnsafePatterns, type SchemaOwner } from '../definitions/definition-validator.js'

/** The forms of a server. A form is created once per schema, and kept as long as the schema. */
export class Forms {
  readonly #services: SchemaOwner['services']
  readonly #forms = new WeakMap<AnySchema, Form>()

  constructor(services: SchemaOwner['services']) {
    this.#services = services
  }

  /**
   * Gives the form of a schema. Warns once about a URL in it. @throws TypeError naming a field that no form can have, or a
   * pattern that the server refuses.
   */
  of(schema: AnySchema): Form {
    const { limits, logger } = this.#services
    let form = this.#forms.get(schema)
    if (form === undefined) {
      form = createForm(schema, limits)
      reportUnsafePatterns(form.validator, { where: 'elicit', services: this.#services })
      this.#forms.set(schema, form)
      for (const [name, field] of Object.entries(form.requestedSchema['properties'] ?? {})) {
        if (containsUrl(JSON.stringify(field)))
          logger.warn(`The field "${name}" of a form holds an address: send people to pages with elicitUrl`)
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
