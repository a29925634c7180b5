import type { ToolAnnotations } from '../../../protocol/model/tool.js'
import { truncate } from '../../../values/text/truncate.js'
import type { CallConsent, ConsentRequest, RootsConsent } from '../requests/consent-request.js'
import { describeApp } from './describe-app.js'
import { describeElicit } from './describe-elicit.js'
import { describeSample } from './describe-sample.js'
import { describeSkill } from './describe-skill.js'
import { describeStart } from './describe-start.js'
import type { Description } from './description.js'
import { trusted, untrusted, untrustedJson } from './description-lines.js'
import { visibleText } from './visible-text.js'

/**
 * Describes a request in words, with everything a person must see before deciding. Nothing is shortened.
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
    case 'skill':
      return describeSkill(request, server)
    case 'app':
      return describeApp(request, server)
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

/** Describes a call. The tool's own texts are marked as untrusted. spec: server/tools#user-interaction-model */
function describeCall({ tool, args, findings, isFromApp }: CallConsent, server: string): Description {
  const title = tool.title ?? tool.annotations?.title
  const claims = claimsOf(tool.annotations)
  return {
    title: `Call a tool of ${server}?`,
    lines: [
      ...untrusted('Tool', tool.tool),
      ...(isFromApp === true ? trusted('Called by', 'a user interface of this server') : []),
      ...(title === undefined ? [] : untrusted('It calls itself', title)),
      ...(tool.description === undefined ? [] : untrusted('It says of itself', tool.description)),
      ...(claims === '' ? [] : untrusted('It claims', claims)),
      ...untrustedJson('Arguments', args),
    ],
    warnings: findings.map(({ text, path }) => `The definition of the tool is suspicious at ${path}: ${text}`),
  }
}

/** Lists the annotations that are true or false; a missing one has no meaning. */
function claimsOf(annotations: ToolAnnotations | undefined): string {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {}
  const claims = [
    claim(readOnlyHint, 'only reads', 'changes things'),
    claim(destructiveHint, 'may delete or overwrite', 'deletes and overwrites nothing'),
    claim(idempotentHint, 'changes nothing more when called again', 'changes something each time'),
    claim(openWorldHint, 'reaches beyond this server', 'reaches nothing else'),
  ]
  return claims.filter((text) => text !== undefined).join(', ')
}

function claim(hint: boolean | undefined, yes: string, no: string): string | undefined {
  if (hint === undefined) return undefined
  return hint ? yes : no
}
