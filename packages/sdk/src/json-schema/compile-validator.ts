import { evaluator, type Issue, preflight } from '#core/schema'
import type { JsonSchemaType, JsonSchemaValidator } from '../validation/types.js'

const dialects = /^https?:\/\/json-schema\.org\/(draft-07|draft\/20(19-09|20-12))\/schema#?$/

/** Makes the validator of a document that may be hostile: it generates no code, and every check ends in bounded time. */
export function compileValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
  const check = evaluator.compile(preflight(withKnownDialect(schema)))
  return (input) => {
    const { issues } = check(input)
    return issues === undefined
      ? { valid: true, data: input as T, errorMessage: undefined }
      : { valid: false, data: undefined, errorMessage: issues.map(format).join(', ') }
  }
}

/** A document that names a dialect of its own is read as one that names none. */
function withKnownDialect(schema: JsonSchemaType): JsonSchemaType {
  const { $schema, ...rest } = schema
  return typeof $schema === 'string' && !dialects.test($schema) ? rest : schema
}

/** As Ajv writes it: the place as a JSON pointer into `data`. */
function format({ path, message }: Issue): string {
  const pointer = path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return `data${pointer} ${message}`
}
