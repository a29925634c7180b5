import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { RequestLost } from '../requests/request-lost.js'
import type { SentSecrets } from './sent-secrets.js'

export interface SentTo {
  readonly address: string
  readonly secrets: SentSecrets
}

/**
 * Converts errors of sending and reading. OmniportErrors are kept; a parse error becomes `invalid_result`; an error before
 * there was a connection becomes `unreachable`; everything else becomes RequestLost.
 */
export function toSendError(reason: unknown, { address, secrets }: SentTo): OmniportError {
  if (OmniportError.is(reason)) return reason
  if (RpcError.is(reason)) {
    return new OmniportError('invalid_result', `${address} answered with what is no message: ${reason.message}`, {
      cause: reason,
    })
  }
  const { code, text } = reasonOf(reason)
  const problem = code === notTls ? 'this port does not speak TLS; if that is right, write http://' : text.trimEnd()
  const cleaned = secrets.clean(problem)
  const cause = secrets.cleanCause(reason)
  if (neverSent.has(code)) return new OmniportError('unreachable', `Cannot reach ${address}: ${cleaned}`, { cause })
  return new RequestLost(`The connection to ${address} broke: ${cleaned}`, { cause })
}

/** `fetch` has the details in the cause of its error. */
function reasonOf(reason: unknown): { readonly code: string; readonly text: string } {
  const { cause } = (reason ?? {}) as { readonly cause?: unknown }
  const inner = cause instanceof Error ? cause : reason
  const { code, message } = (inner ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  const codeText = typeof code === 'string' ? code : ''
  return { code: codeText, text: typeof message === 'string' && message !== '' ? message : codeText || String(reason) }
}

/** What Node makes of an answer that is no record of TLS, such as that of a server of plain HTTP. */
const notTls = 'ERR_SSL_WRONG_VERSION_NUMBER'

const neverSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  notTls,
])
