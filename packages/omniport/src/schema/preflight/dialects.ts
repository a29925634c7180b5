import { isJsonObject } from '../../values/json/json-object.js'
import { SchemaError } from '../schema-error.js'

/** The dialects that are validated; a document that names none is 2020-12. */
export type Dialect = '2020-12' | '2019-09' | 'draft-07'

/** The value of `$schema` for each dialect that is validated; 2020-12 is the default. spec: basic/index#json-schema-usage */
const dialects: ReadonlyMap<string, Dialect> = new Map([
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['http://json-schema.org/draft-07/schema#', 'draft-07'],
])

/** The dialect a document declares; throws a `SchemaError` that names the supported ones when it is not among them. */
export function dialectOf(document: unknown): Dialect {
  if (!isJsonObject(document) || !Object.hasOwn(document, '$schema')) return '2020-12'
  return readDialect(document['$schema'], '/$schema')
}

/** The dialect that one value of `$schema` names, with or without a final `#`, as http or https. */
export function readDialect(value: unknown, path: string): Dialect {
  const wanted = typeof value === 'string' ? normalizeUri(value) : undefined
  for (const [uri, dialect] of dialects) if (normalizeUri(uri) === wanted) return dialect
  throw new SchemaError(path, `unsupported dialect; supported are ${[...dialects.keys()].join(', ')}`)
}

function normalizeUri(uri: string): string {
  return uri.replace(/^http:/, 'https:').replace(/#$/, '')
}
