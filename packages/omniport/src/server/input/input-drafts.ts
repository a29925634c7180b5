import { assertSampling } from '../../protocol/input/check-sample-params.js'
import { decodeInputResponse } from '../../protocol/input/decode-input-response.js'
import { encodeInputRequest } from '../../protocol/input/encode-input-request.js'
import type { ElicitAction, ElicitAnswer } from '../../protocol/model/elicitation.js'
import type { InputRequest } from '../../protocol/model/input-request.js'
import type { Root } from '../../protocol/model/roots.js'
import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'
import { newestProfile } from '../../protocol/revisions/profiles.js'
import type { Form } from '../../schema/elicitation/create-form.js'
import { formatIssues } from '../../schema/format-issues.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { canonicalJson } from '../../values/json/canonical-json.js'
import type { KeyedInputRequest, ParsedAnswer } from './input-requester.js'

/** A question as a handler asks it, without its key. */
export interface InputDraft<T> extends Pick<KeyedInputRequest<T>, 'request' | 'read' | 'again'> {
  /** How it is called on `ctx`. */
  readonly kind: string
  /** Everything of it that the handler decides. */
  readonly fingerprint: string
}

/** spec: client/elicitation#form-mode-elicitation-requests */
export function elicitDraft(message: string, form: Form): InputDraft<ElicitAnswer<unknown>> {
  assertText('elicit', 'message', message)
  const params = { mode: 'form', message, requestedSchema: form.requestedSchema }
  const request: InputRequest = { method: 'elicitation/create', params }
  return {
    ...describe('elicit', request),
    read: (answer) =>
      reading<ElicitAnswer<unknown>>(async () => {
        const decoded = decodeInputResponse('elicitation/create', answer)
        const { action, content } = decoded
        if (action !== 'accept') return { type: 'value', value: { action }, stored: decoded }
        const checked = await form.check(content ?? {})
        if (checked.issues === undefined)
          return { type: 'value', value: { action, content: checked.value }, stored: decoded }
        return { type: 'insufficient', problem: formatIssues(checked.issues) }
      }),
    again: (problem) => ({ ...request, params: { ...params, message: `Please check: ${problem}\n\n${message}` } }),
  }
}

/** `id` becomes part of it later: what it asks is known before. spec: client/elicitation#url-mode-elicitation-requests */
export function urlDraft(message: string, url: string | undefined): InputDraft<ElicitAction> {
  assertText('elicitUrl', 'message', message)
  return {
    ...describe('elicitUrl', { method: 'elicitation/create', params: { mode: 'url', message, url } }),
    read: (answer) =>
      reading(async () => {
        const { action } = decodeInputResponse('elicitation/create', answer)
        return { type: 'value', value: action, stored: { action } }
      }),
  }
}

/** spec: client/sampling#creating-messages @throws TypeError for messages no model may be given. */
export function sampleDraft(params: SampleParams): InputDraft<SampleResult<SampleContent>> {
  assertSampling(params)
  // Bytes become text here: as they are, they would be compared one by one.
  const request = encodeInputRequest({ method: 'sampling/createMessage', params: { ...params } }, newestProfile)
  return {
    ...describe('sample', request),
    read: (answer) =>
      reading(async () => {
        const reply = decodeInputResponse('sampling/createMessage', answer)
        const used = reply.content.some(({ type }) => type === 'tool_use')
        if (used && params.tools === undefined) {
          return { type: 'malformed', problem: 'sampling/createMessage: a tool is used where none was offered' }
        }
        return { type: 'value', value: reply, stored: reply }
      }),
  }
}

/** spec: client/roots#listing-roots */
export function rootsDraft(): InputDraft<readonly Root[]> {
  return {
    ...describe('roots', { method: 'roots/list' }),
    read: (answer) =>
      reading(async () => {
        const { roots } = decodeInputResponse('roots/list', answer)
        return { type: 'value', value: roots, stored: { roots } }
      }),
  }
}

function describe(kind: string, request: InputRequest): Pick<InputDraft<never>, 'kind' | 'fingerprint' | 'request'> {
  return { kind, request, fingerprint: canonicalJson(request.params ?? {}) }
}

async function reading<T>(read: () => Promise<ParsedAnswer<T>>): Promise<ParsedAnswer<T>> {
  try {
    return await read()
  } catch (reason) {
    if (OmniportError.is(reason)) return { type: 'malformed', problem: reason.message }
    throw reason
  }
}

function assertText(kind: string, name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw new TypeError(`ctx.${kind}: ${name} must be a text`)
}
