import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isStringArray } from '../../../values/json/is-string-array.js'
import { HttpError } from '../requests/http-error.js'
import type { HttpRequest } from '../requests/http-request.js'
import type { AuthFailureLog } from './auth-failure-log.js'
import type { Authenticate, AuthRequest, Denied } from './authenticate.js'
import { toChallenge } from './challenge.js'

/**
 * Authenticates a request with the option `auth`. Returns a promise only if `auth` does.
 * @throws HttpError if the request is refused, or if `auth` fails, which is logged. It holds nothing of the reason.
 */
export function authenticateRequest(
  request: HttpRequest,
  { auth, failures }: { readonly auth: Authenticate; readonly failures: AuthFailureLog },
): Principal | Promise<Principal> {
  const fail = (error: unknown): never => {
    const message = `auth failed for ${request.method} ${request.prefix}${request.path}`
    if (!isTransient(error)) {
      failures.add(message, error)
      throw new HttpError(500, RpcError.internal())
    }
    failures.addTransient(message, error)
    throw new HttpError(503, RpcError.internal('Authentication is not available now'), { 'retry-after': '5' })
  }
  const decide = (result: unknown) => {
    if (isDenied(result)) throw toChallenge(result, auth)
    if (isPrincipal(result)) return result
    return fail(new TypeError('auth gave neither a principal, with id, scopes and claims, nor why there is none'))
  }
  let result: ReturnType<Authenticate>
  try {
    result = auth(new Credentials(request))
  } catch (error) {
    return fail(error)
  }
  return result instanceof Promise ? result.then(decide, fail) : decide(result)
}

class Credentials implements AuthRequest {
  readonly #request: HttpRequest

  constructor(request: HttpRequest) {
    this.#request = request
  }

  get method(): string {
    return this.#request.method
  }

  get headers(): Headers {
    return this.#request.headers
  }

  get url(): string {
    return this.#request.url
  }

  header(name: string): string | undefined {
    return this.#request.header(name)
  }
}

/** True if the error may be gone at the next attempt. */
function isTransient(error: unknown): boolean {
  return OmniportError.is(error) && transientCodes.has(error.code)
}

const transientCodes: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'limit'])

const deniedReasons: ReadonlySet<unknown> = new Set(['missing', 'invalid', 'expired', 'proof', 'malformed'])

/** A result with a valid `denied` is a denial, whatever other members it has. */
function isDenied(result: unknown): result is Denied {
  if (typeof result !== 'object' || result === null || !('denied' in result)) return false
  if (result.denied === 'scope') return isStringArray((result as { readonly scopes?: unknown }).scopes)
  return deniedReasons.has(result.denied)
}

function isPrincipal(result: unknown): result is Principal {
  if (typeof result !== 'object' || result === null || 'denied' in result) return false
  const { id, scopes, claims, expiresAt = 0 } = result as Partial<Record<keyof Principal, unknown>>
  if (typeof expiresAt !== 'number' || Number.isNaN(expiresAt)) return false
  return typeof id === 'string' && id !== '' && isStringArray(scopes) && typeof claims === 'object' && claims !== null
}
