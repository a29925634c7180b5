import {
  type ConsentRequest,
  type DetailedConsentDecision,
  describeConsentRequest,
  type HostOptions,
} from '../../entries/host.js'
import { parseUrl } from '../../values/text/parse-url.js'
import type { Description, Json, PersonAnswer, PersonRequest, Settings } from '../contract.js'
import { isObject } from '../recording/read-message.js'
import type { PersonRequests } from './person-requests.js'

export interface HostRequestsOptions {
  readonly requests: PersonRequests
  readonly settings: () => Settings
  /** The work that a request of a server belongs to. */
  readonly workOf: (server: string) => Pick<PersonRequest, 'operation' | 'operations' | 'span'>
}

type HostHandlers = Required<Pick<HostOptions, 'policy' | 'ask' | 'elicit' | 'elicitUrl' | 'sample'>>

/** The handlers of a host that ask the person at the page. */
export function hostRequests({ requests, settings, workOf }: HostRequestsOptions): HostHandlers {
  const hasModel = () => settings().model !== undefined
  return {
    policy: (request) => {
      switch (request.type) {
        case 'call':
          return settings().confirmCalls === 'always' || request.isFromApp === true ? 'ask' : 'allow'
        case 'sample':
          // Without a model the person writes the answer, and sees the prompt then.
          return hasModel() && settings().reviewSampling === 'always' ? 'ask' : 'allow'
        case 'elicit':
          return 'allow' // the form, or the address, is shown to the person
        default:
          return 'ask'
      }
    },
    ask: async (request, { signal }) => {
      const answer = await requests.ask({ ...consentOf(request), ...workOf(request.server) }, signal)
      return toDecision(answer)
    },
    elicit: async ({ server, message, schema }, { signal }) => {
      const draft = { type: 'form', server, message, schema: schema as Json, ...workOf(server) } as const
      const answer = await requests.ask(draft, signal)
      return answer.action === 'accept'
        ? { action: 'accept', content: (answer.content ?? {}) as never }
        : { action: answer.action }
    },
    elicitUrl: async ({ server, message, url }, { signal }) => {
      const described = describeConsentRequest({ type: 'elicit', server, message, url })
      const draft = { type: 'url', server, message, url, host: hostOf(url), warnings: described.warnings } as const
      return (await requests.ask({ ...draft, ...workOf(server) }, signal)).action
    },
    sample: async (params, { server, signal }) => {
      const answer = await requests.ask({ type: 'sample', server, params: params as never, ...workOf(server) }, signal)
      if (answer.action === 'answer') return toSampleResult(answer.result) as never // the library checks it
      throw new DOMException('The person declined the sampling request', 'AbortError')
    },
  }
}

/** What the person leaves out is added: who answers, and that one block is a list of one. */
function toSampleResult(result: unknown): unknown {
  if (!isObject(result)) return result
  const { content } = result
  return { role: 'assistant', model: 'person', ...result, content: Array.isArray(content) ? content : [content] }
}

function consentOf(request: ConsentRequest) {
  const { type, server } = request
  const edited =
    type === 'sample'
      ? { params: request.params as never, ...(request.result !== undefined && { result: request.result as never }) }
      : {}
  return {
    type: 'consent',
    subject: type,
    server,
    description: toDescription(request),
    detail: toDetail(request),
    canRemember: type !== 'skill' || request.skill.files !== 'dynamic',
    ...edited,
  } as const
}

function toDescription(request: ConsentRequest): Description {
  const { title, lines, warnings } = describeConsentRequest(request)
  return {
    title,
    lines: [
      ...warnings.map((text) => ({ text, isForeign: false, isWarning: true })),
      ...lines.map(({ label, text, isUntrusted }) => ({
        ...(label !== '' && { label }),
        text,
        isForeign: isUntrusted,
        isWarning: false,
      })),
    ],
  }
}

/** The page shows the description; the rest is for those who want to look closer, and may be left out. */
function toDetail(request: ConsentRequest): Json {
  const json = JSON.stringify(request)
  return json.length > maxDetail ? null : (JSON.parse(json) as Json)
}

function toDecision(answer: Extract<PersonAnswer, { readonly type: 'consent' }>): DetailedConsentDecision {
  const { remember, onlyTheseArguments = false, params, result } = answer
  return {
    answer: answer.answer,
    ...(remember !== undefined && { remember: onlyTheseArguments ? { scope: remember, args: true } : remember }),
    ...(params !== undefined && { params: params as never }), // the host checks both
    ...(result !== undefined && { result: result as never }),
  }
}

export function hostOf(url: string): string {
  return parseUrl(url)?.host ?? ''
}

const maxDetail = 1_000_000
