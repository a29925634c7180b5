import { RpcError } from '../../jsonrpc/rpc-error.js'
import { HttpError } from './http-error.js'
import type { HttpRequest } from './http-request.js'

/** The forms of an answer that a client takes. */
export interface AcceptedForms {
  readonly json: boolean
  readonly sse: boolean
}

/**
 * What `Accept` allows. Without the header, and for what it says with quality 0, as HTTP has it.
 *
 * spec: basic/transports/streamable-http#sending-messages
 *
 * @throws HttpError 406 when it allows neither form.
 */
export function acceptedForms(request: HttpRequest): AcceptedForms {
  const accept = request.header('accept')
  return accept === usualAccept ? bothForms : readForms(accept ?? '*/*')
}

const usualAccept = 'application/json, text/event-stream'
const bothForms: AcceptedForms = Object.freeze({ json: true, sse: true })

function readForms(accept: string): AcceptedForms {
  const types = accept.toLowerCase().split(',').map(readRange)
  const takes = (...ranges: readonly string[]) => types.some((type) => type.takes && ranges.includes(type.range))
  const forms = {
    json: takes('application/json', 'application/*', '*/*'),
    sse: takes('text/event-stream', 'text/*', '*/*'),
  }
  if (forms.json || forms.sse) return forms
  throw new HttpError(406, RpcError.invalidRequest('Accept must list application/json and text/event-stream'))
}

function readRange(text: string): { readonly range: string; readonly takes: boolean } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  return { range, takes: !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) }
}
