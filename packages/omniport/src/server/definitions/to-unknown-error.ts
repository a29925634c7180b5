import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import { nearest } from '../../values/text/nearest.js'
import { truncate } from '../../values/text/truncate.js'
import type { Entry } from './entry.js'

export interface KnownEntries {
  readonly entries: Iterable<Entry>
  readonly principal: Principal | undefined
}

/**
 * Creates the error for a name that is unknown, or that the principal may not see: the text is the same for both. It suggests
 * only a name that the principal may see. spec: server/tools#error-handling, server/prompts#error-handling
 */
export function toUnknownError(noun: 'tool' | 'prompt', name: string, known: KnownEntries): RpcError {
  const close = nearest(name, visibleNames(known))
  const advice = close === undefined ? '' : `; did you mean "${close}"?`
  return RpcError.invalidParams(`Unknown ${noun}: ${truncate(name)}${advice}`)
}

function* visibleNames({ entries, principal }: KnownEntries): IterableIterator<string> {
  for (const entry of entries) if (entry.isVisible(principal)) yield entry.name
}
