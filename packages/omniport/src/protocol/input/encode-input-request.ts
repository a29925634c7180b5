import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { without } from '../../values/json/without.js'
import { encodeDefinition } from '../content/encode-definition.js'
import type { InputRequest } from '../model/input-request.js'
import type { ObjectSchema } from '../model/object-schema.js'
import type { SampleContent, SampleMessage, SampleParams } from '../model/sampling.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'
import { encodeBlocks } from './encode-blocks.js'
import { isWebUrl } from './is-web-url.js'
import { toBlocks } from './to-blocks.js'

/**
 * A question in the shape of a revision. Its parameters must be valid: for a form, made by `createForm`; for sampling, checked
 * by `assertSampling`.
 *
 * @throws OmniportError `unsupported` for a question that the revision lacks; TypeError for a URL that no client opens, or a
 * missing `elicitationId` where the revision needs one.
 */
export function encodeInputRequest(request: InputRequest, profile: RevisionProfile): InputRequest {
  const { method, params = {} } = request
  switch (method) {
    case 'elicitation/create':
      return { method, params: params['mode'] === 'url' ? encodeUrl(params, profile) : encodeElicit(params, profile) }
    case 'sampling/createMessage':
      // The method checked its parameters when the handler asked.
      return { method, params: encodeSample(params as unknown as SampleParams, profile) }
    case 'roots/list':
      return encodeRoots(request, profile)
  }
}

type Params = Readonly<Record<string, unknown>>

/** spec: client/elicitation#form-mode-elicitation-requests */
function encodeElicit(params: Params, profile: RevisionProfile): Params {
  if (profile.elicitation === 'none') throw unsupported(profile, 'cannot ask the person')
  // The form was made by `createForm`.
  const requestedSchema = encodeForm(params['requestedSchema'] as ObjectSchema, profile)
  if (profile.elicitation === 'full') return { ...params, mode: 'form', requestedSchema }
  const { mode: _mode, ...rest } = params
  return { ...rest, requestedSchema }
}

/** spec: client/elicitation#url-mode-elicitation-requests */
function encodeUrl(params: Params, profile: RevisionProfile): Params {
  if (profile.elicitation !== 'full') throw unsupported(profile, 'cannot ask to open a page')
  const { elicitationId, ...rest } = params
  if (!isWebUrl(rest['url'])) throw new TypeError('a page to open needs an http: or https: URL without credentials')
  if (!profile.elicitationIds) return rest
  if (typeof elicitationId !== 'string') {
    throw new TypeError(`a page to open needs an elicitationId at revision ${profile.revision}`)
  }
  return params
}

/** spec: client/sampling#creating-messages */
function encodeSample({ messages, tools, ...params }: SampleParams, profile: RevisionProfile): Params {
  if (!profile.sampleTools && (tools !== undefined || params.toolChoice !== undefined)) {
    throw unsupported(profile, 'has no tools in sampling')
  }
  return {
    ...params,
    messages: messages.flatMap((message) => encodeMessage(message, profile)),
    ...(tools !== undefined && { tools: tools.map((tool) => encodeDefinition('tools', tool, profile)) }),
  }
}

/**
 * In a result the request has parameters, if only an empty object: clients of the Go SDK refuse the result otherwise.
 *
 * spec: client/roots#protocol-messages
 */
function encodeRoots(request: InputRequest, { era }: RevisionProfile): InputRequest {
  return era === 'legacy' ? request : { ...request, params: request.params ?? {} }
}

/** One block travels alone, as every revision allows; several become a list, or messages of their own. */
function encodeMessage(message: SampleMessage, profile: RevisionProfile): readonly SampleMessage[] {
  const [first, ...others]: readonly SampleContent[] = encodeBlocks(toBlocks(message.content), profile)
  if (first === undefined) return []
  if (!profile.sampleTools) return [first, ...others].map((content) => ({ role: message.role, content }))
  return [{ ...message, content: others.length === 0 ? first : [first, ...others] }]
}

function unsupported({ revision }: RevisionProfile, problem: string): OmniportError {
  return new OmniportError('unsupported', `Revision ${revision} ${problem}`)
}

/**
 * The schema of a form for the wire of a revision. Where forms are plain, titled choices become `enum` with `enumNames`,
 * and only booleans keep their default.
 *
 * spec: client/elicitation#requested-schema
 * @throws OmniportError `unsupported` naming a field that a plain form cannot have: one of several choices.
 */
function encodeForm(schema: ObjectSchema, profile: RevisionProfile): ObjectSchema {
  const { properties } = schema
  if (profile.elicitation === 'full' || !isObject(properties)) return schema
  const fields = Object.entries(properties).map(([name, field]) => [name, encodeField(name, field, profile)])
  return { ...without(schema, '$schema'), properties: Object.fromEntries(fields) }
}

function encodeField(name: string, field: unknown, { revision }: RevisionProfile): unknown {
  if (!isObject(field)) return field
  if (field['type'] === 'array') {
    const problem = `A form of revision ${revision} cannot ask for several choices, as "${name}" does`
    throw new OmniportError('unsupported', problem)
  }
  const trimmed = field['type'] === 'boolean' ? field : without(field, 'default')
  const { oneOf } = trimmed
  if (!Array.isArray(oneOf)) return trimmed
  // Titled choices are pairs of `const` and `title`, both strings.
  const choices = oneOf as readonly { readonly const: string; readonly title: string }[]
  return {
    ...without(trimmed, 'oneOf'),
    enum: choices.map((choice) => choice.const),
    enumNames: choices.map((choice) => choice.title),
  }
}
