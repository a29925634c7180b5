import type { Revision } from '../protocol/revisions/revision.js'
import { profileOf } from '../protocol/revisions/revision-profile.js'
import { coreMethods, type Sender } from './core-methods.js'
import { type OfficialSchema, officialSchema } from './official-schema.js'

/** A result, with its sender and the `method` of its request, which is undefined if it is not known. */
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
  const resultType = profileOf(revision).resultEnvelope ? result['resultType'] : undefined
  if (resultType === 'input_required') return 'InputRequiredResult'
  if (request === undefined || resultType === 'task') return 'Result'
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
