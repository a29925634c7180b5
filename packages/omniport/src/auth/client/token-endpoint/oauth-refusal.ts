import { OmniportError } from '../../../values/errors/omniport-error.js'
import { redact } from '../../../values/text/redact.js'
import { truncate } from '../../../values/text/truncate.js'
import { isTransientStatus } from '../../is-transient-status.js'

/** A refusal by an authorization server, or of its reply: `unreachable` if the status is transient, else `unauthorized`. */
export class OAuthRefusal extends OmniportError {
  /** The error code of the server, like `invalid_grant`. */
  readonly error: string | undefined

  constructor(message: string, { error, status }: RefusalOptions = {}) {
    super(isTransient({ error, status }) ? 'unreachable' : 'unauthorized', message, { status })
    this.error = error
  }

  /** True if the server does not know the client, or refuses its secret. Keycloak and the Python SDK 1.x say that differently. */
  get isOfClient(): boolean {
    return this.error === 'invalid_client' || (this.error === 'unauthorized_client' && this.status === 401)
  }

  /** Creates one from the members of an error reply; `secrets` are removed from its texts. */
  static fromFields(source: string, { status, ...fields }: ErrorFields, secrets: Iterable<string> = []): OAuthRefusal {
    const all = [...secrets]
    const error = typeof fields.error === 'string' ? codeOf(fields.error, all) : undefined
    const code = error ?? 'an error without a code'
    const { error_description: description } = fields
    const detail = typeof description === 'string' ? ` (${truncate(redact(description, all), maxLength)})` : ''
    return new OAuthRefusal(`${truncate(source, maxLength)} refused: ${code}${detail}`, { error, status })
  }
}

interface RefusalOptions {
  readonly error?: string | undefined
  /** The status of the HTTP reply; undefined without one, as for a redirect. */
  readonly status?: number | undefined
}

function isTransient({ error = '', status }: RefusalOptions): boolean {
  return status !== undefined && (isTransientStatus(status) || transientErrors.has(error))
}

const transientErrors = new Set(['server_error', 'slow_down', 'temporarily_unavailable'])

interface ErrorFields {
  readonly status?: number | undefined
  readonly error?: unknown
  readonly error_description?: unknown
}

/** Known codes are never redacted, even if a secret equals one. */
function codeOf(error: string, secrets: readonly string[]): string {
  return knownCodes.has(error) ? error : truncate(redact(error, secrets), maxCodeLength)
}

const knownCodes = new Set([
  'access_denied',
  'invalid_client',
  'invalid_client_metadata',
  'invalid_dpop_proof',
  'invalid_grant',
  'invalid_redirect_uri',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'use_dpop_nonce',
])
const maxCodeLength = 64
const maxLength = 256
