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
import { isObject } from '../../values/json/is-object.js'
import { mustBe } from '../../values/options/check-options.js'
import type { KeyedInputRequest, ParsedAnswer } from './input-requester.js'

/** An input request as a handler makes it, without its key. */
export interface InputDraft<T> extends Pick<KeyedInputRequest<T>, 'request' | 'read' | 'again'> {
  /** Its name on `ctx`. */
  readonly kind: string
  /** The part that the handler decides, as text. */
  readonly fingerprint: string
}

/** @throws TypeError for what `ctx.elicit` cannot ask, above all the one object that other libraries take. */
export function assertQuestion(message: unknown, schema: unknown): void {
  assertMessage('elicit', message)
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null)
    throw mustBe('ctx.elicit: schema', 'a Standard Schema or a JSON Schema object', schema)
}

/** spec: client/elicitation#form-mode-elicitation-requests */
export function elicitDraft(message: string, form: Form): InputDraft<ElicitAnswer<unknown>> {
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

/** The `id` is added later. spec: client/elicitation#url-mode-elicitation-requests */
export function urlDraft(message: string, url: string | undefined): InputDraft<ElicitAction> {
  assertMessage('elicitUrl', message)
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
  // Bytes become text here: comparing them one by one would be slow.
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

function assertMessage(kind: keyof typeof seconds, message: unknown): void {
  if (typeof message === 'string' && message !== '') return
  if (!isObject(message)) throw new TypeError(`ctx.${kind}: message must be a text`)
  throw new TypeError(`ctx.${kind}: the message is an argument of its own; write ctx.${kind}("…", ${seconds[kind]})`)
}

/** What follows the message. */
const seconds = { elicit: 'schema', elicitUrl: 'url' } as const
