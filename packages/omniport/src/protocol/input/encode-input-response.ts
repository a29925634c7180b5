import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { without } from '../../values/json/without.js'
import type { InputMethod } from '../model/input-request.js'
import type { SampleContent } from '../model/sampling.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'
import { checkBlock } from './check-block.js'
import { encodeBlocks } from './encode-blocks.js'
import { isFieldValue } from './is-field-value.js'
import { isFileUri } from './is-file-uri.js'
import { toBlocks } from './to-blocks.js'

/**
 * Encodes the answer of a client's handler for the wire of a revision: an action, or one with content, for
 * `elicitation/create`; content (a string, a block or a list) with a model for `sampling/createMessage`; roots for
 * `roots/list`. The content of a form is not checked against its schema.
 *
 * @throws TypeError for a value of another shape; OmniportError `unsupported` for an answer that the revision cannot carry.
 */
export function encodeInputResponse(method: InputMethod, response: unknown, profile: RevisionProfile): Members {
  return encoders[method](response, profile)
}

type Members = Readonly<Record<string, unknown>>

const encoders: { readonly [M in InputMethod]: (response: unknown, profile: RevisionProfile) => Members } = {
  'elicitation/create': encodeElicit,
  'sampling/createMessage': encodeSample,
  'roots/list': encodeRoots,
}

/** spec: client/elicitation#response-actions */
function encodeElicit(response: unknown, profile: RevisionProfile): Members {
  const { action, content } = isObject(response) ? response : { action: response }
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel') {
    throw invalidResponse('elicitation/create', 'the action must be "accept", "decline" or "cancel"')
  }
  if (action !== 'accept' || content === undefined) return { action }
  if (!isObject(content)) throw invalidResponse('elicitation/create', 'content must be an object')
  const fields = Object.entries(content).filter(([, value]) => value !== undefined)
  for (const [name, value] of fields) assertField(name, value, profile)
  return { action, content: Object.fromEntries(fields) }
}

function assertField(name: string, value: unknown, { elicitation, revision }: RevisionProfile): void {
  if (!isFieldValue(value)) {
    const problem = `content.${name} must be a string, a finite number, a boolean or an array of strings`
    throw invalidResponse('elicitation/create', problem)
  }
  if (elicitation === 'full' || !Array.isArray(value)) return
  throw new OmniportError('unsupported', `An answer of revision ${revision} cannot have a list, as "${name}" is`)
}

/** spec: client/sampling#creating-messages */
function encodeSample(response: unknown, profile: RevisionProfile): Members {
  const method = 'sampling/createMessage'
  if (!isObject(response)) throw invalidResponse(method, 'the answer must be an object')
  const { role = 'assistant', content, model, stopReason, _meta } = response
  if (role !== 'assistant') throw invalidResponse(method, 'role must be "assistant"')
  if (typeof model !== 'string') throw invalidResponse(method, 'model must be a string')
  if (stopReason !== undefined && typeof stopReason !== 'string')
    throw invalidResponse(method, 'stopReason must be a string')
  if (_meta !== undefined && !isObject(_meta)) throw invalidResponse(method, '_meta must be an object')
  return {
    role,
    content: encodeContent(content, profile),
    model,
    ...(stopReason !== undefined && { stopReason }),
    ...(_meta !== undefined && { _meta }),
  }
}

function encodeContent(content: unknown, profile: RevisionProfile): unknown {
  if (typeof content !== 'string' && !isObject(content) && !Array.isArray(content)) {
    throw invalidResponse('sampling/createMessage', 'content must be a string, a block or an array of blocks')
  }
  const given = toBlocks(content as string | SampleContent | readonly SampleContent[]) // the loop checks the blocks
  for (const [index, block] of given.entries()) {
    const problem = checkBlock(block)
    if (problem !== undefined) throw invalidResponse('sampling/createMessage', `content[${index}]${problem}`)
  }
  const blocks = encodeBlocks(given, profile)
  if (blocks.length === 1) return blocks[0]
  return profile.sampleTools ? blocks : joinTexts(blocks, profile)
}

/** Joins texts for a revision in which an answer is one block. */
function joinTexts(blocks: readonly SampleContent<string>[], { revision }: RevisionProfile): SampleContent<string> {
  const texts = blocks.map((block) => {
    if (block.type === 'text') return block.text
    throw new OmniportError(
      'unsupported',
      `Revision ${revision} has one block in a model's answer, not ${blocks.length}`,
    )
  })
  return { type: 'text', text: texts.join('\n') }
}

/** spec: client/roots#listing-roots */
function encodeRoots(response: unknown, profile: RevisionProfile): Members {
  const roots = isObject(response) ? response['roots'] : response
  if (!Array.isArray(roots)) throw invalidResponse('roots/list', 'the answer must be an array of roots')
  return { roots: roots.map((root, index) => encodeRoot(root, index, profile)) }
}

function encodeRoot(root: unknown, index: number, { definitionMeta }: RevisionProfile): Members {
  if (!isObject(root)) throw invalidResponse('roots/list', `roots[${index}] must be an object`)
  const { uri, name, _meta } = root
  if (!isFileUri(uri)) throw invalidResponse('roots/list', `roots[${index}].uri must be a file:// URI`)
  if (name !== undefined && typeof name !== 'string')
    throw invalidResponse('roots/list', `roots[${index}].name must be a string`)
  if (_meta !== undefined && !isObject(_meta))
    throw invalidResponse('roots/list', `roots[${index}]._meta must be an object`)
  return definitionMeta ? root : without(root, '_meta')
}

function invalidResponse(method: InputMethod, problem: string): TypeError {
  return new TypeError(`the answer to ${method}: ${problem}`)
}
