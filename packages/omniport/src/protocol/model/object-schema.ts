/**
 * The root of a JSON Schema document that describes an object. Dialect 2020-12 unless `$schema` says otherwise.
 *
 * spec: server/tools#tool
 */
export interface ObjectSchema {
  readonly type: 'object'
  readonly [keyword: string]: unknown
}
