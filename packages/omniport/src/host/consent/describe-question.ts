import { truncate } from '../../jsonrpc/clip.js'
import { describeCall } from './describe-call.js'
import { describeElicit } from './describe-elicit.js'
import { describeSample } from './describe-sample.js'
import { describeStart } from './describe-start.js'
import type { Description } from './description.js'
import { trusted, untrusted } from './description-lines.js'
import type { ConsentRequest, RootsConsent } from './question.js'
import { visibleText } from './visible-text.js'

/**
 * What a person has to see before they answer a question, in words: all of it, whatever its length.
 *
 * spec: security_best_practices#local-mcp-server-compromise, client/elicitation#safe-url-handling,
 * client/sampling#user-interaction-model, server/tools#user-interaction-model
 */
export function describeConsentRequest(request: ConsentRequest): Description {
  const { title, lines, warnings } = describe(request, truncate(visibleText(request.server)))
  return {
    title,
    lines: [...trusted('Server', request.server), ...lines],
    warnings: warnings.map(visibleText),
  }
}

function describe(request: ConsentRequest, server: string): Description {
  switch (request.type) {
    case 'start':
      return describeStart(request, server)
    case 'call':
      return describeCall(request, server)
    case 'sample':
      return describeSample(request, server)
    case 'elicit':
      return describeElicit(request, server)
    case 'roots':
      return describeRoots(request, server)
  }
}

/** spec: client/roots#security-considerations */
function describeRoots({ roots }: RootsConsent, server: string): Description {
  return {
    title: `Tell ${server} which folders it may work in?`,
    lines:
      roots.length === 0
        ? trusted('Folders', 'none')
        : roots.flatMap(({ uri, name }) => [
            ...trusted('Folder', uri),
            ...(name === undefined ? [] : untrusted('Name', name)),
          ]),
    warnings: [],
  }
}
