import type { RpcError } from '../../jsonrpc/rpc-error.js'
import type { RevisionProfile } from '../../protocol/profile.js'
import type { RequiredUrlElicitation } from '../legacy/required-pages.js'

/** What a server made of one request. */
export type ResultKind =
  | { readonly type: 'complete'; readonly result: Readonly<Record<string, unknown>> }
  /** It asks before it answers: the request is to be sent again with answers. */
  | {
      readonly type: 'input_required'
      readonly result: Readonly<Record<string, unknown>>
      readonly profile: RevisionProfile
    }
  /** It refuses until a person has been to some pages: the request is to be sent again afterwards. */
  | {
      readonly type: 'pages_required'
      readonly elicitations: readonly RequiredUrlElicitation[]
      readonly error: RpcError
    }
