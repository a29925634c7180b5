import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { Implementation } from '../../protocol/exchange/peer.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'

/** The text of a result that policy gives in the place of a tool, and the same for programs. */
export interface ToolText {
  readonly text: string
  readonly isError?: true | undefined
  readonly structuredContent?: object | undefined
  /** Named in the result where the revision has a place for that. */
  readonly serverInfo?: Implementation | undefined
}

/** Answers a call in the shape of its revision. */
export function toToolResponse(
  { id }: RpcRequest,
  revision: Revision,
  { text, isError, structuredContent, serverInfo }: ToolText,
): RpcResponse {
  const { resultEnvelope, structured } = profileOf(revision)
  const result = {
    ...(resultEnvelope && envelopeOf(serverInfo)),
    content: [{ type: 'text', text }],
    ...(structuredContent !== undefined && structured !== 'none' && { structuredContent }),
    ...(isError && { isError }),
  }
  return { jsonrpc: '2.0', id, result }
}

/** The members that every result has at 2026-07-28. spec: basic/index#result-responses */
export function envelopeOf(serverInfo: Implementation | undefined): object {
  return {
    resultType: 'complete',
    ...(serverInfo !== undefined && { _meta: { [metaKeys.serverInfo]: serverInfo } }),
  }
}
