import type { JsonObject } from './json-object.js'
import { keywordsOf } from './keywords.js'
import { appendPointer } from './pointer.js'
import { SchemaError } from './schema-error.js'
import type { SchemaIndexOptions } from './schema-index.js'
import { translatePattern } from './translate-pattern.js'

/**
 * Checks one schema, not those inside it, against its dialect: each keyword's value has the right form, and each
 * pattern can be run in linear time. Unknown keywords pass. Throws a `SchemaError` at the keyword.
 */
export function checkKeywords(schema: JsonObject, path: string, options: SchemaIndexOptions): void {
  const keywords = keywordsOf(options.dialect)
  for (const [name, value] of Object.entries(schema)) {
    const keyword = keywords.get(name)
    if (keyword !== undefined && !keyword.accepts(value)) {
      throw new SchemaError(appendPointer(path, name), `${name} must be ${keyword.expects}`)
    }
  }
  if (!options.anyPattern) checkPatterns(schema, path)
}

function checkPatterns(schema: JsonObject, path: string): void {
  if (Object.hasOwn(schema, 'pattern')) checkPattern(schema['pattern'] as string, appendPointer(path, 'pattern'))
  if (!Object.hasOwn(schema, 'patternProperties')) return
  const at = appendPointer(path, 'patternProperties')
  for (const pattern of Object.keys(schema['patternProperties'] as object))
    checkPattern(pattern, appendPointer(at, pattern))
}

function checkPattern(pattern: string, path: string): void {
  try {
    translatePattern(pattern)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new SchemaError(path, `the pattern ${error.message}`, { cause: error })
  }
}
