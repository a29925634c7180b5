import { digestOfJson } from '../../../values/json/digest-of-json.js'
import type { Launch } from '../../servers/settings/launch.js'
import type { CallConsent, ConsentRequest } from './consent-request.js'
import { webOrigin } from './web-origin.js'

/** The digests that a remembered decision is bound to. */
export interface ConsentBinding {
  /** SHA-256 of the request's subject, in hexadecimal. */
  readonly binding: string
  /** For a call: the digest that includes its arguments. */
  readonly exactBinding?: string | undefined
}

/**
 * Computes what a decision about a request is bound to: how the server is started, and
 * - for a call, the definition of the tool;
 * - for sampling, prompt or answer;
 * - for an elicitation, the origin of its URL, or that it is a form;
 * - for roots, their URIs;
 * - for a skill or an app, its URI and definition.
 *
 * @throws TypeError for arguments that are not JSON.
 */
export async function bindConsentRequest(request: ConsentRequest, launch: Launch): Promise<ConsentBinding> {
  const { type, server } = request
  const subject = [
    type,
    server,
    toComparable(request.type === 'start' ? request.launch : launch),
    ...subjectParts(request),
  ]
  const binding = await digestOfJson(subject)
  if (request.type !== 'call') return { binding }
  return { binding, exactBinding: await digestOfJson([...subject, toSentForm(request.args)]) }
}

/** Ignores the order of names and the case of header names. */
function toComparable(launch: Launch): unknown {
  if (launch.type === 'command') return { ...launch, env: [...launch.env].sort() }
  if (launch.type === 'url') return { ...launch, headers: launch.headers.map((name) => name.toLowerCase()).sort() }
  return launch
}

function subjectParts(request: ConsentRequest): readonly unknown[] {
  switch (request.type) {
    case 'start':
      return []
    case 'call':
      return [request.tool.tool, request.tool.definition, ...(request.isFromApp === true ? ['app'] : [])]
    case 'sample':
      return [request.result === undefined ? 'prompt' : 'answer']
    case 'elicit':
      // A URL without a web origin is bound as a whole.
      return request.url === undefined ? ['form'] : ['page', webOrigin(request.url) ?? request.url]
    case 'roots':
      return [request.roots.map(({ uri }) => uri).sort()]
    case 'skill':
      return [request.skill.uri, request.skill.definition]
    case 'app':
      return [request.app.uri, request.app.definition]
  }
}

/** False for a skill whose content nobody can verify: an approval holds for this once. spec: extensions/skills#security-considerations */
export function isApprovalMemorable(request: ConsentRequest): boolean {
  return request.type !== 'skill' || request.skill.files !== 'dynamic'
}

/** The arguments as they are sent: a Date, for example, as text. */
function toSentForm(args: CallConsent['args']): unknown {
  return JSON.parse(JSON.stringify(args))
}
