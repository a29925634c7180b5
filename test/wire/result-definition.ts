import { coreMethods, type Sender } from './core-methods.js'
import { type OfficialSchema, officialSchema } from './official-schema.js'
import type { Revision } from './revisions.js'

/** A result, by whom and to what: `method` is what was asked, undefined if that is not known. */
export interface Answer {
  readonly revision: Revision
  readonly from: Sender
  readonly method: string | undefined
  readonly result: Readonly<Record<string, unknown>>
}

/** The name of the definition a result must match; `Result`, which is open, for methods the specification does not define. */
export function resultDefinition({ revision, from, method = '', result }: Answer): string {
  const schema = officialSchema(revision)
  const request = coreMethods(revision, from === 'client' ? 'server' : 'client').requests.get(method)
  if (revision === '2026-07-28' && result['resultType'] === 'input_required') return 'InputRequiredResult'
  if (request === undefined || (revision === '2026-07-28' && result['resultType'] === 'task')) return 'Result'
  const isTask = 'task' in result && isTaskAugmentable(schema, request)
  return isTask ? 'CreateTaskResult' : ownResult(schema, request)
}

function isTaskAugmentable(schema: OfficialSchema, request: string): boolean {
  const augmentable = ['CallToolRequest', 'CreateMessageRequest', 'ElicitRequest']
  return schema.has('CreateTaskResult') && augmentable.includes(request)
}

function ownResult(schema: OfficialSchema, request: string): string {
  const result = request.replace(/Request$/, 'Result')
  return schema.has(result) ? result : 'EmptyResult'
}
