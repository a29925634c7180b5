import { compileValidator } from '../json-schema/compile-validator.js'
import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from './types.js'

/** What is used of an instance of Ajv. */
interface AjvInstance {
  compile(schema: JsonSchemaType): AjvFunction
  getSchema(id: string): AjvFunction | undefined
  errorsText(errors?: AjvFunction['errors']): string
}

interface AjvFunction {
  (input: unknown): unknown
  // biome-ignore lint/suspicious/noExplicitAny: Ajv has its own type of errors, and only Ajv reads them here.
  errors?: any
}

/**
 * Validates with the engine of the library, which needs no Ajv; or with the instance of Ajv that a program gives, for its formats and
 * keywords.
 */
export class AjvJsonSchemaValidator implements jsonSchemaValidator {
  readonly #ajv: AjvInstance | undefined

  constructor(ajv?: AjvInstance) {
    this.#ajv = ajv
  }

  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    return this.#ajv === undefined ? compileValidator(schema) : withAjv(this.#ajv, schema)
  }
}

function withAjv<T>(ajv: AjvInstance, schema: JsonSchemaType): JsonSchemaValidator<T> {
  const id: unknown = schema['$id']
  const validate = (typeof id === 'string' ? ajv.getSchema(id) : undefined) ?? ajv.compile(schema)
  return (input) =>
    validate(input)
      ? { valid: true, data: input as T, errorMessage: undefined }
      : { valid: false, data: undefined, errorMessage: ajv.errorsText(validate.errors) }
}
