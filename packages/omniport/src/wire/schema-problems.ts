import type { Issue } from '../schema/issue.js'
import type { OfficialSchema } from './official-schema.js'

/** A value under the schema at a pointer; `path` is its place in its message, such as `/result`: empty at the top. */
export interface Subject {
  readonly pointer: string
  readonly value: unknown
  readonly path: string
}

/**
 * The problems of a value under the official schema, one sentence each: `/result/tools/0/name: is required`. Where no branch
 * of a union matches, the issues of the branch that the value's `type` or `method` names are given.
 */
export function schemaProblems(schema: OfficialSchema, { pointer, value, path }: Subject): readonly string[] {
  return schema.issues(pointer, value).map((issue) => problem(path + pathOf(issue), issue.message))
}

/** The same for a whole message and a definition by its name. */
export function definitionProblems(schema: OfficialSchema, definition: string, message: unknown): readonly string[] {
  return schemaProblems(schema, { pointer: schema.pointer(definition), value: message, path: '' })
}

/** A problem as one sentence: its place in the message, then the problem. */
export function problem(path: string, text: string): string {
  return `${path || 'message'}: ${text}`
}

function pathOf({ path }: Issue): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
