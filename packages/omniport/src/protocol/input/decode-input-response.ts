import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { truncate } from '../../values/text/truncate.js'
import type { ElicitAction } from '../model/elicitation.js'
import type { InputMethod } from '../model/input-request.js'
import type { Root } from '../model/roots.js'
import type { SampleContent, SampleResult } from '../model/sampling.js'
import { checkBlock } from './check-block.js'
import { isFieldValue } from './is-field-value.js'
import { isFileUri } from './is-file-uri.js'

/** The answer to a form or a URL elicitation. Only an accepted form has `content`. */
export interface ElicitResponse {
  readonly action: ElicitAction
  readonly content?: FormContent | undefined
}

/** The values of a form by the name of the field. The peer chooses the names: read them with `Object.hasOwn` only. */
export type FormContent = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** The answer of a model, always as a list of blocks. */
export type SampleResponse = SampleResult<SampleContent<string>>

/** The folders and files that the server may work in. */
export interface RootsResponse {
  readonly roots: readonly Root[]
}

export interface InputResponseByMethod {
  readonly 'elicitation/create': ElicitResponse
  readonly 'sampling/createMessage': SampleResponse
  readonly 'roots/list': RootsResponse
}

/**
 * The answer of a client of any revision, in newest shape: the content of a model is a list, and members that the protocol
 * lacks are dropped. A field of a form that is null counts as empty. The answer is not compared with the question.
 *
 * @throws OmniportError `invalid_result` naming the member.
 */
export function decodeInputResponse<M extends InputMethod>(method: M, result: unknown): InputResponseByMethod[M] {
  if (!isObject(result)) throw invalid(method, 'the result must be an object')
  return decoders[method](result)
}

type Members = Readonly<Record<string, unknown>>

const decoders: { readonly [M in InputMethod]: (result: Members) => InputResponseByMethod[M] } = {
  'elicitation/create': decodeElicit,
  'sampling/createMessage': decodeSample,
  'roots/list': decodeRoots,
}

/** spec: client/elicitation#response-actions */
function decodeElicit({ action, content }: Members): ElicitResponse {
  if (action === 'decline' || action === 'cancel') return { action }
  if (action !== 'accept') {
    throw invalid('elicitation/create', 'action must be "accept", "decline" or "cancel"')
  }
  if (content === undefined || content === null) return { action }
  if (!isObject(content)) throw invalid('elicitation/create', 'content must be an object')
  return { action, content: decodeContent(content) }
}

function decodeContent(content: Members): FormContent {
  const fields = Object.entries(content).filter(([, value]) => value !== undefined && value !== null)
  for (const [name, value] of fields) {
    if (isFieldValue(value)) continue
    const problem = `content.${truncate(name, 64)} must be a string, a number, a boolean or an array of strings`
    throw invalid('elicitation/create', problem)
  }
  return Object.fromEntries(fields) as FormContent // every value was checked above
}

/** The revisions allow either role in a model's answer; it becomes `assistant`. spec: client/sampling#creating-messages */
function decodeSample({ role, content, model, stopReason, _meta }: Members): SampleResponse {
  const method = 'sampling/createMessage'
  if (role !== 'user' && role !== 'assistant') throw invalid(method, 'role must be "user" or "assistant"')
  if (typeof model !== 'string') throw invalid(method, 'model must be a string')
  if (stopReason !== undefined && stopReason !== null && typeof stopReason !== 'string') {
    throw invalid(method, 'stopReason must be a string')
  }
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  for (const [index, block] of blocks.entries()) {
    const problem = checkBlock(block)
    if (problem !== undefined) throw invalid(method, `content${Array.isArray(content) ? `[${index}]` : ''}${problem}`)
  }
  return {
    role: 'assistant',
    content: [...blocks] as SampleContent<string>[], // every block was checked above
    model,
    ...(typeof stopReason === 'string' && { stopReason }),
    ...(isObject(_meta) && { _meta }),
  }
}

/** spec: client/roots#listing-roots */
function decodeRoots({ roots }: Members): RootsResponse {
  if (!Array.isArray(roots)) throw invalid('roots/list', 'roots must be an array')
  return { roots: roots.map(decodeRoot) }
}

function decodeRoot(root: unknown, index: number): Root {
  if (!isObject(root)) throw invalid('roots/list', `roots[${index}] must be an object`)
  const { uri, name, _meta } = root
  if (!isFileUri(uri)) throw invalid('roots/list', `roots[${index}].uri must be a file:// URI`)
  if (name !== undefined && name !== null && typeof name !== 'string') {
    throw invalid('roots/list', `roots[${index}].name must be a string`)
  }
  return { uri, ...(typeof name === 'string' && { name }), ...(isObject(_meta) && { _meta }) }
}

function invalid(method: InputMethod, problem: string): OmniportError {
  return new OmniportError('invalid_result', `${method}: ${problem}`)
}
