import { RpcError } from 'omniport/jsonrpc'

/**
 * -32603: Redis does not answer, refuses to write, or has too many commands to answer. A request that no tool runs for yet may be
 * sent again; over HTTP its status is 503 with `Retry-After`. Peers get no details: `cause` has them.
 */
export class StoreUnavailable extends RpcError {
  override readonly name = 'StoreUnavailable'

  constructor(cause: unknown) {
    super(
      -32603,
      'The store of this service is not available; try again',
      { retryAfterSeconds: 1, reason: 'store' },
      { cause },
    )
  }
}

/** The codes of errors that pass: Redis starts, fails over, has no room, or does not reach its replicas. */
const passing =
  /\b(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|OOM|MISCONF|NOREPLICAS|BUSY|CROSSSLOT|NOAUTH|NOPERM)\b/

/** Tells an error that Redis replied from a lost connection. Its message begins with its code. */
export function isReply(error: unknown): error is Error {
  return (
    error instanceof Error && /^-?[A-Z]{3,} /.test(error.message) && (error as { code?: unknown }).code === undefined
  )
}

/** Converts an error that Redis replied: some of them mean that it has to be tried later. */
export function fromReply(error: Error): Error {
  if (passing.test(error.message)) return new StoreUnavailable(error)
  return new Error(`Redis refused a command: ${error.message}`, { cause: error })
}
