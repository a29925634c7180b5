import { isJsonObject } from '../../values/json/json-object.js'
import { SchemaError } from '../schema-error.js'

/** The supported dialects; 2020-12 is the default. */
export type Dialect = '2020-12' | '2019-09' | 'draft-07'

/** The dialects by `$schema`. spec: basic/index#json-schema-usage */
const dialects: ReadonlyMap<string, Dialect> = new Map([
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['http://json-schema.org/draft-07/schema#', 'draft-07'],
])

/** Returns the dialect of a document; throws a `SchemaError` for an unsupported one. */
export function dialectOf(document: unknown): Dialect {
  if (!isJsonObject(document) || !Object.hasOwn(document, '$schema')) return '2020-12'
  return readDialect(document['$schema'], '/$schema')
}

/** Returns the dialect of a value of `$schema`, with or without a final `#`, as http or https. */
export function readDialect(value: unknown, path: string): Dialect {
  const normalized = typeof value === 'string' ? normalizeUri(value) : undefined
  for (const [uri, dialect] of dialects) if (normalizeUri(uri) === normalized) return dialect
  throw new SchemaError(path, `unsupported dialect; supported are ${[...dialects.keys()].join(', ')}`)
}

function normalizeUri(uri: string): string {
  return uri.replace(/^http:/, 'https:').replace(/#$/, '')
}
