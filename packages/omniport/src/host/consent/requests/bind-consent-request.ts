import { digestOfJson } from '../../../values/json/digest-of-json.js'
import type { Launch } from '../../servers/settings/launch.js'
import type { CallConsent, ConsentRequest } from './consent-request.js'
import { webOrigin } from './web-origin.js'

/** What an answer that is remembered holds for. */
export interface ConsentBinding {
  /** SHA-256 over all of it, as hexadecimal text. */
  readonly binding: string
  /** Of a call: the same with its arguments. */
  readonly exactBinding?: string | undefined
}

/**
 * What a question is about, so that an answer to it holds for no other: the way its server is started, and
 * - of a call, the definition of the tool;
 * - of sampling, whether it is the prompt or the answer;
 * - of a page, the site it is on, and of a form, that it is one;
 * - of roots, their addresses.
 *
 * @throws TypeError for arguments that are no JSON.
 */
export async function bindConsentRequest(request: ConsentRequest, launch: Launch): Promise<ConsentBinding> {
  const { type, server } = request
  const about = [type, server, toComparable(request.type === 'start' ? request.launch : launch), ...ofType(request)]
  const binding = await digestOfJson(about)
  if (request.type !== 'call') return { binding }
  return { binding, exactBinding: await digestOfJson([...about, asSent(request.args)]) }
}

/** Neither the order of names matters, nor how headers are written. */
function toComparable(launch: Launch): unknown {
  if (launch.type === 'command') return { ...launch, env: [...launch.env].sort() }
  if (launch.type === 'url') return { ...launch, headers: launch.headers.map((name) => name.toLowerCase()).sort() }
  return launch
}

function ofType(request: ConsentRequest): readonly unknown[] {
  switch (request.type) {
    case 'start':
      return []
    case 'call':
      return [request.tool.tool, request.tool.definition]
    case 'sample':
      return [request.result === undefined ? 'prompt' : 'answer']
    case 'elicit':
      // Where there is no site, the address itself: an answer to one holds for no other.
      return request.url === undefined ? ['form'] : ['page', webOrigin(request.url) ?? request.url]
    case 'roots':
      return [request.roots.map(({ uri }) => uri).sort()]
  }
}

/** Dates and the like are what they are on the wire: as objects all of them would be equal. */
function asSent(args: CallConsent['args']): unknown {
  return JSON.parse(JSON.stringify(args))
}
