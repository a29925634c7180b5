import type { ToolAnnotations } from '../../protocol/model/tool.js'
import type { Description } from './description.js'
import { untrusted, untrustedJson } from './description-lines.js'
import type { CallConsent } from './question.js'

/** A call in words. What a tool says of itself is marked as that. spec: server/tools#user-interaction-model */
export function describeCall({ tool, args, findings }: CallConsent, server: string): Description {
  const title = tool.title ?? tool.annotations?.title
  const claims = claimsOf(tool.annotations)
  return {
    title: `Call a tool of ${server}?`,
    lines: [
      ...untrusted('Tool', tool.tool),
      ...(title === undefined ? [] : untrusted('It calls itself', title)),
      ...(tool.description === undefined ? [] : untrusted('It says of itself', tool.description)),
      ...(claims === '' ? [] : untrusted('It claims', claims)),
      ...untrustedJson('Arguments', args),
    ],
    warnings: findings.map(({ text, path }) => `The definition of the tool is suspicious at ${path}: ${text}`),
  }
}

/** Only what is said to be true or false: nothing follows from them. */
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
